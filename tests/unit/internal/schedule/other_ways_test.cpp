// SPDX-License-Identifier: Apache-2.0
// The ways that executions time beside the first: which there are, and for which plans.
#include "schedule/other_ways.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/needed_isa.hpp"
#include "common/text_shape.hpp"
#include "kernel/strided_rows.hpp"
#include "schedule/schedule_problem.hpp"

namespace internal {
namespace {

using libselect::in_place;
using libselect::machine;
using libselect::make_schedule;
using libselect::plan;
using libselect::role;
using libselect::schedule;
using libselect::store_kind;

constexpr std::int64_t huge = std::int64_t {1} << 40;
const machine all_fits = small_machine(huge, huge);
const machine nothing_fits = small_machine(256, 4096);

// Whether what may lie in dst is kept there.
bool keeps(const schedule &each) {
    return each.rows.kernel(in_place::src0, store_kind::ordinary).params.kept != in_place::none
           || each.rows.kernel(in_place::src1, store_kind::ordinary).params.kept != in_place::none;
}

// Whether the best kernels store what changes under masks.
bool has_masks() {
    return std::min(libselect::detected_cpu_isa(), libselect::max_cpu_isa())
           >= libselect_cpu_isa_avx512;
}

// Skip where the CPU or the cap of this run leaves no vectors.
class schedule_other_ways : public testing::Test {
protected:
    void SetUp() override {
        INTERNAL_NEEDS_ISA(libselect_cpu_isa_avx2)
        if (libselect::max_cpu_isa() < libselect_cpu_isa_avx2)
            GTEST_SKIP() << "this run is capped below avx2";
    }
};

// A source of every second element may be gathered, or read where it lies.
TEST_F(schedule_other_ways, other_forms_of_near_estimates_are_made_too) {
    const plan made = plan_of("300x40", "300x40:80x2", "300x40");
    const auto [first, others] = make_schedules(made, 2, all_fits);
    ASSERT_FALSE(others.empty());
    EXPECT_LE(std::ranges::count(others, nullptr, &schedule::looked_at), 1); // without looks
    for (const schedule &other : others) {
        EXPECT_EQ(other.chosen.from, first.chosen.from);
        EXPECT_EQ(other.max_threads, 2);
        EXPECT_TRUE(other.looked_at == first.looked_at || !other.looked_at);
        EXPECT_GE(other.estimated_ns, first.estimated_ns);
        EXPECT_FALSE(other.walk == first.walk && other.form == first.form && other.looked_at
                     && !other.copies_common_first && !other.copies_many_changes
                     && !other.rows.params().skips && keeps(other) == keeps(first));
    }
}

TEST_F(schedule_other_ways, strided_rows_that_predict_conditions_are_one_of_the_ways) {
    const auto predicts = [](const schedule &each) {
        return each.form.strided && each.form.roles[libselect::cond] != role::constant
               && each.rows.params().skips;
    };
    const auto n_predicting = [&](const char *cond, const char *src0) {
        const auto [first, others] = make_schedules(plan_of(cond, src0, "300x40"), 1, nothing_fits);
        EXPECT_FALSE(predicts(first));
        return std::ranges::count_if(others, predicts);
    };
    EXPECT_EQ(n_predicting("300x40", "300x40:80x2"), 1);
    EXPECT_EQ(n_predicting("300x40", "300x40"), 0);
    EXPECT_EQ(n_predicting("1", "300x40:80x2"), 0); // each row has one condition
}

// For conditions that hardly take the strided source.
TEST_F(schedule_other_ways, strided_rows_in_the_order_of_dst_are_one_of_the_ways) {
    const auto n_in_order = [](const char *cond, const char *src1) {
        const plan made = plan_of(cond, "1", src1);
        const auto [first, others] = make_schedules(made, 1, nothing_fits);
        const auto predicts_in_order = [&](const schedule &each) {
            return each.form.strided && each.walk == made && each.rows.params().skips;
        };
        EXPECT_FALSE(predicts_in_order(first));
        return std::ranges::count_if(others, predicts_in_order);
    };
    EXPECT_EQ(n_in_order("300x400:800x2", "300x400:1x300"), 1);
    EXPECT_EQ(n_in_order("300x400", "300x400:1x300"), 0);
}

// Whether short rows of one condition each are chosen without a jump.
bool chooses_rows(const schedule &each) {
    return each.form.strided && each.form.roles[libselect::cond] == role::constant
           && !each.rows.params().skips;
}

TEST_F(schedule_other_ways, short_strided_rows_that_are_chosen_are_one_of_the_ways) {
    const auto n_choosing = [](const char *cond, const char *src0, const char *src1) {
        const auto [first, others] = make_schedules(plan_of(cond, src0, src1), 1, all_fits);
        EXPECT_FALSE(chooses_rows(first));
        return std::ranges::count_if(others, chooses_rows);
    };
    EXPECT_EQ(n_choosing("300x1", "300x17:35x2", "300x17"), 1);
    EXPECT_EQ(n_choosing("300x1", "300x60:120x2", "300x60"), 0); // predicted wrongly at little cost
    EXPECT_EQ(n_choosing("1", "300x17:35x2", "300x17"), 0);
    EXPECT_EQ(n_choosing("300x17", "300x17:35x2", "300x17"), 0);
}

// Chosen rows are stored, whatever lies in dst.
TEST_F(schedule_other_ways, strided_rows_in_place_are_not_chosen) {
    const auto others =
            make_schedules(plan_of("300x1", "300x17:35x2", "300x17"), 1, all_fits).others;
    const auto chosen = std::ranges::find_if(others, chooses_rows);
    ASSERT_NE(chosen, others.end());
    for (const in_place kept : {in_place::none, in_place::src1}) {
        const auto &[run, params] = chosen->rows.kernel(kept, store_kind::ordinary);
        EXPECT_EQ(run == libselect::strided_kernel(params), kept == in_place::src1);
    }
}

TEST_F(schedule_other_ways, small_blocks_of_a_transposed_input_are_one_of_the_ways) {
    const plan made = plan_of("300x400", "300x400:1x300", "300x400");
    const auto n_with_small_blocks = [&](const machine &model) {
        const auto [first, others] = make_schedules(made, 1, model);
        EXPECT_EQ(first.form.block_rows, 64);
        return std::ranges::count_if(others, [](const schedule &each) {
            return each.form.block_rows == 32 && each.form.block_cols == 128;
        });
    };
    EXPECT_EQ(n_with_small_blocks(nothing_fits), 1);
    EXPECT_EQ(n_with_small_blocks(all_fits), 0);
}

// Which of them is the fastest, executions find by themselves.
TEST_F(schedule_other_ways, copies_have_other_forms_too) {
    const schedule how = make_schedule(plan_of("1", "300x40:80x2", "300x40"), 2, all_fits);
    ASSERT_NE(how.looked_at, nullptr);
    ASSERT_NE(how.looked_at->copies[0], nullptr);
    const auto &[first, others] = *how.looked_at->copies[0];
    ASSERT_FALSE(others.empty());
    for (const schedule &other : others) {
        EXPECT_EQ(other.max_threads, 2);
        EXPECT_FALSE(other.form == first.form && other.walk == first.walk);
    }
    EXPECT_TRUE(how.looked_at->copies[1]->others.empty()); // src1 is dense
}

// The look at conditions is lost time where they are mixed.
TEST_F(schedule_other_ways, one_without_looks_is_the_last) {
    const plan repeats = plan_of("40x1x100", "1", "40x8x100", {.type = libselect_u16});
    const auto [first, others] = make_schedules(repeats, 1, all_fits);
    EXPECT_TRUE(first.repeats_conditions);
    ASSERT_FALSE(others.empty());
    EXPECT_FALSE(others.back().repeats_conditions);
    EXPECT_EQ(others.back().looked_at, nullptr);
    EXPECT_EQ(others.back().form, first.form);
    const plan dense = plan_of("30000", "30000", "1", {.type = libselect_u8});
    EXPECT_TRUE(make_schedules(dense, 1, all_fits).others.empty());
}

// Where a source may lie in dst, and changes are listed before anything is computed.
TEST_F(schedule_other_ways, copies_of_many_changes_are_one_of_the_ways) {
    const auto n_copying = [](const char *cond, const char *src0, const op_options &options) {
        const plan made = plan_of(cond, src0, "300x40", options);
        const std::vector<schedule> others = make_schedules(made, 1, all_fits).others;
        return std::ranges::count(others, true, &schedule::copies_many_changes);
    };
    EXPECT_EQ(n_copying("300x1", "300x40:1x300", {}), 1);
    EXPECT_EQ(n_copying("40", "300x40:1x300", {}), 1); // gathers rows that repeat conditions
    EXPECT_EQ(n_copying("300x1", "300x40:1x300", {.dst = "300x40:41x1"}), 0);
    EXPECT_EQ(n_copying("300x1", "300x40", {}), 0);   // rows that are read where they lie
    EXPECT_EQ(n_copying("1", "300x40:1x300", {}), 0); // one condition
    // Planes copy the changes of their rows.
    const plan repeats = plan_of("40x1x100", "1", "40x8x100", {.type = libselect_u16});
    for (const schedule &other : make_schedules(repeats, 1, all_fits).others)
        EXPECT_FALSE(other.copies_many_changes);
}

// On one thread, and where the form takes longer than a copy does.
TEST_F(schedule_other_ways, a_copy_of_the_common_source_first_is_one_of_the_ways) {
    const plan gathers = plan_of("300x40", "300x40:80x2", "300x40");
    const plan dense = plan_of("300x40", "300x40", "300x40");
    const std::vector<schedule> others = make_schedules(gathers, 1, all_fits).others;
    const auto found = std::ranges::find(others, true, &schedule::copies_common_first);
    ASSERT_NE(found, others.end());
    EXPECT_EQ(found->form, make_schedule(gathers, 1, all_fits).form);
    for (const schedule &other : make_schedules(dense, 1, all_fits).others)
        EXPECT_FALSE(other.copies_common_first);
}

// For equal conditions, and in place for few changes.
TEST_F(schedule_other_ways, kernels_that_look_closely_are_one_of_the_ways) {
    const plan made = plan_of("1000000", "1000000", "1000000");
    const auto [first, others] = make_schedules(made, 1, nothing_fits);
    EXPECT_FALSE(first.rows.params().skips);
    ASSERT_EQ(others.size(), 2U);
    EXPECT_TRUE(others[0].rows.params().skips && others[0].rows.params().narrow);
    EXPECT_EQ(others[0].rows.params().stores, first.rows.params().stores);
    EXPECT_EQ(others[0].form, first.form);
    const auto looks_in_place = [&](const schedule &each) {
        return each.rows.kernel(in_place::src1, store_kind::ordinary).params.narrow;
    };
    const auto [small, looking] = make_schedules(made, 1, all_fits);
    ASSERT_EQ(looking.size(), has_masks() ? 1U : 2U); // one stores all
    EXPECT_FALSE(looks_in_place(small));
    EXPECT_TRUE(looks_in_place(looking[0]));
}

TEST_F(schedule_other_ways, kernels_look_closely_where_there_is_much_to_look_at) {
    const auto n_others = [](const char *cond, const char *src0, const op_options &options) {
        return make_schedules(plan_of(cond, src0, src0, options), 1, nothing_fits).others.size();
    };
    EXPECT_EQ(n_others("100000", "100000", {}), 2U); // one stores all
    EXPECT_EQ(n_others("1000", "1000", {}), has_masks() ? 0U : 1U); // one stores all
    EXPECT_EQ(n_others("300", "300", {}), 0U);
    EXPECT_EQ(n_others("100000", "100000", {.type = libselect_u8}), 2U); // in place only
    EXPECT_EQ(n_others("100x1", "100x10000", {}), 0U);
}

TEST_F(schedule_other_ways, kernels_look_closely_at_bytes_in_place_only) {
    const auto n_looking = [](const char *dst) {
        const plan made =
                plan_of("100x9000", "1", "100x9000:9001x1", {.dst = dst, .type = libselect_u8});
        const auto [first, others] = make_schedules(made, 1, nothing_fits);
        const auto lists = [](const schedule &each) {
            const libselect::row_params &params =
                    each.rows.kernel(in_place::src1, store_kind::ordinary).params;
            return params.kept == in_place::src1 && (params.narrow || !has_masks());
        };
        EXPECT_FALSE(lists(first));
        return std::ranges::count_if(others, lists);
    };
    EXPECT_EQ(n_looking("100x9000:9001x1"), 1);
    EXPECT_EQ(n_looking("100x9000:9002x1"), 0);
}

// Where the policy leaves lines alone, which takes narrow vectors, and a source may lie in dst.
TEST_F(schedule_other_ways, kernels_that_store_all_in_place_are_one_of_the_ways) {
    const auto lists = [](const schedule &each) {
        const libselect::row_params &params =
                each.rows.kernel(in_place::src1, store_kind::ordinary).params;
        return params.kept != in_place::none && params.narrow;
    };
    const auto n_storing_all = [&](const char *cond, const char *src0, const char *src1) {
        const auto [first, others] = make_schedules(plan_of(cond, src0, src1), 1, nothing_fits);
        const auto stores_all = [&](const schedule &other) {
            return !lists(other) && !other.rows.params().skips;
        };
        return lists(first) ? std::ranges::count_if(others, stores_all) : 0;
    };
    EXPECT_EQ(n_storing_all("100000", "1", "100000"), 1);
    EXPECT_EQ(n_storing_all("300", "1", "300"), 0);        // not worth a way
    EXPECT_EQ(n_storing_all("100x1", "1", "100x1000"), 0); // one condition for a row
    const auto n_ways = [](const char *src0) {
        return make_schedules(plan_of("100x1000", src0, "1x1000"), 1, nothing_fits).others.size();
    };
    EXPECT_EQ(n_ways("100x1000"), n_ways("100x1") + 1); // that has no source in dst
}

// Those have their kernels already.
TEST_F(schedule_other_ways, kernels_that_store_all_are_timed_in_small_plans_too_without_masks) {
    const auto [first, others] = make_schedules(plan_of("20000", "1", "20000"), 1, all_fits);
    EXPECT_TRUE(keeps(first));
    ASSERT_EQ(others.size(), has_masks() ? 0U : 1U);
    for (const schedule &other : others)
        EXPECT_FALSE(keeps(other));
}

// On a mesh, where more is touched than the first level holds, and no more than twice the second.
TEST_F(schedule_other_ways, narrow_vectors_are_one_of_the_ways) {
    using libselect::last_level;
    const auto n_narrow = [](const plan &made, last_level kind) {
        const machine model =
                libselect::model_of(kind, {.l1d = 240 << 10, .l2 = 1 << 20, .last = 8 << 20});
        const auto [first, others] = make_schedules(made, 1, model);
        const bool is_fused = first.form.fused, is_narrow = first.rows.params().narrow;
        return std::ranges::count_if(others, [&](const schedule &each) {
            const libselect::row_params &params = each.rows.params();
            return params.narrow && !params.skips && !is_fused && !is_narrow;
        });
    };
    const int with_masks = has_masks() ? 1 : 0;
    const plan medium = plan_of("20000", "20000", "20000"); // 260 KB
    EXPECT_EQ(n_narrow(medium, last_level::mesh_slice), with_masks);
    EXPECT_EQ(n_narrow(medium, last_level::victim), 0);
    EXPECT_EQ(n_narrow(plan_of("18000", "18000", "18000"), last_level::mesh_slice), 0);
    EXPECT_EQ(n_narrow(plan_of("200000", "200000", "200000"), last_level::mesh_slice), 0);
    const plan transposed = plan_of("100x208", "100x208:1x100", "100x208");
    EXPECT_EQ(n_narrow(transposed, last_level::mesh_slice), 0);
}

TEST_F(schedule_other_ways, vectors_differ_where_some_are_narrow) {
    const auto differ = [](libselect::last_level kind, in_place kept) {
        const machine model =
                libselect::model_of(kind, {.l1d = 240 << 10, .l2 = 1 << 20, .last = 8 << 20});
        return vectors_differ(make_schedules(plan_of("20000", "20000", "20000"), 1, model), kept);
    };
    EXPECT_EQ(differ(libselect::last_level::mesh_slice, in_place::none), has_masks());
    EXPECT_FALSE(differ(libselect::last_level::victim, in_place::none));
    const auto small = make_schedules(plan_of("1000", "1000", "1000"), 1, all_fits);
    EXPECT_FALSE(vectors_differ(small, in_place::none));
    // Those that list what changes in place are narrow.
    const auto large = make_schedules(plan_of("1000000", "1000000", "1000000"), 1, all_fits);
    EXPECT_EQ(vectors_differ(large, in_place::src1), has_masks());
}

TEST_F(schedule_other_ways, fused_rows_have_no_narrow_way) {
    const plan made = plan_of("40000x1", "40000x3", "3");
    const machine model = libselect::model_of(
            libselect::last_level::mesh_slice, {.l1d = 32 << 10, .l2 = 1 << 20, .last = 8 << 20});
    const auto [first, others] = make_schedules(made, 1, model);
    ASSERT_TRUE(first.form.fused);
    for (const schedule &each : others) {
        if (!each.form.fused) continue;
        EXPECT_EQ(each.fused.params().vector_bytes, first.fused.params().vector_bytes);
    }
}

// Near the size from which on streaming pays, in rows and in fused ones.
TEST_F(schedule_other_ways, stores_of_the_other_kind_are_one_of_the_ways) {
    const auto streams = [](const schedule &each) {
        return each.form.fused ? each.fused.params().stores == store_kind::streaming
                               : each.rows.params().stores == store_kind::streaming;
    };
    const auto n_otherwise = [&](const plan &made, std::int64_t last) {
        const auto all = make_schedules(made, 1, small_machine(32768, last));
        return std::ranges::count_if(all.others, [&](const schedule &each) {
            return each.form == all.first.form && streams(each) != streams(all.first);
        });
    };
    const plan rows = plan_of("170000", "170000", "1");    // 1.5 MB
    const plan fused = plan_of("60000x1", "60000x3", "1"); // 1.5 MB
    for (const std::int64_t last : {1 << 20, 2 << 20}) {
        EXPECT_EQ(n_otherwise(rows, last), 1);
        EXPECT_EQ(n_otherwise(fused, last), 1);
    }
    EXPECT_EQ(n_otherwise(rows, 1 << 30), 0);
    EXPECT_EQ(n_otherwise(rows, 1 << 16), 0);
    // Nothing streams to every second element: no way is made twice.
    const plan strided = plan_of("200000", "200000", "200000", {.dst = "200000:2"}); // 3.4 MB
    const auto n_ways = [&](std::int64_t last) {
        return make_schedules(strided, 1, small_machine(32768, last)).others.size();
    };
    EXPECT_EQ(n_ways(4 << 20), n_ways(1 << 30));
}

TEST_F(schedule_other_ways, others_are_for_plans_that_are_worth_timing) {
    const plan large = plan_of("300x40", "300x40:80x2", "300x40");
    const plan small = plan_of("3x40", "3x40:80x2", "3x40");
    machine estimates = all_fits;
    estimates.times_forms = false;
    EXPECT_TRUE(make_schedules(large, 1, estimates).others.empty());
    EXPECT_TRUE(make_schedules(small, 1, all_fits).others.empty());
    EXPECT_TRUE(make_schedules(plan_of("64x512", "64x1", "1x512"), 1, all_fits).others.empty());
    EXPECT_TRUE(make_schedules(plan_of("0x4", "0x4", "1"), 1, all_fits).others.empty());
}

} // namespace
} // namespace internal
