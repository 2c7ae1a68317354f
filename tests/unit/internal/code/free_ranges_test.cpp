// SPDX-License-Identifier: Apache-2.0
// Free ranges: first fit, merging, and agreement with a map of bytes.
#include "code/free_ranges.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "harness/random.hpp"

namespace internal {
namespace {

using libselect::free_ranges;

TEST(code_free_ranges, takes_the_first_range_that_is_long_enough) {
    free_ranges free(64, 1000);
    EXPECT_EQ(free.take(100), 64U);
    EXPECT_EQ(free.take(200), 164U);
    EXPECT_EQ(free.take(100), 364U);
    free.give_back(64, 100);
    EXPECT_EQ(free.take(101), 464U);
    EXPECT_EQ(free.take(100), 64U);
}

TEST(code_free_ranges, takes_all_and_no_more) {
    free_ranges free(0, 128);
    EXPECT_EQ(free.take(129), std::nullopt);
    EXPECT_EQ(free.take(128), 0U);
    EXPECT_EQ(free.take(1), std::nullopt);
    free.give_back(0, 128);
    EXPECT_EQ(free.take(128), 0U);
}

TEST(code_free_ranges, merges_with_both_neighbours) {
    for (const std::vector<std::size_t> &order :
            {std::vector<std::size_t> {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}}) {
        free_ranges free(0, 30);
        for (int i = 0; i < 3; ++i)
            (void)free.take(10);
        for (const std::size_t which : order) {
            EXPECT_FALSE(free.is_whole());
            free.give_back(which * 10, 10);
        }
        EXPECT_TRUE(free.is_whole());
        EXPECT_EQ(free.take(30), 0U);
    }
}

TEST(code_free_ranges, agrees_with_a_map_of_bytes) {
    constexpr std::size_t size = 200;
    support::random_source random(1);
    free_ranges free(0, size);
    std::vector<bool> taken(size);
    std::vector<std::pair<std::size_t, std::size_t>> live;
    const auto first_fit = [&](std::size_t n) -> std::optional<std::size_t> {
        std::size_t run = 0;
        for (std::size_t i = 0; i < size; ++i) {
            run = taken[i] ? 0 : run + 1;
            if (run == n) return i + 1 - n;
        }
        return std::nullopt;
    };
    const auto mark = [&](std::size_t begin, std::size_t n, bool value) {
        for (std::size_t i = begin; i < begin + n; ++i)
            taken[i] = value;
    };
    for (int i = 0; i < 20000; ++i) {
        if (!live.empty() && random.one_in(2)) {
            std::swap(live[random.below(live.size())], live.back());
            const auto [begin, n] = live.back();
            live.pop_back();
            free.give_back(begin, n);
            mark(begin, n, false);
        } else {
            const std::size_t n = 1 + random.below(40);
            const auto expected = first_fit(n);
            ASSERT_EQ(free.take(n), expected);
            if (!expected) continue;
            mark(*expected, n, true);
            live.emplace_back(*expected, n);
        }
        ASSERT_EQ(free.is_whole(), live.empty());
    }
}

} // namespace
} // namespace internal
