// SPDX-License-Identifier: Apache-2.0
// Every length of a row around one and two vectors, at every misalignment, against guard pages.
#include <gtest/gtest.h>

#include <array>

#include "harness/run_problem.hpp"
#include "harness/type_lists.hpp"
#include "unit/type_name.hpp"

namespace {

using support::dims;
using support::operand;
using support::placement;
using support::problem;

class sizes : public testing::TestWithParam<libselect::data_type> {
protected:
    support::random_source random_ {20240101};

    [[nodiscard]] static std::int64_t elems_per_vector() {
        return 64 / static_cast<std::int64_t>(libselect::size_of(GetParam()));
    }

    // One row of n elements. Bit 0 of `scalars` gives cond a stride of 0, bit 1 src0, bit 2 src1.
    [[nodiscard]] static problem row(std::int64_t n, unsigned scalars) {
        problem made = support::dense_problem(GetParam(), {n}, {n}, {n});
        if ((scalars & 1U) != 0) made.cond.strides = {0};
        if ((scalars & 2U) != 0) made.src0.strides = {0};
        if ((scalars & 4U) != 0) made.src1.strides = {0};
        return made;
    }
};

constexpr std::array<placement::guard, 2> both_guards {
        placement::guard::front, placement::guard::back};

TEST_P(sizes, every_size_and_every_subset_of_scalars_is_right_against_both_guards) {
    for (std::int64_t n = 0; n <= 2 * elems_per_vector() + 1; ++n)
        for (unsigned scalars = 0; scalars < 8; ++scalars)
            for (const placement::guard side : both_guards) {
                problem what = row(n, scalars);
                place(what, side, 0);
                ASSERT_EQ(support::run(what, random_), "");
            }
}

TEST_P(sizes, each_operand_may_be_misaligned_alone) {
    for (std::int64_t n = 1; n <= 2 * elems_per_vector() + 1; ++n)
        for (unsigned scalars = 0; scalars < 8; ++scalars)
            for (std::size_t i = 0; i < 4; ++i)
                for (const std::size_t gap_bytes : {1U, 3U, 29U}) {
                    problem what = row(n, scalars);
                    place(what, placement::guard::front, 0);
                    operands(what)[i]->where.gap_bytes = gap_bytes;
                    ASSERT_EQ(support::run(what, random_), "");
                }
}

TEST_P(sizes, all_operands_may_be_misaligned_differently) {
    constexpr std::array<std::size_t, 6> gaps_bytes {0, 1, 3, 7, 21, 45};
    for (std::int64_t n = 1; n <= 2 * elems_per_vector() + 1; ++n)
        for (unsigned scalars = 0; scalars < 8; ++scalars)
            for (std::size_t shift = 0; shift < gaps_bytes.size(); ++shift) {
                problem what = row(n, scalars);
                for (std::size_t i = 0; i < 4; ++i)
                    operands(what)[i]->where = {
                            both_guards[shift % 2], gaps_bytes[(shift + i) % gaps_bytes.size()]};
                ASSERT_EQ(support::run(what, random_), "");
            }
}

TEST_P(sizes, every_size_is_right_in_rows_with_padding) {
    for (std::int64_t n = 1; n <= 2 * elems_per_vector() + 1; ++n)
        for (unsigned scalars = 0; scalars < 8; ++scalars)
            for (const placement::guard side : both_guards) {
                problem what = support::dense_problem(GetParam(), {3, n}, {3, n}, {3, n});
                const bool odd = n % 2 != 0;
                what.cond.strides = {n + 1, (scalars & 1U) != 0 ? 0 : 1};
                what.src0.strides = {odd ? n + 2 : n, (scalars & 2U) != 0 ? 0 : 1};
                what.src1.strides = {odd ? n : n + 5, (scalars & 4U) != 0 ? 0 : 1};
                what.dst.strides = {n + 3, 1};
                what.infer_dst = false;
                place(what, side, 0);
                ASSERT_EQ(support::run(what, random_), "");
            }
}

TEST_P(sizes, powers_of_two_and_their_neighbours_are_right) {
    for (std::int64_t power = 64; power <= 16384; power *= 2)
        for (const std::int64_t n : {power - 1, power, power + 1})
            for (unsigned scalars = 0; scalars < 8; ++scalars) {
                problem what = row(n, scalars);
                place(what, both_guards[scalars % 2], 0);
                ASSERT_EQ(support::run(what, random_), "");
            }
}

INSTANTIATE_TEST_SUITE_P(
        widths, sizes, testing::ValuesIn(support::type_of_every_width()), unit::type_name);

} // namespace
