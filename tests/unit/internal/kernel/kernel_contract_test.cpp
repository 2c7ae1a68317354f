// SPDX-License-Identifier: Apache-2.0
// Every implementation, for every width and every combination of roles that it takes, keeps the
// kernel contract: bits, bounds, aliasing and calling convention.
#include <utility>
#include <vector>

#include "common/needed_isa.hpp"
#include "kernel/kernel_case.hpp"

namespace internal {
namespace {

using guard = support::placement::guard;

class kernel_contract : public testing::TestWithParam<kernel_case> {
protected:
    // Every number of columns up to two of the widest vectors and one more, then some around the
    // unrolled loops and those that are worth an aligned beginning.
    [[nodiscard]] std::vector<std::int64_t> column_counts() const {
        const std::int64_t lanes = lanes_of(GetParam().params);
        std::vector<std::int64_t> counts;
        for (std::int64_t n = 1; n <= 2 * lanes + 1; ++n)
            counts.push_back(n);
        for (const std::int64_t n : {4 * lanes - 1, 4 * lanes, 4 * lanes + 1, 5 * lanes + 1,
                     7 * lanes - 1, 8 * lanes + 3, 16 * lanes - 1, 16 * lanes, 17 * lanes + 1})
            counts.push_back(n);
        return counts;
    }

    // One or two rows whose operands lie against the guard pages before them, then behind them.
    void run_placed(libselect::kernel_fn run, std::int64_t cols, std::size_t gap_bytes) {
        for (const guard side : {guard::front, guard::back}) {
            const extents size {1, judge_.random.one_in(2) ? 2 : 1, cols};
            support::problem what = random_kernel_problem(GetParam().params, size, judge_.random);
            place(what, side, gap_bytes);
            ASSERT_EQ(judge_.judge(run, GetParam().params, what), "");
        }
    }

    // Runs problems of every size until one fails. A source that lies in dst may be kept.
    void run_all(support::in_place alias, libselect::in_place kept = libselect::in_place::none) {
        kernel_case param = GetParam();
        param.params.kept = kept;
        libselect::held_code held;
        const libselect::kernel_fn run = param.from->create(param.params, held);
        for (const std::int64_t cols : column_counts())
            for (const auto &[planes, rows] : {std::pair(1, 1), {1, 2}, {2, 1}, {3, 3}}) {
                support::problem what =
                        random_kernel_problem(param.params, {planes, rows, cols}, judge_.random);
                if (!lay_in_place(what, param.params, alias)) return;
                ASSERT_EQ(judge_.judge(run, param.params, what), "");
            }
    }

    kernel_judge judge_;
};

TEST_P(kernel_contract, every_size_gives_the_bits_of_a_plain_loop_and_stays_in_bounds) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    run_all(support::in_place::no);
}

TEST_P(kernel_contract, every_size_may_lie_against_a_guard_page) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    libselect::held_code held;
    const libselect::kernel_fn run = GetParam().from->create(GetParam().params, held);
    for (const std::int64_t cols : column_counts()) {
        run_placed(run, cols, 0);
        if (HasFatalFailure()) return;
    }
}

// Each with another tail in the second vector.
TEST_P(kernel_contract, every_misalignment_gives_the_bits_of_a_plain_loop) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    libselect::held_code held;
    const libselect::kernel_fn run = GetParam().from->create(GetParam().params, held);
    const std::int64_t lanes = lanes_of(GetParam().params);
    for (std::int64_t gap_bytes = 1; gap_bytes < 64; ++gap_bytes) {
        run_placed(run, lanes + 1 + gap_bytes % lanes, static_cast<std::size_t>(gap_bytes));
        if (HasFatalFailure()) return;
    }
}

TEST_P(kernel_contract, dst_may_be_src0_or_src1_or_both) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    for (const auto alias :
            {support::in_place::src0, support::in_place::src1, support::in_place::both})
        run_all(alias);
    for (const auto kept : {libselect::in_place::src0, libselect::in_place::src1})
        run_all(alias_of(kept), kept);
}

INSTANTIATE_TEST_SUITE_P(each, kernel_contract, testing::ValuesIn(all_kernel_cases()), name_of);

} // namespace
} // namespace internal
