// SPDX-License-Identifier: Apache-2.0
// Lists of cases, and one judged call.
#include "kernel/kernel_case.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>

#include "harness/sanitized.hpp"
#include "kernel/reference_kernel.hpp"
#include "kernel/strided_rows.hpp"

#if defined(LIBSELECT_JIT)
#include "kernel/checked_call.hpp"
#endif

namespace internal {
namespace {

using libselect::role;
using libselect::row_params;

libselect::kernel_fn create_reference(const row_params &params, libselect::held_code &) {
    return libselect::reference_kernel(params);
}

const libselect::implementation reference {"reference", libselect_cpu_isa_portable,
        [](const row_params &) { return std::string(); }, create_reference, nullptr, nullptr};

libselect::kernel_fn create_strided(const row_params &params, libselect::held_code &) {
    return libselect::strided_kernel(params);
}

const libselect::implementation strided {"strided", libselect_cpu_isa_portable,
        [](const row_params &) { return std::string(); }, create_strided, nullptr, nullptr};

libselect::kernel_fn create_strided_runs(const row_params &params, libselect::held_code &) {
    row_params looking = params;
    looking.skips = true;
    return libselect::strided_kernel(looking);
}

const libselect::implementation strided_runs {"strided_runs", libselect_cpu_isa_portable,
        [](const row_params &) { return std::string(); }, create_strided_runs, nullptr, nullptr};

std::string clean(const std::string &text) {
    std::string cleaned;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            cleaned += c;
        else if (c != ',')
            cleaned += '_';
    }
    return cleaned;
}

// Whether a compiled implementation has a loop for these strided roles.
bool has_strided_loop(const libselect::implementation &from, const row_params &params) {
    return from.loops != nullptr && from.loops->strided(params) != nullptr;
}

// checked_call is compiled only where code is generated.
template <typename Fn, typename Args>
std::string watched(Fn run, const Args &args) {
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

std::string watched_call(libselect::kernel_fn run, const libselect::kernel_args &args) {
    return watched(run, args);
}

std::string watched_call(libselect::transpose_fn run, const libselect::transpose_args &args) {
    return watched(run, args);
}

bool is_generated(const libselect::implementation &from) {
    return std::string(from.name).starts_with("jit:");
}

std::vector<const libselect::implementation *> every_portable_implementation() {
    std::vector<const libselect::implementation *> all;
    for (const libselect::implementation &from : libselect::portable_implementations())
        if (!support::is_sanitized || from.isa == libselect_cpu_isa_portable) all.push_back(&from);
    return all;
}

std::vector<const libselect::implementation *> every_implementation() {
    std::vector<const libselect::implementation *> all;
    for (const libselect::implementation &from : libselect::implementation_list())
        if (!support::is_sanitized && is_generated(from)) all.push_back(&from);
    for (const libselect::implementation *from : every_portable_implementation())
        all.push_back(from);
    return all;
}

std::vector<const libselect::implementation *> vector_implementations() {
    std::vector<const libselect::implementation *> all = every_implementation();
    std::erase_if(all, [](const auto *from) { return from->create_fused == nullptr; });
    return all;
}

std::string test_name(const libselect::implementation &from) {
    return clean(from.name);
}

std::string name_of_width(const testing::TestParamInfo<test_of_width::ParamType> &info) {
    const auto &[from, width] = info.param;
    return test_name(*from) + "_w" + std::to_string(width);
}

std::string name_of(const testing::TestParamInfo<kernel_case> &info) {
    return clean(std::string(info.param.from->name) + "_" + to_string(info.param.params));
}

std::vector<kernel_case> all_kernel_cases() {
    constexpr role every[] = {role::full, role::constant, role::strided};
    std::vector<kernel_case> cases;
    std::vector<const libselect::implementation *> all = every_implementation();
    all.push_back(&reference);
    all.push_back(&strided);
    all.push_back(&strided_runs);
    for (const libselect::implementation *from : all)
        for (const int elem_bytes : {1, 2, 4, 8, 16})
            for (const role cond : every)
                for (const role src0 : every)
                    for (const role src1 : every)
                        for (const role dst : {role::full, role::strided}) {
                            row_params params;
                            params.elem_bytes = elem_bytes;
                            params.roles = {cond, src0, src1, dst};
                            const bool takes = is_generated(*from) || from == &reference
                                               || from == &strided || from == &strided_runs
                                               || !has_strided(params)
                                               || has_strided_loop(*from, params);
                            if (takes && from->refusal(params).empty())
                                cases.push_back({from, params});
                        }
    return cases;
}

std::vector<kernel_case> vector_kernel_cases() {
    std::vector<kernel_case> cases = all_kernel_cases();
    std::erase_if(cases, [](const kernel_case &one) {
        return one.from->create_fused == nullptr || has_strided(one.params);
    });
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
    std::string broken = watched_call(run, {data_of(buffers_), &loops});
    broken += buffers_.difference(what, wanted);
    return broken.empty() ? "" : broken + "\n" + to_string(params) + ": " + to_string(what);
}

} // namespace internal
