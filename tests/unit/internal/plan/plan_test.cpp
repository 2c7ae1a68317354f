// SPDX-License-Identifier: Apache-2.0
// The plans of real problems, worked out by hand: loops, roles, byte strides, starts.
#include "plan/plan.hpp"

#include <gtest/gtest.h>

#include "common/text_shape.hpp"

namespace internal {
namespace {

std::string plan_text(const std::string &cond, const std::string &src0, const std::string &src1,
        const op_options &options = {}) {
    return to_string(plan_of(cond, src0, src1, options));
}

TEST(plan_plan, dense_operands_are_one_loop) {
    EXPECT_EQ(plan_text("2x3x4", "2x3x4", "2x3x4"),
            "plan: 24 elements of 4 bytes, loops 24, strides in bytes: cond full 1, src0 full 4, "
            "src1 full 4, dst full 4");
}

TEST(plan_plan, distilbert_mask_merges_heads_and_queries) {
    EXPECT_EQ(plan_text("8x1x1x128", "scalar", "8x12x128x128"),
            "plan: 1572864 elements of 4 bytes, loops 8x1536x128, strides in bytes: "
            "cond full 128x0x1, src0 constant 0x0x0, src1 full 786432x512x4, "
            "dst full 786432x512x4");
}

TEST(plan_plan, gpt_causal_mask_merges_queries_and_keys) {
    EXPECT_EQ(plan_text("1x1x32x33", "1x16x32x33", "scalar"),
            "plan: 16896 elements of 4 bytes, loops 16x1056, strides in bytes: cond full 0x1, "
            "src0 full 4224x4, src1 constant 0x0, dst full 4224x4");
}

TEST(plan_plan, gemma_decode_is_one_loop) {
    EXPECT_EQ(plan_text("1x8x2x1x256", "1x8x2x1x256", "1"),
            "plan: 4096 elements of 4 bytes, loops 4096, strides in bytes: cond full 1, "
            "src0 full 4, src1 constant 0, dst full 4");
}

TEST(plan_plan, decode_of_a_batch_keeps_batch_heads_and_keys) {
    EXPECT_EQ(plan_text("32x1x1x4096", "32x32x1x4096", "1", {.type = libselect_bf16}),
            "plan: 4194304 elements of 2 bytes, loops 32x32x4096, strides in bytes: "
            "cond full 4096x0x1, src0 full 262144x8192x2, src1 constant 0x0x0, "
            "dst full 262144x8192x2");
}

TEST(plan_plan, a_cond_per_row_is_scalar_in_the_row) {
    EXPECT_EQ(plan_text("4096x1", "4096x1024", "4096x1024"),
            "plan: 4194304 elements of 4 bytes, loops 4096x1024, strides in bytes: "
            "cond constant 1x0, src0 full 4096x4, src1 full 4096x4, dst full 4096x4");
}

TEST(plan_plan, a_bias_per_channel_merges_height_and_width) {
    EXPECT_EQ(plan_text("8x64x56x56", "1x64x1x1", "8x64x56x56"),
            "plan: 1605632 elements of 4 bytes, loops 8x64x3136, strides in bytes: "
            "cond full 200704x3136x1, src0 constant 0x4x0, src1 full 802816x12544x4, "
            "dst full 802816x12544x4");
}

TEST(plan_plan, an_rgb_image_merges_height_and_width_and_keeps_channels) {
    EXPECT_EQ(plan_text("1080x1920x1", "1080x1920x3", "3", {.type = libselect_u8}),
            "plan: 6220800 elements of 1 bytes, loops 2073600x3, strides in bytes: cond constant "
            "1x0, "
            "src0 full 3x1, src1 full 0x1, dst full 3x1");
}

TEST(plan_plan, an_outer_combination_has_one_scalar_and_one_repeated_row) {
    EXPECT_EQ(plan_text("512x512", "512x1", "1x512"),
            "plan: 262144 elements of 4 bytes, loops 512x512, strides in bytes: cond full 512x1, "
            "src0 constant 4x0, src1 full 0x4, dst full 2048x4");
}

TEST(plan_plan, multidirectional_broadcasts_the_sources_along_cond) {
    EXPECT_EQ(plan_text("3x1", "4", "scalar",
                      {.attr = {libselect_auto_broadcast_multidirectional, -1}}),
            "plan: 12 elements of 4 bytes, loops 3x4, strides in bytes: cond constant 1x0, "
            "src0 full 0x4, src1 constant 0x0, dst full 16x4");
}

TEST(plan_plan, a_pdpd_axis_places_an_input_in_the_middle) {
    EXPECT_EQ(plan_text("3x4", "2x3x4x5", "scalar", {.attr = {libselect_auto_broadcast_pdpd, 1}}),
            "plan: 120 elements of 4 bytes, loops 2x12x5, strides in bytes: cond constant 0x1x0, "
            "src0 full 240x20x4, src1 constant 0x0x0, dst full 240x20x4");
}

TEST(plan_plan, a_transposed_source_is_strided) {
    EXPECT_EQ(plan_text("2048x2048", "2048x2048:1x2048", "2048x2048"),
            "plan: 4194304 elements of 4 bytes, loops 2048x2048, strides in bytes: "
            "cond full 2048x1, src0 strided 4x8192, src1 full 8192x4, dst full 8192x4");
}

TEST(plan_plan, padded_rows_stay_rows) {
    EXPECT_EQ(plan_text("4x6", "4x6:8x1", "1"),
            "plan: 24 elements of 4 bytes, loops 4x6, strides in bytes: cond full 6x1, "
            "src0 full 32x4, src1 constant 0x0, dst full 24x4");
}

TEST(plan_plan, a_negative_stride_of_an_input_stays) {
    EXPECT_EQ(plan_text("3x4", "3x4:-4x1", "3x4:4x-1"),
            "plan: 12 elements of 4 bytes, loops 3x4, strides in bytes: cond full 4x1, "
            "src0 full -16x4, src1 strided 16x-4, dst full 16x4");
}

TEST(plan_plan, loops_go_the_way_of_most_operands) {
    EXPECT_EQ(plan_text("4", "4", "4:-1", {.dst = "4:-1"}),
            "plan: 4 elements of 4 bytes, loops 4, strides in bytes: cond strided -1 start 3, "
            "src0 strided -4 start 12, src1 full 4 start -12, dst full 4 start -12");
    EXPECT_EQ(plan_text("3x4", "scalar", "3x4", {.dst = "3x4:-4x1"}),
            "plan: 12 elements of 4 bytes, loops 3x4, strides in bytes: cond full 4x1, "
            "src0 constant 0x0, src1 full 16x4, dst full -16x4");
    EXPECT_EQ(plan_text("4:-1", "4:-1", "4:-1", {.dst = "4:2"}),
            "plan: 4 elements of 4 bytes, loops 4, strides in bytes: cond full 1 start -3, "
            "src0 full 4 start -12, src1 full 4 start -12, dst strided -8 start 24");
}

TEST(plan_plan, loops_follow_the_memory_of_dst) {
    EXPECT_EQ(plan_text("3x4", "3x4", "3x4:1x3", {.dst = "3x4:1x3"}),
            "plan: 12 elements of 4 bytes, loops 4x3, strides in bytes: cond strided 1x4, "
            "src0 strided 4x16, src1 full 12x4, dst full 12x4");
}

TEST(plan_plan, operands_permuted_alike_are_one_loop) {
    EXPECT_EQ(plan_text("2x3x4:1x2x6", "2x3x4:1x2x6", "2x3x4:1x2x6", {.dst = "2x3x4:1x2x6"}),
            "plan: 24 elements of 4 bytes, loops 24, strides in bytes: cond full 1, src0 full 4, "
            "src1 full 4, dst full 4");
}

TEST(plan_plan, a_dst_with_gaps_is_strided) {
    EXPECT_EQ(plan_text("4x3", "4x3", "1", {.dst = "4x3:6x2"}),
            "plan: 12 elements of 4 bytes, loops 12, strides in bytes: cond full 1, src0 full 4, "
            "src1 constant 0, dst strided 8");
}

TEST(plan_plan, a_given_stride_of_0_is_a_broadcast) {
    EXPECT_EQ(plan_text("4x3", "4x3:0x1", "4x3:1x0"), plan_text("4x3", "1x3", "4x1"));
}

TEST(plan_plan, strides_of_dims_of_1_do_not_matter) {
    EXPECT_EQ(plan_text("2x1x3:3x99x1", "2x1x3:3x-5x1", "1:7", {.dst = "2x1x3:3x0x1"}),
            plan_text("6", "6", "1"));
}

TEST(plan_plan, one_element_is_a_loop_of_1) {
    constexpr const char *expected =
            "plan: 1 elements of 4 bytes, loops 1, strides in bytes: cond constant 0, "
            "src0 constant 0, src1 constant 0, dst full 4";
    EXPECT_EQ(plan_text("scalar", "scalar", "scalar"), expected);
    EXPECT_EQ(plan_text("1x1x1", "1x1x1", "1"),
            plan_text("scalar", "1x1x1", "1", {.dst = "1x1x1:9x8x-7"}));
    EXPECT_EQ(plan_text("1", "1x1x1", "1"), expected);
}

TEST(plan_plan, no_elements_need_no_loop) {
    for (const char *dims : {"0", "2x0x3", "0x9223372036854775807x9223372036854775807"}) {
        EXPECT_EQ(plan_text("1", dims, "1"), "plan: 0 elements of 4 bytes");
        EXPECT_TRUE(libselect::make_plan(op_of("1", dims, "1")).is_empty());
    }
}

TEST(plan_plan, rank_64_collapses) {
    std::string dims = "2";
    for (int axis = 1; axis < 63; ++axis)
        dims += "x1";
    dims += "x3";
    EXPECT_EQ(plan_text(dims, dims, "1"),
            "plan: 6 elements of 4 bytes, loops 6, strides in bytes: cond full 1, src0 full 4, "
            "src1 constant 0, dst full 4");
}

TEST(plan_plan, rank_64_with_nothing_to_merge_keeps_its_loops) {
    // 32 axes of 2 whose cond alternates between present and broadcast, with axes of 1 between
    // them.
    std::string cond, dims;
    for (int pair = 0; pair < 32; ++pair) {
        cond += pair % 2 == 0 ? "x2x1" : "x1x1";
        dims += "x2x1";
    }
    const libselect::plan made = libselect::make_plan(
            op_of(cond.substr(1), dims.substr(1), "1", {.type = libselect_u8}));
    EXPECT_EQ(made.rank, 32);
    EXPECT_EQ(made.n_elems, std::int64_t {1} << 32U);
}

TEST(plan_plan, spans_tell_the_bytes_of_each_operand) {
    const libselect::plan made =
            libselect::make_plan(op_of("3x4", "3x4:-4x1", "1", {.dst = "3x4:8x-1"}));
    EXPECT_EQ(made.spans[libselect::cond], (libselect::byte_span {0, 12}));
    EXPECT_EQ(made.spans[libselect::src0], (libselect::byte_span {-32, 16}));
    EXPECT_EQ(made.spans[libselect::src1], (libselect::byte_span {0, 4}));
    EXPECT_EQ(made.spans[libselect::dst], (libselect::byte_span {-12, 68}));
}

TEST(plan_plan, role_names_are_those_of_the_texts) {
    EXPECT_STREQ(libselect::role_name(libselect::role::full), "full");
    EXPECT_STREQ(libselect::role_name(libselect::role::constant), "constant");
    EXPECT_STREQ(libselect::role_name(libselect::role::strided), "strided");
}

} // namespace
} // namespace internal
