// SPDX-License-Identifier: Apache-2.0
// Conditions are looked at first only where that is cheap.
#include "schedule/all_conditions.hpp"

#include <gtest/gtest.h>

#include "harness/problem.hpp"
#include "schedule/schedule_problem.hpp"

namespace internal {
namespace {

using support::dims;

// For dense operands, of which cond and src0 may have other strides.
libselect::schedule schedule_of(
        const dims &shape, const dims &cond, const dims &src0, int max_threads = 1) {
    schedule_problem given;
    given.what = support::dense_problem(libselect_f32, shape, shape, shape);
    if (!cond.empty()) given.what.cond.strides = cond;
    if (!src0.empty()) given.what.src0.strides = src0;
    return libselect::make_schedule(plan_of(given), max_threads, given.model);
}

TEST(schedule_all_conditions, that_serve_one_element_of_plain_rows_are_not_looked_at) {
    EXPECT_EQ(schedule_of({64, 500}, {}, {}).looked_at, nullptr);
    EXPECT_EQ(schedule_of({64, 3}, {3, 0}, {}).looked_at, nullptr);
}

TEST(schedule_all_conditions, that_serve_several_elements_are_looked_at) {
    const auto of_rows = schedule_of({64, 500}, {1, 0}, {}).looked_at;
    ASSERT_NE(of_rows, nullptr);
    EXPECT_EQ(of_rows->along.size(), 1U);
    EXPECT_EQ(of_rows->shared_by.size(), 1U);
}

// jit:scalar has no vectors and gathers nothing.
bool takes_long(const libselect::schedule &how) {
    return how.form.gathers || how.form.strided;
}

TEST(schedule_all_conditions, that_are_dense_are_looked_at_before_a_form_that_gathers) {
    const dims turned {1, 64}, apart {2000, 2};
    const libselect::schedule dense = schedule_of({64, 500}, {}, turned);
    EXPECT_EQ(dense.looked_at != nullptr, takes_long(dense));
    EXPECT_EQ(schedule_of({64, 500}, apart, turned).looked_at, nullptr);
}

TEST(schedule_all_conditions, are_walked_along_neighbours_but_not_along_few) {
    const auto inner_loop = [](const dims &shape, const dims &cond) {
        return schedule_of(shape, cond, {}).looked_at->along.back().extent;
    };
    EXPECT_EQ(inner_loop({300, 8, 40}, {1, 0, 300}), 300);
    EXPECT_EQ(inner_loop({300, 8, 40}, {40, 0, 1}), 40);
    EXPECT_EQ(inner_loop({2, 30, 300}, {1, 0, 2}), 300);
}

TEST(schedule_all_conditions, that_are_dense_in_an_order_of_their_own_are_looked_at_as_a_whole) {
    const auto at_once = [](const dims &shape, const dims &cond) {
        const auto looked_at = schedule_of(shape, cond, {}).looked_at;
        std::int64_t n = 1;
        for (std::size_t i = 1; i <= looked_at->n_dense; ++i)
            n *= looked_at->along.end()[-static_cast<std::ptrdiff_t>(i)].extent;
        return n;
    };
    EXPECT_EQ(at_once({9, 7, 8, 4, 50}, {2800, 1, 0, 350, 7}), 7 * 4 * 50);
    EXPECT_EQ(at_once({9, 7, 8, 4, 50}, {2800, 1, 0, 700, 7}), 7 * 50);       // then a gap
    EXPECT_EQ(at_once({9, 7, 8, 4, 50}, {-1400, -1, 0, 350, 7}), 7 * 4 * 50); // all are many
    EXPECT_EQ(at_once({9, 5, 8, 20}, {100, 1, 0, 5}), 9 * 5 * 20);            // all
    EXPECT_EQ(at_once({9, 5, 8, 20}, {200, 1, 0, 5}), 1);                     // 100 are few
    EXPECT_EQ(at_once({9, 7, 8, 200}, {2800, 2, 0, 14}), 1);                  // gaps
    EXPECT_EQ(at_once({20, 20, 7, 8}, {1, 20, 30, 0}), 1);                    // they overlap
    EXPECT_EQ(at_once({9, 8, 2000}, {2000, 0, 1}), 1);                        // one loop
}

TEST(schedule_all_conditions, that_are_many_are_not_looked_at_for_several_threads) {
    const dims turned {1, 1000};
    const libselect::schedule alone = schedule_of({1000, 1000}, {}, turned, 1);
    EXPECT_EQ(alone.looked_at != nullptr, takes_long(alone));
    EXPECT_EQ(schedule_of({1000, 1000}, {}, turned, 2).looked_at, nullptr);
}

// Tiles of gathered blocks may cut rows that are shorter than a tile.
TEST(schedule_all_conditions, that_rows_repeat_are_looked_at_in_whole_rows) {
    for (const std::int64_t n : {100, 700, 3000, 20000}) {
        const libselect::schedule how = schedule_of({700, n}, {0, 1}, {1, 700});
        if (how.repeats_conditions) {
            EXPECT_EQ(how.tiles.tile_cols, how.walk.inner().extent) << n;
        }
    }
}

TEST(schedule_all_conditions, that_few_bytes_repeat_are_not_looked_at) {
    EXPECT_FALSE(schedule_of({300, 8, 31}, {31, 0, 1}, {}).repeats_conditions);
    EXPECT_TRUE(schedule_of({300, 9, 300}, {300, 0, 1}, {}).repeats_conditions);
}

} // namespace
} // namespace internal
