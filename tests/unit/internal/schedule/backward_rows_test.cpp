// SPDX-License-Identifier: Apache-2.0
// Rows run backwards where dst begins a little behind a source in the lowest 12 bits.
#include "schedule/backward_rows.hpp"

#include <gtest/gtest.h>

#include <array>

#include "harness/problem.hpp"
#include "schedule/schedule_problem.hpp"

namespace internal {
namespace {

using libselect::backward_rows;
using libselect::cond;
using libselect::dst;
using libselect::src0;
using libselect::src1;

// Of elements of 4 bytes, on a machine whose first-level cache has 48 KiB.
backward_rows rows_of(
        const support::dims &of_cond, const support::dims &of_src0, const support::dims &of_src1) {
    schedule_problem given;
    given.what = support::dense_problem(libselect_f32, of_cond, of_src0, of_src1);
    const libselect::machine model =
            libselect::model_of(libselect::last_level::victim, {48 << 10, 1 << 20, 32 << 20});
    return libselect::make_schedule(plan_of(given), 1, model).backwards;
}

TEST(schedule_backward_rows, begin_with_the_last) {
    const backward_rows rows = rows_of({8, 1, 32}, {8, 16, 32}, {8, 16, 32});
    ASSERT_EQ(rows.loops.planes, 8);
    ASSERT_EQ(rows.loops.rows, 16);
    EXPECT_EQ(rows.last[cond], 7 * 32);
    EXPECT_EQ(rows.last[src0], 127 * 128);
    EXPECT_EQ(rows.last[dst], 127 * 128);
    EXPECT_EQ(rows.loops.row_strides[dst], -128);
    EXPECT_EQ(rows.loops.plane_steps[dst], 0);
    EXPECT_EQ(rows.loops.row_strides[cond], 0);
    EXPECT_EQ(rows.loops.plane_steps[cond], -32);
    EXPECT_TRUE(rows.follows_dst[src0] && rows.follows_dst[src1]);
}

TEST(schedule_backward_rows, are_several_in_one_call_that_stays_in_the_first_level_cache) {
    EXPECT_EQ(rows_of({1000}, {1000}, {1000}).loops.planes, 0);
    EXPECT_EQ(rows_of({1, 32}, {8, 32}, {8, 32}).loops.planes, 1);
    EXPECT_EQ(rows_of({8, 1, 32}, {8, 24, 32}, {8, 24, 32}).loops.planes, 0);
}

TEST(schedule_backward_rows, follow_a_source) {
    EXPECT_TRUE(rows_of({1, 32}, {8, 32}, {1, 32}).follows_dst[src0]);
    EXPECT_FALSE(rows_of({1, 32}, {8, 32}, {1, 32}).follows_dst[src1]);
    EXPECT_EQ(rows_of({8, 32}, {8, 1}, {1, 32}).loops.planes, 0);
}

TEST(schedule_backward_rows, pay_by_the_low_bits_of_the_addresses) {
    alignas(4096) static std::array<std::byte, 3 * 4096> memory;
    backward_rows rows;
    rows.follows_dst = {false, true, true, false};
    const auto pays = [&](std::size_t at0, std::size_t at1, std::size_t to) {
        return pays_backwards(
                rows, {memory.data(), &memory[at0], &memory[at1], &memory[4096 + to]});
    };
    EXPECT_TRUE(pays(0, 0, 64));
    EXPECT_TRUE(pays(0, 2048, 64));
    EXPECT_TRUE(pays(4000, 2048, 8));
    EXPECT_FALSE(pays(0, 0, 0));
    EXPECT_FALSE(pays(0, 0, 1024));
    EXPECT_FALSE(pays(64, 64, 0));
    EXPECT_FALSE(pays(0, 128, 64)); // behind one source, before the other
    rows.follows_dst[src0] = false;
    EXPECT_FALSE(pays(0, 2048, 64));
}

} // namespace
} // namespace internal
