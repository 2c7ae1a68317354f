// SPDX-License-Identifier: Apache-2.0
// The examples of the specification of conditions.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "unit/truth.hpp"

namespace {

using libselect::arg;
using libselect::compare;
using libselect::data_type;
using libselect::logical_tensor;
using unit::truth;

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

TEST(condition_examples, causal) {
    EXPECT_EQ(truth(libselect::causal(), {}, {3, 3}), "TFFTTFTTT");
    EXPECT_EQ(truth(libselect::causal(2), {}, {2, 4}), "TTTFTTTT");
}

TEST(condition_examples, window) {
    EXPECT_EQ(truth(libselect::window(1, 0), {}, {3, 3}), "TFFTTFFTT");
}

TEST(condition_examples, lengths) {
    const std::int32_t ends[] {0, 2, 9};
    const logical_tensor end(data_type::s32, {3, 1});
    EXPECT_EQ(truth(libselect::lengths(end), {{arg::end, ends}}, {3, 4}), "FFFFTTFFTTTT");
}

TEST(condition_examples, begin_and_end) {
    libselect::interval positions;
    positions.begin = logical_tensor(data_type::s64, {1});
    positions.end = logical_tensor(data_type::s32, {1});
    const std::int64_t begins[] {1, 3};
    const std::int32_t ends[] {3, 1};
    EXPECT_EQ(truth(positions, {{arg::begin, &begins[0]}, {arg::end, &ends[0]}}, {4}), "FTTF");
    EXPECT_EQ(truth(positions, {{arg::begin, &begins[1]}, {arg::end, &ends[1]}}, {4}), "FFFF");
}

TEST(condition_examples, no_bound_is_true_everywhere) {
    EXPECT_EQ(truth(libselect::interval(), {}, {2, 3}), "TTTTTT");
}

TEST(condition_examples, bits) {
    const std::uint8_t bytes[] {0x05, 0xa0, 0x28};
    const logical_tensor little(data_type::u1, {3});
    const logical_tensor big(data_type::u1_msb, {3});
    const logical_tensor shifted(data_type::u1, {3}, {1}, 3);
    EXPECT_EQ(truth(little, {{arg::cond, &bytes[0]}}, {3}), "TFT");
    EXPECT_EQ(truth(big, {{arg::cond, &bytes[1]}}, {3}), "TFT");
    EXPECT_EQ(truth(shifted, {{arg::cond, &bytes[2]}}, {3}), "TFT");
}

TEST(condition_examples, comparison_by_value) {
    const float lhs[] {1, nan_value, -0.0F}, rhs[] {1, nan_value, 0};
    const logical_tensor three(data_type::f32, {3});
    const std::vector<unit::given> sides {{arg::lhs, lhs}, {arg::rhs, rhs}};
    EXPECT_EQ(truth(compare(three, "eq", three), sides, {3}), "TFT");
    EXPECT_EQ(truth(compare(three, "ne", three), sides, {3}), "FTF");
    EXPECT_EQ(truth(compare(three, "<=", three), sides, {3}), "TFT");
    EXPECT_EQ(truth(compare(three, ">", three), sides, {3}), "FFF");
}

TEST(condition_examples, comparison_of_integers_that_f64_cannot_hold) {
    const std::int64_t lhs = 9007199254740993, rhs = 9007199254740992;
    const logical_tensor scalar(data_type::s64, {});
    EXPECT_EQ(truth(compare(scalar, "gt", scalar), {{arg::lhs, &lhs}, {arg::rhs, &rhs}}, {}), "T");
}

TEST(condition_examples, nonzero) {
    const float values[] {0, -0.0F, nan_value, 1e-45F};
    const logical_tensor four(data_type::f32, {4});
    EXPECT_EQ(truth(libselect::nonzero(four), {{arg::cond, values}}, {4}), "FFTT");
}

TEST(condition_examples, sides_of_a_comparison_broadcast_to_each_other) {
    const std::int32_t rows[] {0, 1, 2}, columns[] {0, 1, 2, 3};
    const libselect::condition below = compare(
            logical_tensor(data_type::s32, {3, 1}), "ge", logical_tensor(data_type::s32, {4}));
    EXPECT_EQ(truth(below, {{arg::lhs, rows}, {arg::rhs, columns}}, {3, 4}), "TFFFTTFFTTTF");
}

TEST(condition_examples, pdpd_places_each_side_by_the_axis) {
    const std::int32_t lhs[] {0, 1}, rhs[] {1, 0, 1, 0, 1, 0};
    const libselect::condition equal = compare(
            logical_tensor(data_type::s32, {2}), "eq", logical_tensor(data_type::s32, {2, 3}));
    const libselect::attributes by_zero("pdpd", 0);
    EXPECT_EQ(truth(equal, {{arg::lhs, lhs}, {arg::rhs, rhs}}, {2, 3}, by_zero), "FTFFTF");
}

TEST(condition_examples, columns_may_be_any_axis) {
    libselect::interval positions = libselect::causal();
    positions.axis = 0;
    positions.row_axis = 2;
    // col = i, row = k of 3 x 1 x 2: i <= k.
    EXPECT_EQ(truth(positions, {}, {3, 1, 2}), "TTFTFF");
}

} // namespace
