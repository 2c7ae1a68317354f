// SPDX-License-Identifier: Apache-2.0
// dst that is src0, src1, or both: right as on copies.
#include <gtest/gtest.h>

#include "harness/run_problem.hpp"
#include "harness/type_lists.hpp"
#include "unit/type_name.hpp"

namespace {

using support::dims;
using support::operand;
using support::placement;
using support::problem;

constexpr support::in_place every_alias[] {
        support::in_place::src0, support::in_place::src1, support::in_place::both};

class in_place : public testing::TestWithParam<libselect::data_type> {
protected:
    support::random_source random_ {20240108};

    // Rows of n elements with dst's strides, over dst's own buffer.
    [[nodiscard]] static problem rows(
            std::int64_t n, support::in_place alias, const dims &strides) {
        problem made = support::dense_problem(GetParam(), {3, n}, {3, n}, {3, n});
        made.infer_dst = false;
        made.alias = alias;
        made.dst.strides = strides;
        if (src0_is_dst(made)) made.src0 = made.dst;
        if (src1_is_dst(made)) made.src1 = made.dst;
        return made;
    }
    void expect_right(problem what) {
        for (const auto side : {placement::guard::front, placement::guard::back}) {
            for (operand *tensor : {&what.cond, &what.src0, &what.src1, &what.dst})
                tensor->where.side = side;
            ASSERT_EQ(support::run(what, random_), "");
        }
    }
    [[nodiscard]] static std::int64_t longest_row() {
        return 2 * 64 / static_cast<std::int64_t>(libselect::size_of(GetParam())) + 1;
    }
};

// Dense, misaligned, with padding between rows, and with padding between elements.
TEST_P(in_place, every_size_around_the_tails_is_right) {
    for (const support::in_place alias : every_alias)
        for (std::int64_t n = 1; n <= longest_row(); ++n) {
            problem what = rows(n, alias, {n, 1});
            expect_right(what);
            what.dst.where.gap_bytes = static_cast<std::size_t>(n % 7 + 1);
            expect_right(what);
            expect_right(rows(n, alias, {n + 5, 1}));
            expect_right(rows(n, alias, {3 * n + 1, 3}));
        }
}

TEST_P(in_place, negative_and_permuted_strides_are_right) {
    for (const support::in_place alias : every_alias)
        for (const dims &strides : {dims {-40, 1}, dims {40, -1}, dims {1, 3}, dims {-1, -3}})
            expect_right(rows(37, alias, strides));
}

TEST_P(in_place, the_other_inputs_may_be_broadcast_along_any_axes) {
    for (const support::in_place alias : every_alias)
        for (const std::int64_t n : {std::int64_t {1}, longest_row(), std::int64_t {200}})
            for (const dims &strides : {dims {0, 0}, dims {1, 0}, dims {0, 1}}) {
                problem what = rows(n, alias, {n, 1});
                what.cond.strides = strides;
                expect_right(what);
                if (alias == support::in_place::both) continue;
                what = rows(n, alias, {n, 1});
                (alias == support::in_place::src0 ? what.src1 : what.src0).strides = strides;
                expect_right(what);
            }
}

TEST_P(in_place, source_of_lower_rank_over_a_dst_with_leading_ones_is_right) {
    for (const support::in_place alias : every_alias) {
        problem what = support::dense_problem(
                GetParam(), {1, 1, 77}, {1, 1, 77}, {1, 1, 77}, "multidirectional");
        what.alias = alias;
        if (src0_is_dst(what)) what.src0 = {{77}, {1}, {}};
        if (src1_is_dst(what)) what.src1 = {{1, 77}, {5, 1}, {}};
        expect_right(what);
    }
}

INSTANTIATE_TEST_SUITE_P(
        widths, in_place, testing::ValuesIn(support::type_of_every_width()), unit::type_name);

} // namespace
