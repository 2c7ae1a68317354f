// SPDX-License-Identifier: Apache-2.0
// Intervals: every small one, every axis, begins and ends of any value, and the widest sums.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "harness/oracle.hpp"
#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"
#include "harness/type_lists.hpp"
#include "unit/truth.hpp"
#include "unit/type_name.hpp"

namespace {

using support::dims;
using support::operand;
using support::placement;
using support::problem;
using bound = std::optional<std::int64_t>;

class condition_interval : public testing::TestWithParam<libselect::data_type> {
protected:
    support::random_source random_ {20261104};

    [[nodiscard]] static problem full(const dims &extents) {
        problem made = support::dense_problem(GetParam(), extents, extents, extents);
        made.rule = {.kind = libselect_condition_interval, .type = libselect_undef};
        return made;
    }
    static operand dense(const dims &extents) {
        return {extents, support::dense_strides(extents), {}};
    }
    void expect_right(problem what) {
        for (const auto side : {placement::guard::front, placement::guard::back}) {
            place(what, side, side == placement::guard::front ? 0 : 5);
            ASSERT_EQ(support::run(what, random_), "");
        }
    }
    void expect_right_in_and_out_of_place(problem what) {
        for (const auto alias : {support::in_place::no, support::in_place::src0,
                     support::in_place::src1, support::in_place::both}) {
            what.alias = alias;
            expect_right(what);
        }
    }
};

// Rows of any length around a vector, causal from any side.
TEST_P(condition_interval, causal_of_any_size_and_offset_is_right) {
    for (const std::int64_t n : {1, 2, 3, 7, 8, 15, 16, 17, 33, 64, 65, 130})
        for (const std::int64_t offset :
                {-n, std::int64_t {-1}, std::int64_t {0}, std::int64_t {3}, n}) {
            problem what = full({9, n});
            what.rule.upper = offset;
            expect_right_in_and_out_of_place(what);
            std::swap(what.rule.lower, what.rule.upper);
            expect_right_in_and_out_of_place(what);
        }
}

TEST_P(condition_interval, windows_of_any_width_are_right) {
    for (const std::int64_t n : {1, 5, 32, 67})
        for (const std::int64_t left : {0, 1, 5, 40})
            for (const std::int64_t right : {-3, 0, 2, 33}) {
                problem what = full({2, 11, n});
                what.rule.lower = -left;
                what.rule.upper = right;
                expect_right_in_and_out_of_place(what);
            }
}

TEST_P(condition_interval, any_two_axes_are_right) {
    for (int axis = -4; axis < 4; ++axis)
        for (int row_axis = -4; row_axis < 4; ++row_axis) {
            if ((axis + 4) % 4 == (row_axis + 4) % 4) continue;
            problem what = full({3, 5, 4, 6});
            what.rule.axis = axis;
            what.rule.row_axis = row_axis;
            what.rule.lower = -1;
            what.rule.upper = 1;
            expect_right(what);
        }
}

// begin and end of every broadcast and of both types.
TEST_P(condition_interval, begins_and_ends_of_any_shape_are_right) {
    for (const dims &bounds : {dims {}, dims {1}, dims {7, 1}, dims {1, 1}, dims {5, 1, 1},
                 dims {5, 7, 1}, dims {1, 7, 1}})
        for (const auto type : {libselect_s32, libselect_s64}) {
            problem what = full({5, 7, 35});
            what.begin = what.end = dense(bounds);
            what.rule.begin = type;
            expect_right_in_and_out_of_place(what);
            what.rule.end = type == libselect_s32 ? libselect_s64 : libselect_s32;
            expect_right_in_and_out_of_place(what);
            what.rule.begin = libselect_undef;
            what.rule.upper = 20;
            expect_right_in_and_out_of_place(what);
        }
}

// The axis of the columns is not the innermost: begin and end differ along the row.
TEST_P(condition_interval, bounds_along_other_axes_are_right) {
    for (const dims &strides : {dims {35, 35, 1}, dims {-1, 3, 2}, dims {0, 0, 0}}) {
        problem what = full({5, 7, 35});
        what.rule.axis = 1;
        what.rule.end = libselect_s32;
        what.end = {{5, 1, 35}, strides, {}};
        what.end.offset = 11;
        expect_right_in_and_out_of_place(what);
    }
}

TEST_P(condition_interval, any_layout_of_dst_and_sources_is_right) {
    for (int i = 0; i < 200; ++i) {
        problem what = full({3, 4, 19});
        what.infer_dst = false;
        what.src0.strides = support::random_input_strides(what.src0.dims, random_);
        what.src1.strides = support::random_input_strides(what.src1.dims, random_);
        what.dst.strides = support::random_dst_strides(what.dst.dims, random_);
        what.rule.upper = random_.between(-3, 19);
        what.rule.axis = static_cast<int>(random_.below(3));
        what.rule.row_axis = (what.rule.axis + 1) % 3;
        expect_right(what);
    }
}

INSTANTIATE_TEST_SUITE_P(widths, condition_interval,
        testing::ValuesIn(support::type_of_every_width()), unit::type_name);

// By the words of the specification, in 128 bits.
std::string wanted(std::int64_t rows, std::int64_t cols, bound lower, bound upper) {
    __extension__ using wide = __int128;
    std::string text;
    for (wide row = 0; row < rows; ++row)
        for (wide col = 0; col < cols; ++col) {
            const bool above = !lower || row + *lower <= col;
            text += above && (!upper || col <= row + *upper) ? 'T' : 'F';
        }
    return text;
}

TEST(interval_bounds, every_small_one_and_the_widest_are_right) {
    using limits = std::numeric_limits<std::int64_t>;
    std::vector<bound> bounds {std::nullopt, limits::max(), limits::max() - 1, limits::min(),
            limits::min() + 1, std::int64_t {1} << 32, -(std::int64_t {1} << 32)};
    for (std::int64_t b = -5; b <= 5; ++b)
        bounds.emplace_back(b);
    for (const bound lower : bounds)
        for (const bound upper : bounds) {
            libselect::interval positions;
            positions.lower = lower;
            positions.upper = upper;
            ASSERT_EQ(unit::truth(positions, {}, {3, 4}), wanted(3, 4, lower, upper))
                    << lower.value_or(0) << ' ' << upper.value_or(0);
        }
}

TEST(interval_bounds, of_s64_are_not_cut_to_32_bits) {
    const libselect::logical_tensor column(libselect::data_type::s64, {4, 1});
    const std::int64_t values[] {std::numeric_limits<std::int64_t>::min(),
            -(std::int64_t {1} << 32) + 2, (std::int64_t {1} << 32) + 2,
            std::numeric_limits<std::int64_t>::max()};
    libselect::interval positions;
    positions.end = column;
    EXPECT_EQ(unit::truth(positions, {{libselect::arg::end, values}}, {4, 3}), "FFFFFFTTTTTT");
    positions.end.reset();
    positions.begin = column;
    EXPECT_EQ(unit::truth(positions, {{libselect::arg::begin, values}}, {4, 3}), "TTTTTTFFFFFF");
}

TEST(interval_bounds, no_column_and_no_row_is_an_empty_dst) {
    EXPECT_EQ(unit::truth(libselect::causal(), {}, {0, 3}), "");
    EXPECT_EQ(unit::truth(libselect::causal(), {}, {3, 0}), "");
}

} // namespace
