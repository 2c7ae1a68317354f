// SPDX-License-Identifier: Apache-2.0
// Lists of cases, and one judged call.
#include "kernel/kernel_case.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>

#if defined(LIBSELECT_JIT)
#include "kernel/checked_call.hpp"
#endif

namespace internal {
namespace {

using libselect::role;
using libselect::row_params;

std::string call(libselect::kernel_fn run, const libselect::kernel_args &args) {
#if defined(LIBSELECT_JIT)
    return checked_call(run, &args);
#else
    run(&args);
    return "";
#endif
}

} // namespace

void PrintTo(const kernel_case &one, std::ostream *out) {
    *out << one.from->name << " " << to_string(one.params);
}

std::string name_of(const testing::TestParamInfo<kernel_case> &info) {
    std::string name = std::string(info.param.from->name) + "_" + to_string(info.param.params);
    std::string clean;
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            clean += c;
        else if (c != ',')
            clean += '_';
    }
    return clean;
}

std::vector<kernel_case> all_kernel_cases() {
    constexpr role every[] = {role::full, role::constant, role::strided};
    std::vector<kernel_case> cases;
    for (const libselect::implementation &from : libselect::implementation_list())
        for (const int elem_bytes : {1, 2, 4, 8, 16})
            for (const role cond : every)
                for (const role src0 : every)
                    for (const role src1 : every)
                        for (const role dst : {role::full, role::strided}) {
                            row_params params;
                            params.elem_bytes = elem_bytes;
                            params.roles = {cond, src0, src1, dst};
                            if (from.refusal(params).empty()) cases.push_back({&from, params});
                        }
    return cases;
}

std::vector<kernel_case> vector_kernel_cases() {
    std::vector<kernel_case> cases = all_kernel_cases();
    std::erase_if(
            cases, [](const kernel_case &one) { return one.from->isa < libselect_cpu_isa_avx2; });
    return cases;
}

support::in_place alias_of(libselect::in_place kept) {
    if (kept == libselect::in_place::none) return support::in_place::no;
    return kept == libselect::in_place::src0 ? support::in_place::src0 : support::in_place::src1;
}

std::string kernel_judge::judge(
        libselect::kernel_fn run, const row_params &params, const support::problem &what) {
    buffers_.prepare(what, random);
    const std::vector<std::byte> wanted = buffers_.expected(what);
    const libselect::kernel_loops loops = loops_of(what);
    std::string broken = call(run, {data_of(buffers_), &loops});
    broken += buffers_.difference(what, wanted);
    return broken.empty() ? "" : broken + "\n" + to_string(params) + ": " + to_string(what);
}

} // namespace internal
