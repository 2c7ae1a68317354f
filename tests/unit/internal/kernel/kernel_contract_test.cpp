// SPDX-License-Identifier: Apache-2.0
// Every implementation, for every width and every combination of roles that it takes, keeps the
// kernel contract: bits, bounds, aliasing and calling convention.
#include <gtest/gtest.h>

#include <cctype>
#include <ostream>
#include <string>
#include <vector>

#include "common/needed_isa.hpp"
#include "kernel/implementation_list.hpp"
#include "kernel/kernel_problem.hpp"

#if defined(LIBSELECT_JIT)
#include "kernel/checked_call.hpp"
#endif

namespace internal {
namespace {

using libselect::kernel_params;
using libselect::role;

struct kernel_case {
    const libselect::implementation *from;
    kernel_params params;
};

// The name of the case where GoogleTest would print bytes.
void PrintTo(const kernel_case &one, std::ostream *out) {
    *out << one.from->name << " " << to_string(one.params);
}

std::string call(libselect::kernel_fn run, const libselect::kernel_args &args) {
#if defined(LIBSELECT_JIT)
    return checked_call(run, &args);
#else
    run(&args);
    return "";
#endif
}

// All that the implementations take; a refusal here is judged by implementation_list_test.
std::vector<kernel_case> all_cases() {
    constexpr role every[] = {role::full, role::scalar, role::strided};
    std::vector<kernel_case> cases;
    for (const libselect::implementation &from : libselect::implementation_list())
        for (const int elem_bytes : {1, 2, 4, 8, 16})
            for (const role cond : every)
                for (const role src0 : every)
                    for (const role src1 : every)
                        for (const role dst : {role::full, role::strided}) {
                            const kernel_params params {elem_bytes, {cond, src0, src1, dst}};
                            if (from.refusal(params).empty()) cases.push_back({&from, params});
                        }
    return cases;
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

class kernel_contract : public testing::TestWithParam<kernel_case> {
protected:
    // Every number of columns up to two of the widest vectors and one more, then some around the
    // unrolled loops.
    [[nodiscard]] std::vector<std::int64_t> column_counts() const {
        const std::int64_t lanes = 64 / GetParam().params.elem_bytes;
        std::vector<std::int64_t> counts;
        for (std::int64_t n = 1; n <= 2 * lanes + 1; ++n)
            counts.push_back(n);
        for (const std::int64_t n : {4 * lanes - 1, 4 * lanes, 4 * lanes + 1, 5 * lanes + 1,
                     7 * lanes - 1, 8 * lanes + 3})
            counts.push_back(n);
        return counts;
    }

    // Runs problems of every size; false after a failure.
    void run_all(in_place alias) {
        const kernel_case &param = GetParam();
        const libselect::kernel_fn run = param.from->create(param.params);
        support::random_source random(1);
        kernel_buffers buffers;
        for (const std::int64_t cols : column_counts())
            for (const std::int64_t rows : {1, 1, 2, 3}) {
                kernel_problem what = random_kernel_problem(param.params, rows, cols, random);
                if (!lay_in_place(what, alias)) return;
                buffers.prepare(what, random);
                ASSERT_EQ(call(run, buffers.args()), "") << to_string(what);
                ASSERT_EQ(buffers.difference(), "") << to_string(what);
            }
    }
};

TEST_P(kernel_contract, every_size_gives_the_bits_of_a_plain_loop_and_stays_in_bounds) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    run_all(in_place::no);
}

TEST_P(kernel_contract, dst_may_be_src0_or_src1_or_both) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    for (const in_place alias : {in_place::src0, in_place::src1, in_place::both})
        run_all(alias);
}

INSTANTIATE_TEST_SUITE_P(each, kernel_contract, testing::ValuesIn(all_cases()), name_of);

} // namespace
} // namespace internal
