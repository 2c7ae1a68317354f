// SPDX-License-Identifier: Apache-2.0
// The parts of a task: its owner takes them from the front, helpers from the back, and each is
// taken once.
#include "exec/task_range.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

namespace internal {
namespace {

using libselect::task_range;

TEST(exec_task_range, owner_takes_the_first_and_a_helper_the_last) {
    task_range range;
    range.set(10, 14);
    EXPECT_EQ(range.take_first(), 10);
    EXPECT_EQ(range.take_last(), 13);
    EXPECT_EQ(range.take_last(), 12);
    EXPECT_EQ(range.take_first(), 11);
    EXPECT_EQ(range.take_first(), -1);
    EXPECT_EQ(range.take_last(), -1);
}

TEST(exec_task_range, one_without_parts_has_none) {
    task_range range;
    EXPECT_EQ(range.take_last(), -1);
    range.set(7, 7);
    EXPECT_EQ(range.take_first(), -1);
    EXPECT_EQ(range.take_last(), -1);
}

TEST(exec_task_range, parts_are_counted_up_to_32_bits) {
    constexpr std::int64_t n = task_range::max_parts;
    task_range range;
    range.set(n - 2, n);
    EXPECT_EQ(range.take_last(), n - 1);
    EXPECT_EQ(range.take_first(), n - 2);
    EXPECT_EQ(range.take_first(), -1);
}

TEST(exec_task_range, two_threads_take_each_part_once) {
    constexpr std::int64_t n = 100'000;
    task_range range;
    range.set(0, n);
    std::vector<std::int64_t> helped;
    std::thread helper([&] {
        for (std::int64_t part = range.take_last(); part >= 0; part = range.take_last())
            helped.push_back(part);
    });
    std::vector<std::int64_t> taken;
    for (std::int64_t part = range.take_first(); part >= 0; part = range.take_first())
        taken.push_back(part);
    helper.join();
    EXPECT_TRUE(std::ranges::is_sorted(taken));
    taken.insert(taken.end(), helped.rbegin(), helped.rend());
    std::vector<std::int64_t> all(n);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(taken, all);
}

} // namespace
} // namespace internal
