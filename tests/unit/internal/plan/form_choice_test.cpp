// SPDX-License-Identifier: Apache-2.0
// Which form and order of loops a plan gets, and what estimates count.
#include "plan/form_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/random_op.hpp"
#include "common/text_shape.hpp"
#include "plan/form_cost.hpp"

namespace internal {
namespace {

constexpr libselect::cache_sizes zen3 {32 << 10, 512 << 10, 32 << 20};

libselect::form_choice first_form(const libselect::plan &nest,
        const libselect::kernel_traits &kernels, const libselect::cache_sizes &caches) {
    return libselect::choose_forms(nest, kernels, caches).front();
}

// "rows in blocks of 8x3, src0 box", as verbose lines have it.
std::string form_of(const char *cond, const char *src0, const char *src1,
        const op_options &options = {}, const libselect::cache_sizes &caches = zen3) {
    return to_string(first_form(plan_of(cond, src0, src1, options), {32}, caches).form);
}

// "strided", "bands", "jumps", "strided_jumps" or "vectors".
std::string kind_of(const libselect::form_choice &one) {
    if (one.form.has_bands()) return "bands";
    const bool has_one = one.form.roles[libselect::cond] == libselect::role::constant;
    if (has_one && !one.form.fused) return one.form.strided ? "strided_jumps" : "jumps";
    return one.form.strided ? "strided" : "vectors";
}

TEST(plan_form_choice, forms_come_by_their_estimates_and_few_of_them) {
    std::size_t most = 0;
    support::random_source random(3);
    for (int i = 0; i < 2000; ++i) {
        const libselect::plan nest = libselect::make_plan(random_op(5, random));
        if (nest.is_empty()) continue;
        const auto forms = libselect::choose_forms(nest, {32}, zen3);
        most = std::max(most, forms.size());
        ASSERT_FALSE(forms.empty());
        const bool has_one = forms.back().form.roles[libselect::cond] == libselect::role::constant;
        const double times = has_one && !forms.back().form.fused ? 3 : 2;
        EXPECT_LE(forms.back().ns, times * forms.front().ns);
        for (std::size_t k = 1; k < forms.size(); ++k)
            EXPECT_LT(forms[k - 1].ns, forms[k].ns) << to_string(nest);
    }
    EXPECT_EQ(most, 5U);
}

TEST(plan_form_choice, without_vectors_there_is_one_form) {
    EXPECT_EQ(libselect::choose_forms(plan_of("40x8", "40x8:1x40", "1"), {0}, zen3).size(), 1U);
}

TEST(plan_form_choice, small_inner_loops_become_boxes_of_several_loops) {
    EXPECT_EQ(form_of("64x2x22x4:0x1x0x2", "64x2x22x4", "64x2x22x4"),
            "rows in blocks of 1x11264, cond box");
}

TEST(plan_form_choice, many_strided_operands_in_small_loops_stay_where_they_are) {
    EXPECT_EQ(form_of("16x4x2x8:152x4x1x18", "16x4x2x8:1x256x16x32", "16x1x2x8:1x1x16x32"),
            "strided rows");
    EXPECT_EQ(form_of("2600x2x22x4:0x1x0x2", "2600x2x22x4:477x220x10x2", "2600x2x22x4"),
            "strided rows in bands of 176x64");
}

TEST(plan_form_choice, few_short_rows_per_slab_are_not_fused) {
    EXPECT_EQ(form_of("300x1x8", "300x5x8", "1"), "rows in blocks of 300x40, cond box");
    EXPECT_EQ(form_of("40x50x1", "40x50x3", "3", {.type = libselect_u8}), "fused rows");
}

TEST(plan_form_choice, rows_are_fused_where_that_takes_less_time) {
    EXPECT_EQ(form_of("768x1x1", "768x1x32", "768x4x32"), "rows");
    EXPECT_EQ(form_of("2x70x11", "2x70x11", "70x1"), "fused rows");
    EXPECT_EQ(form_of("2x2000x75", "2x2000x75", "2000x1"), "rows");
}

// A generated kernel knows how such rows end.
TEST(plan_form_choice, short_rows_are_for_generated_kernels) {
    const libselect::plan nest = plan_of("1", "22x16x21", "22x1x21");
    EXPECT_EQ(to_string(first_form(nest, {32, false}, zen3).form), "rows");
    EXPECT_EQ(to_string(first_form(nest, {32, true}, zen3).form),
            "rows in blocks of 16x21, src1 box");
}

// One of two sources is touched, and no row has to look which.
TEST(plan_form_choice, one_condition_of_all_is_half_of_the_work_on_sources) {
    EXPECT_EQ(form_of("1", "233x7x224", "233x7x224:7x1x1631"),
            "rows in blocks of 64x224, src1 transpose");
    EXPECT_EQ(form_of("1", "300x16", "300x16:113x7"), "rows in blocks of 256x16, src1 box");
    EXPECT_EQ(form_of("1", "100x224:1x100", "100x224:1x100"),
            "rows in blocks of 64x128, src0 transpose, src1 transpose");
    EXPECT_EQ(form_of("1", "1", "16384x4:1x16384"), "rows in blocks of 1024x4, src1 box");
    EXPECT_EQ(form_of("1", "4x5700:1x4", "1"), "rows in blocks of 4x4096, src0 transpose");
    EXPECT_EQ(form_of("1", "1", "28x5:1x28"), "strided rows");
}

// A row that takes the other source does not read this one.
TEST(plan_form_choice, rows_of_one_condition_read_one_source) {
    EXPECT_EQ(form_of("300x20x1", "300x20x12:12x3600x1", "1", {.type = libselect_f64}), "rows");
    EXPECT_EQ(form_of("64x1", "64x90", "1"), "rows");
    EXPECT_EQ(form_of("1000x1", "1000x80", "1"), "rows");
}

// Every second element of a row is copied in vectors.
TEST(plan_form_choice, rows_of_one_condition_are_copies) {
    EXPECT_EQ(form_of("64x1", "64x300:600x2", "1"), "strided rows");
}

// Every second element of dst is not.
TEST(plan_form_choice, short_rows_of_one_condition_are_straight_code) {
    const libselect::plan nest = plan_of("1", "1", "4182x4", {.dst = "4182x4:16x2"});
    EXPECT_EQ(first_form(nest, {32}, zen3).walk.inner().extent, 4);
}

// Each plane is a copy of its own.
TEST(plan_form_choice, planes_of_one_condition_have_many_rows) {
    const libselect::walk_order walk =
            first_form(plan_of("1", "1", "32x4x7:1x32x128"), {32}, zen3).walk;
    EXPECT_EQ(loop_at(walk, 1).extent, 32);
    EXPECT_EQ(walk.inner().extent, 7);
    const libselect::walk_order mixed =
            first_form(plan_of("7", "1", "32x4x7:1x32x128"), {32}, zen3).walk;
    EXPECT_EQ(loop_at(mixed, 1).extent, 4);
}

// Twice such a stride does not fit 64 bits.
TEST(plan_form_choice, strides_of_any_size_have_a_cost) {
    EXPECT_EQ(form_of("2x1", "2x2", "1", {.dst = "2x2:1x1152921504606846976"}), "strided rows");
    EXPECT_EQ(form_of("2x1", "2x2:1x1152921504606846976", "1"), "strided rows");
}

TEST(plan_form_choice, lines_of_dst_are_written_once) {
    const char *turned = "233x3x3x17:11x3x1x2563", *planes = "4000x9:2x8000";
    const auto inner_loop = [](const libselect::plan &nest) {
        return first_form(nest, {32}, zen3).walk.inner().extent;
    };
    EXPECT_EQ(inner_loop(plan_of("1", turned, turned, {.type = libselect_f64})), 17);
    EXPECT_EQ(inner_loop(plan_of("4000x9", planes, planes, {.type = libselect_f64})), 9);
}

TEST(plan_row_form, short_strided_rows_are_not_blended) {
    using libselect::role;
    const libselect::per_operand<role> roles {role::full, role::strided, role::full, role::full};
    const auto blends = [&](int elem_bytes, std::int64_t cols, bool are_compiled) {
        return libselect::blends_strided(roles, elem_bytes, cols, are_compiled);
    };
    EXPECT_TRUE(blends(2, 8, true));
    EXPECT_FALSE(blends(2, 7, true));
    EXPECT_TRUE(blends(4, 16, true));
    EXPECT_FALSE(blends(4, 15, true));
    EXPECT_FALSE(blends(16, 1000, true));
    EXPECT_FALSE(blends(2, 32, false));
    EXPECT_TRUE(blends(2, 33, false));
    EXPECT_TRUE(blends(4, 33, false));
    EXPECT_FALSE(blends(8, 1000, false));
}

// Straight code takes little time for a row.
TEST(plan_form_choice, generated_strided_rows_are_short) {
    const libselect::plan nest = plan_of("466x4", "466x4:10x2", "466x4", {.type = libselect_c128});
    const auto inner_loop = [&](const libselect::kernel_traits &kernels) {
        const auto forms = libselect::choose_forms(nest, kernels, zen3);
        const auto found =
                std::ranges::find_if(forms, [](const auto &one) { return !one.form.has_bands(); });
        return found->walk.inner().extent;
    };
    EXPECT_EQ(inner_loop({32, false}), 4);
    EXPECT_EQ(inner_loop({32, true}), 466);
}

libselect::work_list work_of_strided_rows(
        const libselect::plan &nest, std::int64_t rows, std::int64_t cols) {
    libselect::row_form form;
    form.strided = true;
    form.roles = nest.roles;
    form.block_rows = rows;
    form.block_cols = cols;
    return libselect::work_of_strided(nest, form, {32}, libselect::cache_levels(zen3));
}

// Of five loops that do not merge; in bands, of those inside.
TEST(plan_form_choice, a_call_of_a_kernel_takes_three_loops) {
    const libselect::plan nest = plan_of("2x3x4x5x6", "2x3x4x5x6", "2x3x4x5x6",
            {.dst = "2x3x4x5x6:7000x2000x400x70x11", .type = libselect_f32});
    ASSERT_EQ(nest.rank, 5);
    libselect::work_list work = work_of_strided_rows(nest, 1, 6);
    EXPECT_EQ(work[libselect::work::strided_calls], 2 * 3);
    EXPECT_EQ(work_of_strided_rows(nest, 5, 2)[libselect::work::strided_calls], 3 * 2 * 3 * 4);
    EXPECT_EQ(work_of_strided_rows(nest, 20, 2)[libselect::work::strided_calls], 3 * 2 * 3);
    EXPECT_EQ(work_of_strided_rows(nest, 120, 2)[libselect::work::strided_calls], 3 * 2 * 3);
}

// Lines that leave the second-level cache: 4 MiB of 1024 rows that are 4096 bytes apart, or less.
TEST(plan_form_choice, jumps_of_a_page_are_leaps) {
    using libselect::work;
    const auto work_of = [](const char *turned) {
        return work_of_strided_rows(plan_of("1", "1", std::string("1024x1024:") + turned), 1, 1024);
    };
    libselect::work_list pages = work_of("1x1024"), less = work_of("1x1000");
    const auto n_leaps = [](const char *dims, const char *turned, std::int64_t cols) {
        return work_of_strided_rows(
                plan_of("1", "1", dims + std::string(":") + turned), 1, cols)[work::far_leaps];
    };
    EXPECT_EQ(n_leaps("40000x32", "1x40000", 32), 0); // prefetchers follow 32
    EXPECT_GT(n_leaps("40000x33", "1x40000", 33), 40000);
    EXPECT_GT(n_leaps("40000x9x4", "1x40000x360000", 4), 40000); // 36
    EXPECT_GT(pages[work::far_leaps], 1000);
    EXPECT_EQ(pages[work::far_jumps], 0);
    EXPECT_EQ(less[work::far_leaps], 0);
    EXPECT_GT(less[work::far_jumps], 1000);
}

// With leaps as jumps the loop of 156 is innermost, and takes up to 1.9 times as long as others.
TEST(plan_form_choice, leaps_are_dear) {
    const libselect::plan nest =
            plan_of("64x7x32x156:34944x1x1092x7", "64x7x32x156:1x2048x64x14336", "64x7x32x156");
    EXPECT_NE(first_form(nest, {32}, zen3).walk.inner().extent, 156);
}

// The columns of strided rows that are in no bands.
std::vector<std::int64_t> columns_of_strided_forms(const libselect::plan &nest) {
    std::vector<std::int64_t> columns;
    for (const libselect::form_choice &one : libselect::choose_forms(nest, {32}, zen3))
        if (one.form.strided && !one.form.has_bands()) columns.push_back(one.walk.inner().extent);
    return columns;
}

// The rows of 62 columns leap from page to page of dst, those of 300 do not.
TEST(plan_form_choice, the_best_form_that_leaps_is_one_of_the_forms) {
    const libselect::plan nest = plan_of(
            "300x62", "300x62:1x300", "300x62", {.dst = "300x62:9x2700", .type = libselect_f64});
    EXPECT_EQ(columns_of_strided_forms(nest), (std::vector<std::int64_t> {300, 62}));
}

// With short leaps the rows of 128 columns would come second.
TEST(plan_form_choice, the_best_form_that_leaps_need_not_come_first_with_short_leaps) {
    const libselect::plan nest = plan_of("464x128:135x1", "464x128:1x464", "464x128:128x1",
            {.dst = "464x128:1x464", .type = libselect_c128});
    const std::vector<std::int64_t> columns = columns_of_strided_forms(nest);
    EXPECT_EQ(std::ranges::count(columns, 128), 1);
}

std::string bands_of(const libselect::plan &nest) {
    std::string text;
    for (const libselect::form_choice &one : libselect::choose_forms(nest, {32}, zen3))
        if (one.form.has_bands()) text += to_string(one.form) + " ";
    return text;
}

// 1088 squares of 3x3: nine rows of 1088 columns touch the same lines, which no first-level cache
// holds.
TEST(plan_form_choice, rows_that_share_lines_are_walked_in_bands) {
    const auto forms_of = [](const char *dims, const char *turned) {
        return bands_of(
                plan_of("1", dims + std::string(":") + turned, dims, {.type = libselect_f64}));
    };
    EXPECT_EQ(forms_of("1088x3x3", "9x1x3"), "strided rows in bands of 9x64 ");
    EXPECT_EQ(forms_of("100x3x3", "9x1x3"), "");  // the cache holds them
    EXPECT_EQ(forms_of("1088x3x3", "9x3x1"), ""); // nothing is strided
}

// Columns of src0 that begin in one set of each cache, which has lines for few of them.
TEST(plan_form_choice, columns_that_share_sets_are_walked_in_narrow_bands) {
    const std::string bands = bands_of(plan_of("1", "700x5x4x94:64x8x2x65536", "1"));
    EXPECT_TRUE(bands.starts_with("strided rows in bands of 14000x16 ")) << bands;
}

// The last band of 94 columns has 14 of them. Rows of more than 32 are loops.
TEST(plan_form_choice, rows_in_bands_are_straight_code_where_all_have_as_many_columns) {
    const auto cols_of = [](const char *dims, std::int64_t rows, std::int64_t cols) {
        const libselect::plan nest = plan_of("1", std::string(dims) + ":2x65536", "1");
        libselect::row_form form;
        form.strided = true;
        form.block_rows = rows;
        form.block_cols = cols;
        return libselect::straight_cols_of(nest, form);
    };
    EXPECT_EQ(cols_of("40x94", 40, 16), 0);
    EXPECT_EQ(cols_of("40x96", 40, 16), 16);
    EXPECT_EQ(cols_of("40x128", 40, 64), 0);
    EXPECT_EQ(cols_of("40x32", 1, 32), 32);
    EXPECT_EQ(cols_of("40x33", 1, 33), 0);
}

std::string kinds_of(const libselect::plan &nest) {
    std::string kinds;
    for (const libselect::form_choice &one : libselect::choose_forms(nest, {32}, zen3))
        kinds += kind_of(one) + " ";
    return kinds;
}

TEST(plan_form_choice, forms_of_every_kind_are_among_them) {
    const libselect::plan nest = plan_of("3x1x1x36", "3x8x16x36:4608x576x1x16", "3x8x16x36",
            {.dst = "3x8x16x36:10152x1268x79x2", .type = libselect_bf16});
    EXPECT_EQ(kinds_of(nest), "strided vectors vectors strided_jumps ");
    // Fused rows of one condition each do not jump.
    EXPECT_EQ(kinds_of(plan_of("1x20x1", "4x20x17", "4x20x17:23x1x101", {.type = libselect_c128})),
            "strided strided_jumps vectors jumps ");
}

TEST(plan_form_choice, one_loop_of_strided_operands_is_cut_into_boxes) {
    EXPECT_EQ(form_of("400000:-1", "400000:-1", "400000"),
            "rows in blocks of 3276x1, cond box, src0 box");
}

// Turned round as a whole, inputs are read as they lie where their lines stay in the cache.
TEST(plan_form_choice, caches_are_those_of_the_machine) {
    constexpr libselect::cache_sizes large {1 << 20, 64 << 20, 256 << 20};
    const char *turned = "1000x1024:1x1000";
    EXPECT_EQ(form_of("1000x1024", turned, turned),
            "rows in blocks of 64x128, src0 transpose, src1 transpose");
    EXPECT_EQ(form_of("1000x1024", turned, turned, {}, large), "strided rows");
}

TEST(plan_form_choice, large_transposed_operands_keep_their_blocks) {
    const char *blocks = "rows in blocks of 64x256, src0 transpose";
    EXPECT_EQ(form_of("2048x2048", "2048x2048:1x2048", "2048x2048"), blocks);
    // In as many blocks as there are elements for, not counting those that the last ones lack.
    EXPECT_EQ(form_of("800x800", "800x800:1x800", "800x800"), blocks);
    EXPECT_EQ(form_of("1032x1032", "1032x1032:1x1032", "1032x1032"), blocks);
}

// A kernel that transposes has used a line up before the others of its set come.
TEST(plan_form_choice, transposed_lines_are_read_once) {
    EXPECT_EQ(form_of("1024x1024", "1024x1024:1x1024", "1024x1024"),
            "rows in blocks of 64x256, src0 transpose");
    EXPECT_EQ(form_of("512x320", "512x320:1x512", "512x320", {.type = libselect_f64}),
            "rows in blocks of 32x256, src0 transpose");
}

// A plane that the loops around it repeat stays in scratch.
TEST(plan_form_choice, planes_that_repeat_are_gathered_once) {
    EXPECT_EQ(form_of("64x50x64", "50x64:1x50", "64x50x64"),
            "rows in blocks of 50x64, src0 transpose");
}

TEST(plan_form_choice, few_planes_are_transposed_by_narrow_kernels) {
    EXPECT_EQ(form_of("100000x3:1x100000", "100000x3:1x100000", "100000x3"),
            "fused rows in blocks of 4352x3, cond transpose, src0 transpose");
    EXPECT_EQ(form_of("4x50000x1", "4x50000x3:150000x1x50000", "1"),
            "fused rows in blocks of 5440x3, src0 transpose");
    EXPECT_EQ(form_of("3x100000:1x3", "3x100000:1x3", "3x100000"),
            "rows in blocks of 3x4368, cond transpose, src0 transpose");
}

} // namespace
} // namespace internal
