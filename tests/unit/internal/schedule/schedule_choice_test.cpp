// SPDX-License-Identifier: Apache-2.0
// What a schedule chooses: implementation, stores, vectors, kernels, the one call and the threads.
#include <gtest/gtest.h>

#include <algorithm>

#include "common/needed_isa.hpp"
#include "common/random_op.hpp"
#include "common/text_shape.hpp"
#include "schedule/schedule.hpp"
#include "schedule/schedule_problem.hpp"

namespace internal {
namespace {

using libselect::in_place;
using libselect::machine;
using libselect::make_schedule;
using libselect::plan;
using libselect::prefetched;
using libselect::role;
using libselect::schedule;
using libselect::store_kind;

constexpr std::int64_t huge = std::int64_t {1} << 40;
const machine all_fits = small_machine(huge, huge);
const machine leaves_l2 = small_machine(256, huge);
const machine nothing_fits = small_machine(256, 4096);

libselect::cpu_isa best_isa() {
    return std::min(libselect::max_cpu_isa(), libselect::detected_cpu_isa());
}

// Tests of vector kernels skip where the CPU or the cap of this run leaves none.
class schedule_choice : public testing::Test {
protected:
    void SetUp() override {
        INTERNAL_NEEDS_ISA(libselect_cpu_isa_avx2)
        if (best_isa() < libselect_cpu_isa_avx2) GTEST_SKIP() << "this run is capped below avx2";
    }
};

schedule dense(const std::string &dims, const machine &model, int max_threads = 1) {
    return make_schedule(plan_of(dims, dims, dims), max_threads, model);
}

TEST_F(schedule_choice, the_best_implementation_takes_every_plan_whose_dst_is_dense) {
    support::random_source random(1);
    for (int i = 0; i < 3000; ++i) {
        const plan made = libselect::make_plan(random_op(5, random));
        if (made.is_empty() || made.roles[libselect::dst] != role::full) continue;
        for (const machine &model : {all_fits, leaves_l2, nothing_fits}) {
            const schedule how = make_schedule(made, 1, model);
            EXPECT_EQ(how.chosen.from->isa, best_isa()) << to_string(
                    made) << "\n" << to_string(how.form) << to_string(how.chosen.refusals);
        }
    }
}

// As for the plans above, but long enough to be fused.
TEST_F(schedule_choice, the_best_implementation_takes_staged_and_fused_rows) {
    for (const char *src0 : {"900x6", "900x6:1x900", "900x6:6x-1", "900x6:8x1", "900x1:2x1", "6"})
        for (const char *cond : {"900x6", "900x6:1x900", "900x6:6x-1", "900x1:2x1", "6", "1"})
            for (const auto type :
                    {libselect_u8, libselect_bf16, libselect_f32, libselect_f64, libselect_c128})
                for (const machine &model : {all_fits, leaves_l2, nothing_fits}) {
                    const plan made = plan_of(cond, src0, "900x6", {.type = type});
                    const schedule how = make_schedule(made, 1, model);
                    EXPECT_EQ(how.chosen.from->isa, best_isa()) << to_string(
                            made) << "\n" << to_string(how.form) << to_string(how.chosen.refusals);
                }
}

TEST_F(schedule_choice, a_strided_dst_goes_through_scratch) {
    const schedule how = make_schedule(
            plan_of("100x30", "100x30", "100x30", {.dst = "100x30:1x100"}), 1);
    EXPECT_EQ(how.chosen.from->isa, best_isa());
    EXPECT_TRUE(how.form.boxed);
    EXPECT_EQ(to_string(how.form), "rows in blocks of 100x30, dst box");
}

TEST_F(schedule_choice, results_that_the_caches_cannot_hold_are_streamed) {
    // 4096 elements: 4096 bytes of cond, 16384 each of the others.
    constexpr std::int64_t touched = 4096 * 13;
    const auto with_last = [](std::int64_t last) {
        return dense("4096", small_machine(256, last));
    };
    EXPECT_EQ(with_last(touched).rows.params().stores, store_kind::streaming);
    EXPECT_FALSE(with_last(touched).streams_on_one_thread_only);
    // Two sources are read, and the last level holds it all, but not much more.
    EXPECT_EQ(with_last(touched + 8).rows.params().stores, store_kind::streaming);
    EXPECT_EQ(with_last(touched * 2).rows.params().stores, store_kind::streaming);
    EXPECT_TRUE(with_last(touched * 2).streams_on_one_thread_only);
    EXPECT_EQ(with_last(touched * 2 + 8).rows.params().stores, store_kind::ordinary);
}

TEST_F(schedule_choice, one_source_is_streamed_past_only_when_the_caches_cannot_hold_it) {
    const plan made = plan_of("4096", "4096", "1");
    constexpr std::int64_t touched = 4096 * 9 + 4;
    EXPECT_EQ(make_schedule(made, 1, small_machine(256, touched)).rows.params().stores,
            store_kind::streaming);
    EXPECT_EQ(make_schedule(made, 1, small_machine(256, touched + 8)).rows.params().stores,
            store_kind::ordinary);
}

TEST_F(schedule_choice, broadcast_operands_count_once) {
    const plan made = plan_of("4096", "64x4096", "64x1");
    constexpr std::int64_t touched = 4096 + 2 * 64 * 4096 * 4 + 64 * 4;
    EXPECT_EQ(make_schedule(made, 1, small_machine(256, touched)).rows.params().stores,
            store_kind::streaming);
    EXPECT_EQ(make_schedule(made, 1, small_machine(256, touched + 8)).rows.params().stores,
            store_kind::ordinary);
}

// Generated for rows, not compiled and not scalar.
bool has_vectors(const schedule &how) {
    const libselect::implementation &from = *how.chosen.from;
    return !is_compiled(from) && from.create_fused != nullptr;
}

TEST_F(schedule_choice, streaming_asks_for_as_much_alignment_as_the_rows_need) {
    const schedule elements = dense("4096", nothing_fits);
    EXPECT_EQ(elements.rows.dst_alignment_mask, 3U);
    EXPECT_NE(elements.rows.kernels[0][1].run, elements.rows.kernels[0][0].run);
    const schedule lines = make_schedule(plan_of("16", "1000x16", "16"), 1, nothing_fits);
    EXPECT_EQ(lines.rows.params().cols, 16);
    EXPECT_EQ(lines.rows.params().stores, store_kind::streaming);
    EXPECT_EQ(lines.rows.dst_alignment_mask, has_vectors(lines) ? 15U : 63U);
    EXPECT_EQ(lines.rows.streams_within_lines, has_vectors(lines));
    const schedule blocks = make_schedule(plan_of("64", "1000x64", "64"), 1, nothing_fits);
    EXPECT_EQ(blocks.rows.params().cols, 64);
    const bool streams_ends = blocks.chosen.from->create_fused != nullptr;
    EXPECT_EQ(blocks.rows.dst_alignment_mask, streams_ends ? 15U : 63U);
    EXPECT_EQ(blocks.rows.streams_within_lines, streams_ends);
    const schedule apart =
            make_schedule(plan_of("16", "1000x16", "16", {.dst = "1000x16:32x1"}), 1, nothing_fits);
    EXPECT_EQ(apart.rows.dst_alignment_mask, 63U);
    EXPECT_FALSE(apart.rows.streams_within_lines);
}

TEST_F(schedule_choice, short_rows_that_are_not_lines_are_not_streamed) {
    const auto with_rows = [](const char *dims, const char *dst) {
        return make_schedule(plan_of(dims, dims, dims, {.dst = dst}), 1, nothing_fits);
    };
    EXPECT_EQ(with_rows("1000x64", "1000x64:128x1").rows.params().stores, store_kind::streaming);
    const schedule gaps = with_rows("1000x64", "1000x64:65x1"); // rows begin anywhere
    EXPECT_EQ(gaps.rows.params().stores, store_kind::ordinary);
    EXPECT_EQ(gaps.rows.kernels[0][1].run, gaps.rows.kernels[0][0].run);
    EXPECT_EQ(with_rows("1000x20", "1000x20:32x1").rows.params().stores, store_kind::ordinary);
    // Long ones are: only their ends are not lines.
    EXPECT_EQ(with_rows("1000x600", "1000x600:601x1").rows.params().stores, store_kind::streaming);
}

// Each size fits 63 bits, the sum of four does not.
TEST_F(schedule_choice, results_of_the_largest_sizes_are_streamed) {
    const std::string apart = "2x64:2305843009213693888x1"; // 2^61 - 64, of 2 bytes each
    const plan made = plan_of("2x64", apart, apart, {.dst = apart.c_str(), .type = libselect_u16});
    EXPECT_EQ(make_schedule(made, 1, nothing_fits).rows.params().stores, store_kind::streaming);
}

// The address of the row behind the last one is taken modulo 2^64; UBSan says whether it overflows.
TEST_F(schedule_choice, a_step_over_the_largest_rows_is_taken_modulo_2_to_the_64) {
    const plan made = plan_of("2x1x1", "2x3x64:64x4611686018427387776x1", "1", // 2^62 - 128
            {.dst = "2x3x64:10000x100x1", .type = libselect_u8});
    const schedule how = make_schedule(made, 1, all_fits);
    ASSERT_EQ(how.whole.rows, 3);
    EXPECT_EQ(how.whole.plane_steps[libselect::src0], (std::int64_t {1} << 62) + 448);
}

TEST_F(schedule_choice, within_caches_stores_are_ordinary_and_nothing_is_asked) {
    const schedule how = dense("4096", all_fits);
    EXPECT_EQ(how.rows.params().stores, store_kind::ordinary);
    EXPECT_EQ(how.rows.dst_alignment_mask, 0U);
    EXPECT_FALSE(how.rows.params().narrow);
    EXPECT_FALSE(how.rows.params().skips);
    EXPECT_EQ(how.rows.kernels[0][1].run, how.rows.kernels[0][0].run);
    for (const auto &of_place : how.rows.kernels)
        for (const libselect::row_kernel &kernel : of_place)
            EXPECT_EQ(kernel.params.stores, store_kind::ordinary);
}

TEST_F(schedule_choice, beyond_the_second_level_vectors_are_narrow) {
    constexpr std::int64_t touched = 4096 * 13;
    EXPECT_TRUE(dense("4096", small_machine(touched / 2 - 1, huge)).rows.params().narrow);
    EXPECT_FALSE(dense("4096", small_machine(touched / 2, huge)).rows.params().narrow);
}

TEST_F(schedule_choice, what_lies_in_dst_is_kept) {
    const auto kept = [](const schedule &how, in_place which) {
        return how.rows.kernels[static_cast<std::size_t>(which)][1].run
               != how.rows.kernels[0][0].run;
    };
    const schedule both = dense("4096", nothing_fits);
    EXPECT_TRUE(kept(both, in_place::src0) && kept(both, in_place::src1));
    EXPECT_NE(both.rows.kernels[1][1].run, both.rows.kernels[2][1].run);
    const schedule one = make_schedule(plan_of("4096", "1", "4096"), 1, nothing_fits);
    EXPECT_TRUE(!kept(one, in_place::src0) && kept(one, in_place::src1));
    // A source that is gathered lies elsewhere.
    const schedule gathered =
            make_schedule(plan_of("512x512", "512x512:1x512", "512x512"), 1, nothing_fits);
    EXPECT_TRUE(!kept(gathered, in_place::src0) && kept(gathered, in_place::src1));
    // Within the caches too. Of a few bytes only masks keep some.
    const schedule cached = dense("4096", all_fits);
    EXPECT_TRUE(kept(cached, in_place::src0) && kept(cached, in_place::src1));
    const bool has_masks = best_isa() == libselect_cpu_isa_avx512;
    EXPECT_EQ(kept(dense("400", all_fits), in_place::src1), has_masks);
    EXPECT_FALSE(cached.rows.kernels[2][1].params.narrow);
    // Within the last level too, and where streaming was taken back.
    for (const machine &model : {leaves_l2, nothing_fits}) {
        const schedule how = dense("4096", model);
        EXPECT_NE(how.rows.kernels[1][0].run, how.rows.kernels[0][0].run);
        EXPECT_EQ(how.rows.kernels[1][0].params.stores, store_kind::ordinary);
        EXPECT_EQ(how.rows.kernels[1][0].params.kept, in_place::src0);
    }
}

// What a kernel for rows of one length blends in place, it has just read: all of dst.
TEST_F(schedule_choice, short_rows_in_place_are_streamed_to_where_each_has_one_condition) {
    const auto stores_in_place = [](const std::string &cond) {
        const schedule how = make_schedule(plan_of(cond, "1", "64x128"), 1, nothing_fits);
        EXPECT_EQ(how.rows.kernels[0][1].params.stores, store_kind::streaming) << cond;
        EXPECT_EQ(how.rows.kernels[2][1].params.kept, in_place::src1) << cond;
        return how.rows.kernels[2][1].params.stores;
    };
    EXPECT_EQ(stores_in_place("64x128:192x1"), store_kind::ordinary);
    EXPECT_EQ(stores_in_place("64x1"), store_kind::streaming);
}

// 64-byte vectors have no form that leaves lines alone, so a machine that likes them gets narrow
// kernels in place.
TEST_F(schedule_choice, what_is_kept_has_narrow_vectors_everywhere) {
    machine model = leaves_l2;
    model.vector_bytes = 64;
    model.sizes.l2 = huge;
    const schedule decided = dense("4096", model);
    EXPECT_FALSE(decided.rows.kernels[0][1].params.narrow);
    for (const int which : {1, 2})
        for (const int stores : {0, 1}) {
            const auto &kernel = decided.rows.kernels[static_cast<std::size_t>(which)]
                                                     [static_cast<std::size_t>(stores)];
            EXPECT_NE(kernel.params.kept, in_place::none);
            EXPECT_TRUE(kernel.params.narrow);
        }
}

// 16 columns of 2 bytes in 32, 8 of 4; a set of the first cache level has 8 lines, 4 KiB apart.
TEST_F(schedule_choice, transposed_columns_fill_wide_vectors_where_a_set_holds_their_lines) {
    const auto vector_bytes = [](const std::string &src0, libselect::data_type type,
                                      const machine &model) {
        const schedule how =
                make_schedule(plan_of("300x400", src0, "300x400", {.type = type}), 1, model);
        return how.transposes[libselect::src0].params.vector_bytes;
    };
    for (const machine &model : {all_fits, leaves_l2}) {
        EXPECT_EQ(vector_bytes("300x400:1x300", libselect_bf16, model), 32);
        EXPECT_EQ(vector_bytes("300x400:1x1024", libselect_bf16, model), 32);
        EXPECT_EQ(vector_bytes("300x400:1x2048", libselect_bf16, model), 16);
        EXPECT_EQ(vector_bytes("300x400:1x1024", libselect_f32, model), 32);
    }
    EXPECT_EQ(vector_bytes("300x400:1x300", libselect_bf16, nothing_fits), 16); // from memory
    EXPECT_EQ(vector_bytes("300x400:1x4096", libselect_u8, nothing_fits), 32);  // by the stack
}

TEST_F(schedule_choice, one_side_is_skipped_while_it_is_between_the_levels) {
    EXPECT_TRUE(dense("4096", small_machine(16384, huge)).rows.params().skips);
    EXPECT_TRUE(dense("4096", small_machine(13 * 4096 / 2 - 1, huge)).rows.params().skips);
    EXPECT_FALSE(
            dense("4096", small_machine(13 * 4096 / 2, huge)).rows.params().skips); // all is small
    EXPECT_FALSE(dense("4096", small_machine(16384, 4096)).rows.params().skips);    // all is large
    const schedule small_sources =
            make_schedule(plan_of("256x256", "256x1", "256"), 1, small_machine(65536, huge));
    EXPECT_TRUE(small_sources.rows.params().narrow);
    EXPECT_FALSE(small_sources.rows.params().skips);
}

TEST_F(schedule_choice, in_long_rows_a_source_that_comes_from_memory_alone_is_prefetched) {
    const auto ahead = [](const char *cond, const char *src0, const char *src1,
                               const machine &model = nothing_fits) {
        return make_schedule(plan_of(cond, src0, src1), 1, model).rows.params().ahead;
    };
    EXPECT_EQ(ahead("16384", "16384", "1"), prefetched::src0); // rows of 64 KiB
    EXPECT_EQ(ahead("16384", "1", "16384"), prefetched::src1);
    EXPECT_EQ(ahead("16380", "16380", "1"), prefetched::none);
    EXPECT_EQ(ahead("16384", "16384", "16384"), prefetched::none);
    EXPECT_EQ(ahead("16384", "16384", "1", leaves_l2), prefetched::none); // not streamed
    // A source that comes again comes from a cache.
    EXPECT_EQ(ahead("4x16384", "4x16384", "1x16384"), prefetched::src0);
    EXPECT_EQ(ahead("3x16384", "3x16384", "1x16384"), prefetched::none);
    EXPECT_EQ(ahead("4x16384", "1x16384", "4x1"), prefetched::none);
    EXPECT_EQ(ahead("1x16384", "4x16384", "1"), prefetched::src0);
    machine model = nothing_fits;
    model.prefetches = false;
    EXPECT_EQ(ahead("16384", "16384", "1", model), prefetched::none);
}

TEST_F(schedule_choice, short_rows_have_kernels_of_their_length) {
    const auto cols_of = [](const char *dims, const char *src1) {
        return make_schedule(plan_of(dims, dims, src1), 1, all_fits).rows.params().cols;
    };
    EXPECT_EQ(cols_of("16x64", "64"), 64);
    EXPECT_EQ(cols_of("16x128", "128"), 128);
    EXPECT_EQ(cols_of("16x129", "129"), 0); // more than 512 bytes
    EXPECT_EQ(cols_of("100", "100"), 100);
    EXPECT_EQ(cols_of("8x64", "8x64:64x-1"), 0); // gathered blocks are as long as they are
}

TEST_F(schedule_choice, rows_of_the_same_conditions_share_masks) {
    const auto share_masks = [](const char *cond, const char *all) {
        return make_schedule(plan_of(cond, all, all), 1, all_fits).rows.params().shares_masks;
    };
    EXPECT_TRUE(share_masks("8x1x32", "8x16x32"));
    EXPECT_FALSE(share_masks("8x16x1x32", "8x16x1x32"));
    EXPECT_FALSE(share_masks("1x16x32", "8x16x32"));
    EXPECT_FALSE(share_masks("8x1x200", "8x16x200")); // no straight code
}

TEST_F(schedule_choice, fused_rows_have_narrow_vectors_beyond_the_second_level) {
    const plan made = plan_of("40x50x1", "40x50x3", "3", {.type = libselect_u8});
    const schedule within = make_schedule(made, 1, all_fits);
    ASSERT_TRUE(within.form.fused);
    const int widest = best_isa() == libselect_cpu_isa_avx512 ? 64 : 32;
    EXPECT_EQ(within.fused.params().vector_bytes, widest);
    EXPECT_EQ(within.fused.streaming.run, within.fused.ordinary.run);
    const schedule beyond = make_schedule(made, 1, small_machine(4096, huge));
    EXPECT_EQ(beyond.fused.params().vector_bytes, 32);
    const schedule in_memory = make_schedule(made, 1, small_machine(4096, 8192));
    EXPECT_EQ(in_memory.fused.params().stores, store_kind::streaming);
}

TEST_F(schedule_choice, up_to_three_loops_are_one_call) {
    const schedule one = dense("4096", all_fits);
    EXPECT_EQ(one.whole.planes, 1);
    EXPECT_EQ(one.whole.rows, 1);
    EXPECT_EQ(one.whole.cols, 4096);
    const schedule three = make_schedule(plan_of("8x1x128", "1", "8x24x128"), 1, all_fits);
    EXPECT_EQ(three.whole.planes, 8);
    EXPECT_EQ(three.whole.rows, 24);
    EXPECT_EQ(three.whole.cols, 128);
    using strides = libselect::per_operand<std::int64_t>;
    EXPECT_EQ(three.whole.col_strides, (strides {1, 0, 4, 4}));
    EXPECT_EQ(three.whole.row_strides, (strides {0, 0, 512, 512}));
    EXPECT_EQ(three.whole.plane_steps, (strides {128, 0, 0, 0}));
}

TEST_F(schedule_choice, four_loops_and_staged_and_fused_rows_are_not_one_call) {
    const auto planes_of = [](const plan &made) {
        return make_schedule(made, 1, all_fits).whole.planes;
    };
    const plan four = plan_of("2x1x4x1x64", "2x3x4x5x64", "1");
    ASSERT_EQ(four.rank, 5);
    EXPECT_EQ(planes_of(four), 0);
    EXPECT_EQ(planes_of(plan_of("8x512", "8x512:1x8", "1")), 0);
    EXPECT_EQ(planes_of(plan_of("900x1", "900x3", "3")), 0);
}

TEST_F(schedule_choice, threads_are_for_large_problems) {
    // 13 bytes are touched per element.
    EXPECT_FALSE(dense("80000", all_fits, 0).parallel);
    EXPECT_TRUE(dense("81000", all_fits, 0).parallel);
    EXPECT_TRUE(dense("81000", all_fits, 2).parallel);
    EXPECT_FALSE(dense("81000", all_fits, 1).parallel);
    EXPECT_EQ(dense("81000", all_fits, 2).max_threads, 2);
}

TEST_F(schedule_choice, tiles_of_fused_rows_are_whole_groups) {
    const plan made = plan_of("400000x1", "400000x3", "3", {.type = libselect_u8});
    const schedule how = make_schedule(made, 0, small_machine(4096, huge));
    ASSERT_TRUE(how.form.fused);
    EXPECT_GT(how.tiles.n_tiles(), 1);
    EXPECT_EQ(how.tiles.tile_cols, 3);
    EXPECT_EQ(how.tiles.tile_rows % how.fused.ordinary.group.rows, 0);
}

TEST(schedule_empty, has_an_implementation_and_no_more) {
    const schedule how = make_schedule(plan_of("0x4", "0x4", "1"), 1);
    ASSERT_NE(how.chosen.from, nullptr);
    EXPECT_FALSE(how.parallel);
    EXPECT_EQ(how.whole.planes, 0);
}

} // namespace
} // namespace internal
