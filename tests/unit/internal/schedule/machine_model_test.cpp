// SPDX-License-Identifier: Apache-2.0
// Descriptions of machines in, models and policies out. The workloads are those of
// tests/bench/workloads.json, and the expectations are what was measured on the machines.
#include "schedule/machine.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "common/text_shape.hpp"
#include "schedule/fake_machines.hpp"
#include "schedule/memory_policy.hpp"

namespace internal {
namespace {

using libselect::last_level;
using libselect::machine;
using libselect::memory_policy;
using libselect::plan;
using libselect::store_kind;

machine model_for(const fake_machine &given) {
    return libselect::model_of(describe(given));
}

bool streams(const fake_machine &given, const plan &nest) {
    return policy_of(nest, model_for(given)).stores == store_kind::streaming;
}

bool streams_on_all_threads(const fake_machine &given, const plan &nest) {
    return streams(given, nest) && !policy_of(nest, model_for(given)).streams_alone;
}

plan dense(std::int64_t n, libselect::data_type type = libselect_f32) {
    const std::string size = std::to_string(n);
    return plan_of(size, size, size, {.type = type});
}

// In place: src0 is a scalar, and dst, of this many bytes, is src1.
plan fill_of(std::int64_t bytes, libselect::data_type type = libselect_f32) {
    const std::string size =
            std::to_string(bytes / static_cast<std::int64_t>(libselect::data_type_size(type)));
    return plan_of(size, "1", size, {.type = type});
}

plan gpt_causal() {
    return plan_of("1x1x1024x1024", "1x12x1024x1024", "1");
}
plan distilbert() {
    return plan_of("8x1x1x128", "1", "8x12x128x128");
}
plan llm_decode() {
    return plan_of("32x1x1x4096", "32x32x1x4096", "1", {.type = libselect_bf16});
}
plan climate() {
    return plan_of("300x360", "60x300x360", "1");
}

TEST(schedule_machine_model, tells_kinds_apart_by_vendor_first) {
    EXPECT_EQ(model_for(machine_a()).kind, last_level::mesh_slice);
    EXPECT_EQ(model_for(machine_b()).kind, last_level::victim);
    EXPECT_EQ(model_for(machine_c()).kind, last_level::mesh_slice);
    EXPECT_EQ(model_for(zen3()).kind, last_level::victim);
    EXPECT_EQ(model_for(intel_client()).kind, last_level::inclusive);
    EXPECT_EQ(model_for(aarch64()).kind, last_level::unknown);
    EXPECT_EQ(model_for(silent()).kind, last_level::unknown);
    // A and B have the same inclusive bit.
    EXPECT_EQ(describe(machine_a()).last_includes, describe(machine_b()).last_includes);
}

TEST(schedule_machine_model, does_not_look_at_the_model_number) {
    for (fake_machine given : all_fake_machines()) {
        const machine before = model_for(given);
        for (libselect::cpuid_answer &each : given.cpuid)
            if (each.leaf == 1) each.eax ^= 0x000f00f0;
        EXPECT_EQ(model_for(given), before) << given.name;
    }
}

TEST(schedule_machine_model, of_an_amd_cpu_before_zen_is_unknown) {
    fake_machine given = machine_b();
    given.cpuid[1].eax = 0x00600f20; // family 21
    EXPECT_EQ(model_for(given).kind, last_level::unknown);
    given.cpuid = cpuid_of("HygonGenuine", 24);
    EXPECT_EQ(model_for(given).kind, last_level::victim);
}

TEST(schedule_machine_model, of_an_intel_cpu_without_leaf_4_is_unknown) {
    fake_machine given = machine_a();
    given.cpuid.resize(2);
    EXPECT_EQ(model_for(given).kind, last_level::unknown);
    EXPECT_EQ(model_for(given).sizes.last, 8 * MiB);
}

TEST(schedule_machine_model, believes_what_one_core_has) {
    const auto sizes = [](const fake_machine &given) { return model_for(given).sizes; };
    using libselect::cache_sizes;
    EXPECT_EQ(sizes(machine_a()), (cache_sizes {48 * KiB, 2 * MiB, 8 * MiB}));
    EXPECT_EQ(sizes(machine_b()), (cache_sizes {32 * KiB, 1 * MiB, 32 * MiB}));
    EXPECT_EQ(sizes(machine_c()), (cache_sizes {48 * KiB, 2 * MiB, 20 * MiB}));
    EXPECT_EQ(sizes(zen3()), (cache_sizes {32 * KiB, 512 * KiB, 32 * MiB}));
    EXPECT_EQ(sizes(zen5()), (cache_sizes {48 * KiB, 1 * MiB, 32 * MiB}));
    EXPECT_EQ(sizes(intel_client()), (cache_sizes {32 * KiB, 256 * KiB, 8 * MiB}));
    EXPECT_EQ(sizes(aarch64()), (cache_sizes {64 * KiB, 1 * MiB, 8 * MiB}));
    EXPECT_EQ(sizes(silent()), (cache_sizes {32 * KiB, 1 * MiB, 8 * MiB}));
}

TEST(schedule_machine_model, believes_one_complex_of_a_package) {
    fake_machine given = zen5();
    for (libselect::cpuid_answer &each : given.cpuid)
        if (each.leaf == 1) each.eax = 0x00800f12; // family 23
    EXPECT_EQ(model_for(given).sizes.last, 8 * MiB);
    given = zen5();
    for (libselect::cpuid_answer &each : given.cpuid)
        if (each.leaf == 0x80000006) each.edx = 32U << 18; // one complex of 16 MiB
    EXPECT_EQ(model_for(given).sizes.last, 16 * MiB);
}

TEST(schedule_machine_model, is_the_same_without_sys_where_cpuid_has_the_caches) {
    for (fake_machine given : {machine_a(), machine_b(), machine_c(), zen3(), intel_client()}) {
        const machine before = model_for(given);
        given.sys.clear();
        EXPECT_EQ(model_for(given), before) << given.name;
    }
}

TEST(schedule_machine_model, of_nothing_is_the_rule_of_victim_caches_with_8_mib) {
    machine expected = libselect::model_of(last_level::victim, {32 * KiB, 1 * MiB, 8 * MiB});
    for (fake_machine given : {silent(), aarch64()}) {
        const machine found = model_for(given);
        expected.kind = found.kind;
        expected.reason = found.reason;
        expected.sizes.l1d = found.sizes.l1d;
        EXPECT_EQ(found, expected) << given.name;
    }
}

TEST(schedule_machine_model, sizes_that_contradict_each_other_are_cut) {
    const fake_machine given {"nonsense", cpuid_of("AuthenticAMD", 25),
            {{"1", "Data", "900M"}, {"2", "Unified", "64M"}, {"3", "Unified", "4M"}}};
    EXPECT_EQ(model_for(given).sizes, (libselect::cache_sizes {4 * MiB, 4 * MiB, 4 * MiB}));
}

TEST(schedule_machine_model, always_keeps_its_order) {
    for (const fake_machine &given : all_fake_machines()) {
        const machine found = model_for(given);
        EXPECT_LE(found.sizes.l1d, found.sizes.l2) << given.name;
        EXPECT_LE(found.sizes.l2, found.sizes.last) << given.name;
        EXPECT_LE(found.stream_two_from, found.stream_from) << given.name;
        EXPECT_LE(found.stream_from, found.stream_shared_from) << given.name;
        EXPECT_LE(found.stream_shared_from, found.sizes.last) << given.name;
        EXPECT_GT(std::string(found.reason).size(), 20U) << given.name;
    }
}

// What a rule must get right: stores.

TEST(schedule_machine_model, gpt_causal_is_streamed_on_a_b_and_c) {
    for (const fake_machine &given : {machine_a(), machine_b(), machine_c(), zen3()})
        EXPECT_TRUE(streams_on_all_threads(given, gpt_causal())) << given.name;
}

TEST(schedule_machine_model, llc_1m_is_streamed_on_a_and_not_on_b) {
    EXPECT_TRUE(streams_on_all_threads(machine_a(), dense(1 << 20)));
    EXPECT_FALSE(streams(machine_b(), dense(1 << 20)));
}

// C has more of a larger cache than A.
TEST(schedule_machine_model, distilbert_and_llm_decode_are_not_streamed_on_c) {
    EXPECT_FALSE(streams(machine_c(), distilbert()));
    EXPECT_FALSE(streams(machine_c(), llm_decode()));
    EXPECT_TRUE(streams_on_all_threads(machine_c(), climate()));
}

TEST(schedule_machine_model, distilbert_is_not_streamed_on_b) {
    EXPECT_FALSE(streams(machine_b(), distilbert()));
    EXPECT_FALSE(streams(zen3(), distilbert()));
}

TEST(schedule_machine_model, what_gained_on_a_from_a_smaller_last_level_is_streamed_there) {
    EXPECT_TRUE(streams_on_all_threads(machine_a(), dense(1 << 20, libselect_s64)));
    EXPECT_TRUE(streams_on_all_threads(machine_a(), dense(4 << 20, libselect_u8)));
    EXPECT_TRUE(streams_on_all_threads(machine_a(), climate()));
}

TEST(schedule_machine_model, llm_decode_is_not_streamed_on_b) {
    EXPECT_FALSE(streams(machine_b(), llm_decode()));
}

TEST(schedule_machine_model, two_sources_of_16_mib_are_streamed_on_b_by_one_thread_only) {
    const plan llc_4m_u8 = dense(4 << 20, libselect_u8);
    EXPECT_TRUE(streams(machine_b(), llc_4m_u8));
    EXPECT_FALSE(streams_on_all_threads(machine_b(), llc_4m_u8));
    EXPECT_TRUE(streams_on_all_threads(machine_b(), dense(1 << 20, libselect_s64))); // 25 MiB
}

TEST(schedule_machine_model, memory_is_streamed_to_everywhere) {
    for (const fake_machine &given : all_fake_machines())
        EXPECT_TRUE(streams_on_all_threads(given, dense(64 << 20))) << given.name;
}

TEST(schedule_machine_model, nothing_within_4_mib_is_streamed_where_the_cache_is_larger) {
    for (const fake_machine &given :
            {machine_a(), machine_b(), machine_c(), zen3(), intel_client()})
        EXPECT_FALSE(streams(given, dense(300000))) << given.name; // 3.7 MiB
}

TEST(schedule_machine_model, a_client_keeps_what_its_last_level_holds) {
    EXPECT_FALSE(streams(intel_client(), plan_of("900000", "900000", "1"))); // 7.7 MiB
    EXPECT_TRUE(streams_on_all_threads(intel_client(), plan_of("1000000", "1000000", "1")));
}

// What a rule must get right: in place.

TEST(schedule_machine_model, few_changes_of_3_to_36_mib_leave_lines_alone) {
    for (const fake_machine &given : {machine_a(), machine_b(), zen3()})
        for (const std::int64_t n : {3, 12, 24, 36, 60}) {
            EXPECT_TRUE(policy_of(fill_of(n * MiB), model_for(given)).keeps) << given.name << n;
            EXPECT_TRUE(policy_of(fill_of(n * MiB), model_for(given)).lists) << given.name << n;
            EXPECT_TRUE(policy_of(fill_of(n * MiB, libselect_bf16), model_for(given)).lists);
        }
}

TEST(schedule_machine_model, within_l2_masks_are_preferred_to_lists) {
    EXPECT_FALSE(policy_of(fill_of(1 * MiB), model_for(machine_a())).lists);
    EXPECT_FALSE(policy_of(fill_of(512 * KiB), model_for(machine_b())).lists);
    EXPECT_FALSE(policy_of(fill_of(256 * KiB), model_for(zen3())).lists);
}

TEST(schedule_machine_model, lines_are_left_alone_within_caches_but_of_a_few_bytes) {
    for (const fake_machine &given : all_fake_machines()) {
        EXPECT_TRUE(policy_of(fill_of(4 * KiB), model_for(given)).keeps) << given.name;
        EXPECT_FALSE(policy_of(fill_of(3 * KiB), model_for(given)).keeps) << given.name;
    }
}

// Whether rows in place leave lines alone; their conditions lie together.
bool rows_keep(std::int64_t rows, std::int64_t cols, libselect::data_type type) {
    const std::string extents = std::to_string(rows) + "x" + std::to_string(cols);
    const std::string apart = ":" + std::to_string(cols + 76) + "x1";
    const plan made = plan_of(extents, "1", extents + apart, {.type = type});
    EXPECT_EQ(made.rank, 2);
    return policy_of(made, model_for(zen3())).keeps;
}

TEST(schedule_machine_model, two_bytes_in_short_rows_keep_only_what_is_streamed_and_one_never) {
    EXPECT_TRUE(rows_keep(2048, 1024, libselect_f32));
    EXPECT_FALSE(rows_keep(2048, 1024, libselect_u16));
    EXPECT_TRUE(rows_keep(20480, 1024, libselect_u16));
    EXPECT_FALSE(rows_keep(204800, 1024, libselect_u8));
}

TEST(schedule_machine_model, narrow_elements_are_kept_in_long_rows) {
    for (const auto type : {libselect_u8, libselect_u16}) {
        EXPECT_FALSE(rows_keep(100, 32767, type));
        EXPECT_TRUE(rows_keep(100, 32768, type));
    }
}

TEST(schedule_machine_model, rows_of_one_condition_are_kept_at_any_size) {
    for (const fake_machine &given : all_fake_machines())
        EXPECT_TRUE(policy_of(plan_of("4x1", "1", "4x8"), model_for(given)).keeps) << given.name;
}

// A choice, once made for a size, is made for every larger one.
TEST(schedule_machine_model, more_bytes_never_go_back_to_the_choice_for_fewer) {
    for (const fake_machine &given : all_fake_machines()) {
        const machine model = model_for(given);
        for (const auto type : {libselect_u8, libselect_bf16, libselect_f32, libselect_f64}) {
            std::array<memory_policy, 2> before {};
            std::array<bool, 2> has_skipped {};
            for (std::int64_t n = KiB; n < 512 * MiB; n += n / 16) {
                const std::array<memory_policy, 2> now {
                        policy_of(fill_of(n, type), model), policy_of(dense(n / 4, type), model)};
                for (std::size_t i = 0; i < now.size(); ++i) {
                    const std::string at = given.name + " at " + std::to_string(n);
                    EXPECT_GE(now[i].stores, before[i].stores) << at;
                    EXPECT_GE(now[i].keeps, before[i].keeps) << at;
                    EXPECT_GE(now[i].lists, before[i].lists) << at;
                    EXPECT_GE(now[i].narrow, before[i].narrow && model.vector_bytes == 32) << at;
                    EXPECT_FALSE(now[i].skips && now[i].stores == store_kind::streaming) << at;
                    EXPECT_FALSE(now[i].skips && !before[i].skips && has_skipped[i]) << at;
                    has_skipped[i] = has_skipped[i] || now[i].skips;
                }
                before = now;
            }
            for (const memory_policy &last : before)
                EXPECT_TRUE(
                        last.lists && last.stores == store_kind::streaming && !last.streams_alone);
        }
    }
}

TEST(schedule_machine_model, vectors_of_64_bytes_stay_on_intel_and_zen5_beyond_l2) {
    const plan large = dense(1 << 20);
    EXPECT_FALSE(policy_of(large, model_for(machine_a())).narrow);
    EXPECT_FALSE(policy_of(dense(1 << 21), model_for(machine_c())).narrow); // 26 MiB, streamed
    EXPECT_FALSE(policy_of(dense(1 << 21), model_for(zen5())).narrow);      // 26 MiB, streamed
    // Only 32-byte vectors can skip.
    const memory_policy skipping = policy_of(dense(500000), model_for(machine_a())); // 6.2 MiB
    EXPECT_TRUE(skipping.skips && skipping.narrow);
    EXPECT_TRUE(policy_of(large, model_for(machine_b())).narrow);
    EXPECT_TRUE(policy_of(large, model_for(silent())).narrow);
    EXPECT_FALSE(policy_of(dense(100000), model_for(machine_b())).narrow); // 1.2 MiB
}

TEST(schedule_machine_model, blends_are_split_on_intel) {
    EXPECT_TRUE(policy_of(dense(1000), model_for(machine_a())).splits_blends);
    EXPECT_FALSE(policy_of(dense(1000), model_for(machine_b())).splits_blends);
    EXPECT_FALSE(policy_of(dense(1000), model_for(silent())).splits_blends);
}

TEST(schedule_machine_model, a_source_is_prefetched_but_on_intel_where_stores_stream) {
    EXPECT_TRUE(policy_of(dense(1 << 21), model_for(machine_b())).prefetches); // 26 MiB, streamed
    EXPECT_FALSE(policy_of(dense(1 << 19), model_for(machine_b())).prefetches);
    EXPECT_FALSE(policy_of(dense(1 << 21), model_for(machine_a())).prefetches);
    EXPECT_TRUE(policy_of(dense(1 << 21), model_for(silent())).prefetches);
}

TEST(schedule_machine_model, prints_as_one_line) {
    EXPECT_EQ(to_string(model_for(machine_a())),
            "kind=mesh_slice l1d=48K l2=2M last=8M stream=8M stream_two=8M stream_shared=8M "
            "keep=2M vectors=64 blends=split prefetch=none forms=timed");
    EXPECT_EQ(to_string(model_for(zen3())),
            "kind=victim l1d=32K l2=512K last=32M stream=20M stream_two=16M stream_shared=24M "
            "keep=512K vectors=32 blends=whole prefetch=page forms=timed");
}

// Others may use the last level too, so sizes near the threshold may be stored either way.
TEST(schedule_machine_model, either_stores_may_be_the_faster_near_the_threshold) {
    for (const fake_machine &given : all_fake_machines()) {
        const machine model = model_for(given);
        const std::int64_t from = model.stream_two_from;
        if (from == libselect::never) continue;
        const auto may = [&](std::int64_t touched) {
            return may_store_otherwise(dense(touched / 13), model); // 13 bytes an element
        };
        EXPECT_TRUE(may(from) && may(from / 2 + KiB) && may(2 * from - KiB)) << given.name;
        EXPECT_FALSE(may(from / 2 - KiB) || may(2 * from + KiB)) << given.name;
    }
    EXPECT_TRUE(may_store_otherwise(llm_decode(), model_for(zen3())));
    EXPECT_TRUE(may_store_otherwise(distilbert(), model_for(zen3())));
}

// Machine A is a mesh, whose last level is hardly faster than memory; B keeps 32 MiB in its own.
TEST(schedule_machine_model, rows_of_blocks_are_prefetched_where_they_are_far_away) {
    const auto prefetches = [](const fake_machine &given, std::int64_t touched) {
        return policy_of(dense(touched / 13), model_for(given)).reads_memory;
    };
    EXPECT_FALSE(prefetches(machine_a(), 3 * MiB) || prefetches(machine_b(), 15 * MiB));
    EXPECT_TRUE(prefetches(machine_a(), 5 * MiB) && prefetches(machine_b(), 17 * MiB));
}

TEST(schedule_machine_model, the_other_stores_change_what_follows_from_them) {
    const machine model = model_for(zen3());
    const auto policies_of = [&](const plan &nest) {
        return std::pair(policy_of(nest, model), with_other_stores(nest, model, false));
    };
    const auto [stored, streamed] = policies_of(llm_decode());
    EXPECT_EQ(stored.stores, store_kind::ordinary);
    EXPECT_EQ(streamed.stores, store_kind::streaming);
    EXPECT_FALSE(streamed.streams_alone); // on several threads it is timed too
    EXPECT_TRUE(stored.skips && !streamed.skips);
    const plan dense_20 = dense(20 * MiB / 13); // one thread streams, several do not
    const auto [large, large_stored] = policies_of(dense_20);
    EXPECT_TRUE(large.stores == store_kind::streaming && large.streams_alone);
    EXPECT_EQ(large_stored.stores, store_kind::ordinary);
    const memory_policy shared = with_other_stores(dense_20, model, true);
    EXPECT_TRUE(shared.stores == store_kind::streaming && !shared.streams_alone);
    EXPECT_EQ(with_other_stores(dense(26 * MiB / 13), model, true).stores, store_kind::ordinary);
}

} // namespace
} // namespace internal
