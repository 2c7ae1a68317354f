// SPDX-License-Identifier: Apache-2.0
// Shape inference in tables from semantics.md: ranks above those of the exhaustive test, unknown
// ranks, and the whole sentence of each refusal.
#include "op/infer_shape.hpp"

#include <gtest/gtest.h>

#include "common/expect_failure.hpp"
#include "common/text_shape.hpp"

namespace internal {
namespace {

using libselect::auto_broadcast;

constexpr auto none = libselect_auto_broadcast_none;
constexpr auto numpy = libselect_auto_broadcast_numpy;
constexpr auto multidirectional = libselect_auto_broadcast_multidirectional;
constexpr auto pdpd = libselect_auto_broadcast_pdpd;

struct shape_row {
    const char *cond, *src0, *src1;
    std::string expected; // dst, or what a refusal says before its rule
    std::int64_t axis = -1;
};

// The dims of dst, or the refusal.
std::string outcome(auto_broadcast mode, const shape_row &row) {
    std::string dst;
    const std::string refused = failure_of([&] {
        dst = to_string(libselect::infer_shape(parse_shape(row.cond), parse_shape(row.src0),
                parse_shape(row.src1), {mode, row.axis}));
    });
    return dst + refused;
}

void expect_dst(auto_broadcast mode, const std::vector<shape_row> &rows) {
    for (const shape_row &row : rows)
        EXPECT_EQ(outcome(mode, row), row.expected)
                << "cond " << row.cond << " src0 " << row.src0 << " src1 " << row.src1;
}

void expect_refused(
        auto_broadcast mode, const std::string &rule, const std::vector<shape_row> &rows) {
    const std::string end = rule + " (auto_broadcast=" + libselect::auto_broadcast_name(mode) + ")";
    for (const shape_row &row : rows)
        EXPECT_EQ(outcome(mode, row), "invalid_shape: " + row.expected + "; " + end)
                << "cond " << row.cond << " src0 " << row.src0 << " src1 " << row.src1;
}

TEST(op_infer_shape, numpy_broadcasts_sources_to_each_other_and_cond_into_dst) {
    expect_dst(numpy,
            {{"1", "2x3x4x5", "scalar", "2x3x4x5"}, {"scalar", "scalar", "2x3x4x5", "2x3x4x5"},
                    {"1", "4x5", "2x3x1x1", "2x3x4x5"}, {"1", "2x1x4x1", "1x3x1x5", "2x3x4x5"},
                    {"3x1x5", "2x3x4x5", "1", "2x3x4x5"}, {"1x1x1x1", "2x3x4x5", "1", "2x3x4x5"},
                    {"1x1x1x128", "scalar", "1x12x128x128", "1x12x128x128"},
                    {"8x1x1x128", "scalar", "8x12x128x128", "8x12x128x128"},
                    {"1x1x32x33", "1x16x32x33", "scalar", "1x16x32x33"},
                    {"1x8x2x1x256", "1x8x2x1x256", "1", "1x8x2x1x256"}});
}

TEST(op_infer_shape, multidirectional_lets_cond_enlarge_dst) {
    expect_dst(multidirectional,
            {{"2x3x4x5", "scalar", "scalar", "2x3x4x5"}, {"3x1x1", "4x1", "5", "3x4x5"}});
}

TEST(op_infer_shape, pdpd_fits_every_placement_of_the_specification) {
    const std::string dst = "2x3x4x5";
    expect_dst(pdpd,
            {{"1", "2x3x4x5", "3x4", dst, 1}, {"1", "2x3x4x5", "3x1", dst, 1},
                    {"scalar", "2x3x4x5", "4x5", dst, 2}, {"scalar", "2x3x4x5", "4x5", dst, -1},
                    {"scalar", "2x3x4x5", "1x3", dst, 0}, {"5", "2x3x4x5", "5", dst, 3},
                    {"4x5", "2x3x4x5", "5", dst, -1}, {"scalar", "2x3x4x5", "scalar", dst, 4},
                    {"2x3x4x5", "2x3x4x5", "2x3x4x5", dst, 0}});
}

TEST(op_infer_shape, works_up_to_rank_64) {
    std::string wide = "2";
    for (int axis = 1; axis < 64; ++axis)
        wide += "x1";
    for (const auto mode : {numpy, multidirectional})
        expect_dst(mode, {{"scalar", "scalar", wide.c_str(), wide},
                                 {wide.c_str(), wide.c_str(), wide.c_str(), wide}});
}

TEST(op_infer_shape, first_axis_aligns_on_the_right_unless_pdpd_names_an_axis) {
    EXPECT_EQ(libselect::first_axis(2, 4, {}), 2);
    EXPECT_EQ(libselect::first_axis(0, 4, {}), 4);
    EXPECT_EQ(libselect::first_axis(2, 4, {pdpd, -1}), 2);
    EXPECT_EQ(libselect::first_axis(2, 4, {pdpd, 1}), 1);
}

// What is known although a rank is not.
TEST(op_infer_shape, an_unknown_rank_leaves_what_the_others_know) {
    expect_dst(numpy, {{"4x5", "*", "5", "*"}, {"4x5", "5", "*", "*"}, {"*", "*", "*", "*"},
                              {"*", "4x5", "5", "4x5"}, {"*", "?", "1", "?"}});
    expect_dst(none, {{"*", "2x?", "?x3", "2x3"}, {"?x3", "*", "*", "?x3"},
                             {"*", "*", "scalar", "scalar"}, {"*", "*", "*", "*"}});
    expect_dst(multidirectional,
            {{"*", "2x3", "2x3", "*"}, {"2x3", "*", "2x3", "*"}, {"2x3", "2x3", "*", "*"}});
    expect_dst(pdpd, {{"2x3", "*", "2x3", "*"}, {"*", "2x3", "*", "2x3"},
                             {"*", "?x3", "1x3", "?x3"}, {"*", "2x3", "*", "2x3", 2}});
}

TEST(op_infer_shape, none_refuses_what_differs) {
    expect_refused(none, "dims must be the same",
            {{"2x3", "2x4", "2x3", "src0: dim 1 is 4, cond dim 1 is 3"},
                    {"2x3", "2x3", "5x3", "src1: dim 0 is 5, cond dim 0 is 2"},
                    {"2x3", "1x3", "2x3", "src0: dim 0 is 1, cond dim 0 is 2"},
                    {"*", "2x?", "3x3", "src1: dim 0 is 3, src0 dim 0 is 2"},
                    {"?", "3", "4", "src1: dim 0 is 4, src0 dim 0 is 3"}});
    expect_refused(none, "ranks must be the same",
            {{"2x3", "2x3", "3", "src1: rank is 1, cond rank is 2"},
                    {"scalar", "1", "1", "src0: rank is 1, cond rank is 0"},
                    {"?x?", "*", "?", "src1: rank is 1, cond rank is 2"}});
}

TEST(op_infer_shape, numpy_refuses_sources_that_do_not_fit_each_other) {
    expect_refused(numpy, "dims must be equal or 1",
            {{"1", "2x3", "2x4", "src1: dim 1 is 4, src0 dim 1 is 3"},
                    {"1", "2x3x4", "5x4", "src1: dim 0 is 5, src0 dim 1 is 3"},
                    {"1", "5", "2x4", "src1: dim 1 is 4, src0 dim 0 is 5"},
                    {"1", "0", "2", "src1: dim 0 is 2, src0 dim 0 is 0"}});
}

TEST(op_infer_shape, numpy_refuses_a_cond_that_would_enlarge_dst) {
    expect_refused(numpy, "cond may not enlarge dst",
            {{"3x5", "2x3x4x5", "1", "cond: dim 0 is 3, dst dim 2 is 4"},
                    {"2x1", "1", "1", "cond: rank is 2, dst rank is 1"},
                    {"1x1", "1", "1", "cond: rank is 2, dst rank is 1"},
                    {"3x1", "1x1", "1", "cond: dim 0 is 3, dst dim 0 is 1"},
                    {"0", "1", "1", "cond: dim 0 is 0, dst dim 0 is 1"},
                    {"2", "0", "1", "cond: dim 0 is 2, dst dim 0 is 0"},
                    // What can only be wrong, whatever is unknown.
                    {"4", "?", "3", "cond: dim 0 is 4, dst dim 0 is 3"},
                    {"?x3", "?", "3", "cond: rank is 2, dst rank is 1"},
                    {"?x2", "1x1", "?x1", "cond: dim 1 is 2, dst dim 1 is 1"},
                    {"5", "*", "3x4", "cond: dim 0 is 5, src1 dim 1 is 4"},
                    {"2x1", "0x7", "*", "cond: dim 0 is 2, src0 dim 0 is 0"}});
}

TEST(op_infer_shape, multidirectional_refuses_dims_that_differ_and_are_not_1) {
    expect_refused(multidirectional, "dims must be equal or 1",
            {{"1", "2x3", "2x4", "src1: dim 1 is 4, src0 dim 1 is 3"},
                    {"5x3", "2x3", "1", "cond: dim 0 is 5, dst dim 0 is 2"},
                    {"7x5x3", "2x3", "1", "cond: dim 1 is 5, dst dim 0 is 2"},
                    {"0", "2", "1", "cond: dim 0 is 0, dst dim 0 is 2"},
                    {"4", "*", "3", "cond: dim 0 is 4, src1 dim 0 is 3"},
                    {"4", "3", "*", "cond: dim 0 is 4, src0 dim 0 is 3"}});
}

TEST(op_infer_shape, pdpd_refuses_an_axis_that_is_not_in_src0) {
    for (const std::int64_t axis : {std::int64_t {-2}, INT64_MIN})
        EXPECT_EQ(outcome(pdpd, {"1", "2x3", "1", "", axis}),
                "invalid_shape: axis: is " + std::to_string(axis)
                        + "; it must be >= -1 (auto_broadcast=pdpd)");
    expect_refused(pdpd, "an input may not begin after src0",
            {{"*", "2x3", "*", "axis: is 3, src0 rank is 2", 3}});
}

TEST(op_infer_shape, pdpd_refuses_an_input_of_higher_rank_than_src0) {
    expect_refused(pdpd, "an input may not have more dims than src0",
            {{"1", "2x3", "1x2x3", "src1: rank is 3, src0 rank is 2"},
                    {"1x1x1", "2x3", "1", "cond: rank is 3, src0 rank is 2"},
                    {"?x?", "?", "1", "cond: rank is 2, src0 rank is 1"}});
}

TEST(op_infer_shape, pdpd_refuses_an_input_that_ends_after_src0) {
    expect_refused(pdpd, "an input may not end after src0",
            {{"2x4", "2x4", "4", "cond: axis 1 + rank 2 is beyond src0 rank 2", 1},
                    {"1", "2x3x4x5", "4x5", "src1: axis 3 + rank 2 is beyond src0 rank 4", 3},
                    {"scalar", "2x3", "scalar", "src1: axis 3 + rank 0 is beyond src0 rank 2", 3},
                    {"scalar", "2x3", "1",
                            "src1: axis 9223372036854775807 + rank 1 is beyond src0 rank 2",
                            INT64_MAX},
                    {"1", "?x?", "?x?", "src1: axis 1 + rank 2 is beyond src0 rank 2", 1}});
}

TEST(op_infer_shape, pdpd_refuses_a_dim_that_is_neither_src0s_nor_1) {
    expect_refused(pdpd, "dims must be equal to src0's or 1",
            {{"1", "8x1x6x1", "7x1x5", "src1: dim 0 is 7, src0 dim 1 is 1", 1},
                    {"2", "2x3x4x5", "4x5", "cond: dim 0 is 2, src0 dim 3 is 5"},
                    {"1", "2x1", "2x3", "src1: dim 1 is 3, src0 dim 1 is 1"},
                    {"1", "2x3", "0", "src1: dim 0 is 0, src0 dim 1 is 3"},
                    {"?x2", "?x3", "1", "cond: dim 1 is 2, src0 dim 1 is 3"}});
}

TEST(op_infer_shape, pdpd_refuses_inputs_that_no_src0_takes) {
    expect_refused(pdpd, "both are broadcast into src0, so their dims there must be equal or 1",
            {{"3", "?", "2", "cond: dim 0 is 3, src1 dim 0 is 2"},
                    {"2x4", "*", "5", "cond: dim 1 is 4, src1 dim 0 is 5"},
                    {"3", "*", "4x2", "cond: dim 0 is 3, src1 dim 0 is 4", 0}});
    EXPECT_EQ(outcome(pdpd, {"3x4", "*", "1", "", 63}),
            "invalid_shape: cond: axis 63 + rank 2 is beyond the largest rank 64 "
            "(auto_broadcast=pdpd)");
    EXPECT_EQ(outcome(pdpd, {"*", "*", "*", "", 65}),
            "invalid_shape: src1: axis 65 + rank 0 is beyond the largest rank 64 "
            "(auto_broadcast=pdpd)");
    expect_dst(pdpd, {{"3x1", "*", "4", "*"}, {"0", "*", "1", "*"}});
}

TEST(op_infer_shape, names_the_shape_of_a_mask_that_stands_at_the_first_dims) {
    const auto hint = [](libselect_auto_broadcast_t mode, const char *cond, const char *src0) {
        const std::string text = outcome(mode, {cond, src0, "1", ""});
        const std::size_t at = text.find("; if it stands at dim 0");
        return at == std::string::npos ? "" : text.substr(at);
    };
    for (const auto mode : {numpy, multidirectional}) {
        EXPECT_EQ(hint(mode, "2x8", "2x4x8x8"), "; if it stands at dim 0, write 2x1x1x8");
        EXPECT_EQ(hint(mode, "2x4", "2x4x8x8"), "; if it stands at dim 0, write 2x4x1x1");
        EXPECT_EQ(hint(mode, "2", "2x8"), "; if it stands at dim 0, write 2x1");
        EXPECT_EQ(hint(mode, "2x1", "2x4x8"), "; if it stands at dim 0, write 2x1x1");
        EXPECT_EQ(hint(mode, "3x8", "2x4x8x8"), "");
        EXPECT_EQ(hint(mode, "2x7", "2x4x8x8"), "");
        EXPECT_EQ(hint(mode, "2x7", "2x8"), "");
    }
    EXPECT_EQ(hint(pdpd, "2x8", "2x4x8x8"), "");
}

} // namespace
} // namespace internal
