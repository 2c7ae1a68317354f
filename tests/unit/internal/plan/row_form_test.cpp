// SPDX-License-Identifier: Apache-2.0
// Which plans become fused rows or gathered blocks, and what each operand becomes in them.
#include "plan/row_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/random_op.hpp"
#include "common/text_shape.hpp"

namespace internal {
namespace {

using libselect::fused_role;
using libselect::gather_kind;
using libselect::plan;
using libselect::role;
using libselect::row_form;

row_form form_of(const std::string &cond, const std::string &src0, const std::string &src1,
        const op_options &options = {}, int vector_bytes = 64) {
    return libselect::make_row_form(plan_of(cond, src0, src1, options), vector_bytes);
}

constexpr op_options as_bytes() {
    return {.dst = "", .type = libselect_u8, .attr = {}};
}

// "fused cond repeating, src0 full copy, src1 periodic", "rows cond full elementwise, ...".
std::string words_of(const row_form &form) {
    std::string text = form.fused ? "fused" : "rows";
    for (const auto which : {libselect::cond, libselect::src0, libselect::src1}) {
        text += (which == libselect::cond ? " " : ", ")
                + std::string(libselect::operand_names[which]) + " "
                + (form.fused ? fused_role_name(form.fused_roles[which])
                              : role_name(form.roles[which]));
        if (form.gather[which] != gather_kind::none)
            text += std::string(" ") + gather_kind_name(form.gather[which]);
    }
    return text;
}

TEST(plan_row_form, a_group_is_the_fewest_rows_that_are_whole_vectors) {
    for (const int vector_bytes : {32, 64})
        for (const int elem_bytes : {1, 2, 4, 8, 16})
            for (int cols = 1; cols <= 200; ++cols) {
                const auto group = libselect::group_of(elem_bytes, cols, vector_bytes);
                int rows = 1;
                while (rows * cols * elem_bytes % vector_bytes != 0)
                    ++rows;
                EXPECT_EQ(group.rows, rows) << cols << " of " << elem_bytes;
                EXPECT_EQ(group.vectors, rows * cols * elem_bytes / vector_bytes);
            }
}

TEST(plan_row_form, an_rgb_image_is_fused) {
    const row_form form = form_of("40x50x1", "40x50x3", "3", as_bytes());
    EXPECT_EQ(words_of(form), "fused cond repeating, src0 full, src1 periodic");
    EXPECT_FALSE(form.gathers);
    EXPECT_EQ(form.block_rows, 2000);
    EXPECT_EQ(form.block_cols, 3);
    EXPECT_EQ(to_string(form), "fused rows");
    EXPECT_EQ(words_of(form_of("40x50x1", "40x50x3", "3", as_bytes(), 32)), words_of(form));
}

TEST(plan_row_form, kernels_without_vectors_get_rows_as_they_are) {
    const row_form form = form_of("40x50x1", "40x50x3:1x40x2000", "3", as_bytes(), 0);
    EXPECT_EQ(words_of(form), "rows cond constant, src0 strided, src1 full");
    EXPECT_FALSE(form.gathers);
}

TEST(plan_row_form, rows_of_dst_with_gaps_are_not_fused) {
    const op_options gaps {.dst = "2000x3:4x1", .type = libselect_u8};
    EXPECT_EQ(words_of(form_of("2000x1", "2000x3", "3", gaps)),
            "rows cond constant, src0 full, src1 full");
}

TEST(plan_row_form, rows_of_whole_vectors_are_fused_only_when_each_has_one_cond) {
    EXPECT_FALSE(form_of("16", "2000x16", "16").fused);
    EXPECT_TRUE(form_of("2000x1", "2000x8", "8").fused);
    EXPECT_FALSE(form_of("8", "2000x8", "8", {}, 32).fused);
    EXPECT_TRUE(form_of("2000x1", "2000x16", "16").fused);
}

TEST(plan_row_form, fewer_rows_than_two_groups_are_not_fused) {
    EXPECT_TRUE(form_of("128x1", "128x3", "3", as_bytes()).fused);
    EXPECT_FALSE(form_of("127x1", "127x3", "3", as_bytes()).fused);
    EXPECT_TRUE(form_of("127x1", "127x3", "3", as_bytes(), 32).fused);
    EXPECT_FALSE(form_of("63x1", "63x3", "3", as_bytes(), 32).fused);
}

TEST(plan_row_form, one_loop_is_not_fused) {
    EXPECT_FALSE(form_of("3", "3", "1", as_bytes()).fused);
    EXPECT_FALSE(form_of("3000", "3000", "1", as_bytes()).fused);
}

TEST(plan_row_form, groups_of_more_than_64_vectors_are_not_fused) {
    // Rows of odd lengths, of full conds, whose groups are as many vectors as they have elements.
    EXPECT_TRUE(form_of("9000x63", "9000x63", "63", as_bytes()).fused);
    EXPECT_FALSE(form_of("9000x65", "9000x65", "65", as_bytes()).fused);
    EXPECT_TRUE(form_of("9000x126", "9000x126", "126", as_bytes()).fused);
    EXPECT_FALSE(form_of("9000x130", "9000x130", "130", as_bytes(), 32).fused);
}

TEST(plan_row_form, rows_of_more_than_1024_bytes_are_not_fused) {
    EXPECT_TRUE(form_of("900x252", "900x252", "252").fused); // 1008 bytes
    EXPECT_FALSE(form_of("900x260", "900x260", "260").fused);
}

TEST(plan_row_form, long_rows_of_one_condition_are_not_fused) {
    EXPECT_TRUE(form_of("900x1", "900x60", "60").fused);
    EXPECT_FALSE(form_of("900x1", "900x68", "68").fused);
    EXPECT_TRUE(form_of("900x68", "900x68", "68").fused);
}

TEST(plan_row_form, operands_in_fused_rows) {
    const auto words = [](const char *src1) { return words_of(form_of("900x1", "900x6", src1)); };
    const std::string others = "fused cond repeating, src0 full, src1 ";
    EXPECT_EQ(words("900x6"), others + "full");
    EXPECT_EQ(words("6"), others + "periodic");
    EXPECT_EQ(words("900x1"), others + "repeating");
    EXPECT_EQ(words("1"), others + "constant");
    EXPECT_EQ(words("900x6:8x1"), others + "full copy");
    EXPECT_EQ(words("900x6:-6x1"), others + "full copy");
    EXPECT_EQ(words("900x6:3x1"), others + "full copy"); // rows that overlap
    EXPECT_EQ(words("900x6:1x900"), others + "full transpose");
    EXPECT_EQ(words("900x6:1x-900"), others + "full transpose");
    EXPECT_EQ(words("900x6:6x-1"), others + "full elementwise");
    EXPECT_EQ(words("900x6:12x2"), others + "full elementwise");
    EXPECT_EQ(words("900x6:-1x900"), others + "full transpose");
    EXPECT_EQ(words("900x1:2x1"), others + "repeating elementwise");
    EXPECT_EQ(words("900x1:-1x1"), others + "repeating elementwise");
    // What is gathered is full, although every row of it is the same.
    EXPECT_EQ(words("900x6:0x-1"), others + "full elementwise");
    EXPECT_EQ(words("900x6:0x2"), others + "full elementwise");
}

// The kernel for a few columns stores the rows of out upwards.
TEST(plan_row_form, a_few_columns_are_transposed_forwards_only) {
    const auto words = [](const char *src1) { return words_of(form_of("900x1", "900x4", src1)); };
    const std::string others = "fused cond repeating, src0 full, src1 ";
    EXPECT_EQ(words("900x4:1x900"), others + "full transpose");
    EXPECT_EQ(words("900x4:1x-900"), others + "full transpose");
    EXPECT_EQ(words("900x4:-1x900"), others + "full elementwise");
}

TEST(plan_row_form, conds_in_fused_rows_have_a_width_of_their_own) {
    const auto words = [](const char *cond) { return words_of(form_of(cond, "900x6", "6")); };
    const std::string others = ", src0 full, src1 periodic";
    EXPECT_EQ(words("900x6"), "fused cond full" + others);
    EXPECT_EQ(words("900x6:7x1"), "fused cond full copy" + others);
    EXPECT_EQ(words("900x6:1x900"), "fused cond full transpose" + others);
    EXPECT_EQ(words("900x6:4x24"), "fused cond full elementwise" + others);
    EXPECT_EQ(words("900x1:4x1"), "fused cond repeating elementwise" + others);
    EXPECT_EQ(words("6"), "fused cond periodic" + others);
}

TEST(plan_row_form, operands_in_rows) {
    const auto words = [](const char *src1) { return words_of(form_of("900x1", "900x512", src1)); };
    const std::string others = "rows cond constant, src0 full, src1 ";
    EXPECT_EQ(words("900x512"), others + "full");
    EXPECT_EQ(words("900x512:600x1"), others + "full");
    EXPECT_EQ(words("900x512:0x1"), others + "full");
    EXPECT_EQ(words("900x1:7x1"), others + "constant");
    EXPECT_EQ(words("1"), others + "constant");
    EXPECT_EQ(words("900x512:1x900"), others + "full transpose");
    EXPECT_EQ(words("900x512:1x-900"), others + "full transpose");
    EXPECT_EQ(words("900x512:-1x900"), others + "full transpose");
    EXPECT_EQ(words("900x512:512x-1"), others + "full elementwise");
    EXPECT_EQ(words("900x512:1024x2"), others + "full elementwise");
    EXPECT_EQ(words("900x512:0x2"), others + "full elementwise");
}

TEST(plan_row_form, one_row_can_be_gathered) {
    EXPECT_EQ(words_of(form_of("512:-1", "512", "512:3")),
            "rows cond full elementwise, src0 full, src1 full elementwise");
}

// Every operand but dst; whatever is gathered, kernels see no strides.
TEST(plan_row_form, a_kernel_sees_no_strides_unless_dst_has_them) {
    support::random_source random(1);
    for (int i = 0; i < 5000; ++i) {
        const libselect::select_op op = random_op(5, random);
        const plan made = libselect::make_plan(op);
        if (made.is_empty()) continue;
        for (const int vector_bytes : {32, 64}) {
            const row_form form = libselect::make_row_form(made, vector_bytes);
            if (made.roles[libselect::dst] != role::full) {
                EXPECT_FALSE(form.fused || form.gathers) << to_string(made);
                EXPECT_EQ(form.roles, made.roles);
                continue;
            }
            for (const role one : form.roles)
                EXPECT_NE(one, role::strided) << to_string(made) << "\n" << to_string(form);
        }
    }
}

// Bytes of the gathered operands in one block.
std::int64_t gathered_bytes(const plan &made, const row_form &form) {
    std::int64_t bytes = 0;
    for (const auto which : {libselect::cond, libselect::src0, libselect::src1}) {
        const std::int64_t width = which == libselect::cond ? 1 : made.elem_bytes;
        if (form.gather[which] != gather_kind::none)
            bytes += form.block_rows * form.block_cols * width;
    }
    return bytes;
}

TEST(plan_row_form, blocks_stay_within_scratch) {
    constexpr libselect::data_type types[] = {
            libselect_u8, libselect_bf16, libselect_f32, libselect_f64, libselect_c128};
    for (const libselect::data_type type : types)
        for (const char *rows : {"1", "3", "65", "100000"})
            for (const char *cols : {"3", "7", "31", "63", "100", "5000", "100000"}) {
                const std::string dims = std::string(rows) + "x" + cols;
                const std::string turned = dims + ":1x" + rows;
                const op_options options {.dst = dims, .type = type};
                for (const std::string &cond : {turned, dims}) {
                    const plan made = plan_of(cond, turned, dims + ":-9x-2", options);
                    const row_form form = libselect::make_row_form(made, 64);
                    EXPECT_TRUE(form.gathers) << dims;
                    EXPECT_LE(gathered_bytes(made, form), libselect::max_scratch_bytes) << dims;
                    EXPECT_GE(form.block_rows, 1);
                    EXPECT_GE(form.block_cols, 1);
                    if (form.fused)
                        EXPECT_EQ(form.block_cols, made.inner().extent);
                    else
                        EXPECT_LE(form.block_rows, libselect::max_block_rows);
                }
            }
}

TEST(plan_row_form, large_blocks_use_most_of_scratch) {
    const plan made = plan_of("5000x5000", "5000x5000:1x5000", "1");
    const row_form form = libselect::make_row_form(made, 64);
    EXPECT_GE(gathered_bytes(made, form), libselect::max_scratch_bytes / 2);
    EXPECT_EQ(form.block_rows * made.elem_bytes % 64, 0) << "whole lines of the transposed source";
}

// Two lines of a column by rows of 512 bytes.
TEST(plan_row_form, small_blocks_are_for_transposed_inputs) {
    const auto small_of = [](const std::string &src0, const op_options &options) {
        const plan made = plan_of("600x700", src0, "600x700", options);
        const row_form form = libselect::make_row_form(made, 64);
        const row_form small = libselect::with_small_blocks(made, form);
        EXPECT_EQ(small.gather, form.gather);
        return small == form
                       ? "the same"
                       : std::to_string(small.block_rows) + "x" + std::to_string(small.block_cols);
    };
    EXPECT_EQ(small_of("600x700:1x600", {.type = libselect_f32}), "32x128");
    EXPECT_EQ(small_of("600x700:1x600", {.type = libselect_f64}), "16x64");
    EXPECT_EQ(small_of("600x700:1x600", {.type = libselect_bf16}), "64x256");
    EXPECT_EQ(small_of("600x700:1x600", {.type = libselect_u8}), "64x512");
    EXPECT_EQ(small_of("600x700:1400x2", {.type = libselect_f32}), "the same");
    EXPECT_EQ(small_of("600x700", {.type = libselect_f32}), "the same");
}

TEST(plan_row_form, a_block_is_all_there_is_when_nothing_is_staged) {
    const row_form form = form_of("8x1x1x1000", "8x12x20x1000", "1");
    EXPECT_FALSE(form.gathers);
    EXPECT_EQ(form.block_rows, 240);
    EXPECT_EQ(form.block_cols, 1000);
}

TEST(plan_row_form, a_loop_of_unit_stride_is_ordered_next_to_the_innermost) {
    // src0 is stored with the first axis innermost.
    const plan made = plan_of("6x7x500", "6x7x500:1x3006x6", "1");
    ASSERT_EQ(made.rank, 3);
    const libselect::walk_order ordered = libselect::order_for_gathering(made);
    EXPECT_EQ(ordered.rank, 3);
    EXPECT_EQ(ordered.loops[0], made.loops[1]);
    EXPECT_EQ(ordered.loops[1], made.loops[0]);
    EXPECT_EQ(ordered.loops[2], made.loops[2]);
    EXPECT_EQ(words_of(libselect::make_row_form(ordered, 64)),
            "rows cond full, src0 full transpose, src1 constant");
}

TEST(plan_row_form, what_is_transposed_already_or_never_keeps_its_order) {
    for (const plan &made :
            {plan_of("600x500", "600x500:1x600", "1"), plan_of("6x7x500", "6x7x500:3500x1x7", "1"),
                    plan_of("6x7x500", "6x7x500:9000x1200x2", "1"),
                    plan_of("6x7x500", "6x1x500", "6x7x500"), plan_of("500", "500:-1", "1")})
        EXPECT_EQ(libselect::order_for_gathering(made), libselect::walk_order(made))
                << to_string(made);
}

// Any order of loops combines the same elements.
TEST(plan_row_form, ordering_keeps_the_elements) {
    support::random_source random(1);
    int n_ordered = 0;
    for (int i = 0; i < 3000; ++i) {
        const libselect::select_op op = random_op(5, random);
        const plan made = libselect::make_plan(op);
        if (made.is_empty()) continue;
        const libselect::walk_order ordered = libselect::order_for_gathering(made);
        if (ordered == libselect::walk_order(made)) continue;
        ++n_ordered;
        EXPECT_EQ(ordered.inner(), made.inner());
        auto before = addresses_by_the_plan(made), after = addresses_of(ordered, made.starts);
        std::sort(before.begin(), before.end());
        std::sort(after.begin(), after.end());
        EXPECT_EQ(after, before) << to_string(made);
    }
    EXPECT_GE(n_ordered, 20);
}

TEST(plan_row_form, is_printed) {
    EXPECT_EQ(to_string(form_of("5000", "5000", "1")), "rows");
    const row_form fused = form_of("900x1", "900x6:8x1", "6");
    EXPECT_EQ(to_string(fused),
            "fused rows in blocks of " + std::to_string(fused.block_rows) + "x6, src0 copy");
    const row_form rows = form_of("900x512:513x1", "900x512:1x900", "900x512:512x-1");
    EXPECT_EQ(to_string(rows), "rows in blocks of " + std::to_string(rows.block_rows) + "x"
                                       + std::to_string(rows.block_cols)
                                       + ", src0 transpose, src1 elementwise");
}

TEST(plan_row_form, names_are_those_of_the_texts) {
    EXPECT_STREQ(gather_kind_name(gather_kind::none), "none");
    EXPECT_STREQ(gather_kind_name(gather_kind::copy), "copy");
    EXPECT_STREQ(gather_kind_name(gather_kind::transpose), "transpose");
    EXPECT_STREQ(gather_kind_name(gather_kind::elementwise), "elementwise");
    EXPECT_STREQ(gather_kind_name(static_cast<gather_kind>(9)), "unknown");
    EXPECT_STREQ(fused_role_name(fused_role::full), "full");
    EXPECT_STREQ(fused_role_name(fused_role::repeating), "repeating");
    EXPECT_STREQ(fused_role_name(fused_role::periodic), "periodic");
    EXPECT_STREQ(fused_role_name(fused_role::constant), "constant");
    EXPECT_STREQ(fused_role_name(static_cast<fused_role>(9)), "unknown");
}

} // namespace
} // namespace internal
