// SPDX-License-Identifier: Apache-2.0
// Conditions that are all equal are found, at every length and step, and one that differs too.
#include "exec/condition_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace internal {
namespace {

using libselect::condition_set;
using libselect::taken;

// True bytes of every kind.
std::vector<std::byte> conditions(std::size_t n, bool value) {
    constexpr std::byte values[] {std::byte {1}, std::byte {2}, std::byte {0x80}, std::byte {0xff}};
    std::vector<std::byte> all(n);
    for (std::size_t i = 0; i < n && value; ++i)
        all[i] = values[i % 4];
    return all;
}

taken sources_of(const std::vector<std::byte> &all, std::int64_t rows, std::int64_t row_step,
        std::int64_t cols, std::int64_t step) {
    condition_set set;
    set.add(rows, row_step);
    set.add(cols, step);
    return set.sources({}, all.data());
}

TEST(exec_condition_runs, a_row_of_one_condition_takes_one_source) {
    for (const bool value : {false, true})
        for (std::int64_t n = 1; n <= 200; ++n) {
            std::vector<std::byte> all = conditions(static_cast<std::size_t>(n), value);
            EXPECT_EQ(sources_of(all, 1, 0, n, 1), value ? taken::src0 : taken::src1) << n;
            EXPECT_EQ(libselect::equal_conditions(all.data(), 1, n, value), n);
            for (std::int64_t at = 0; at < n; ++at) {
                const std::byte kept = all[static_cast<std::size_t>(at)];
                all[static_cast<std::size_t>(at)] = std::byte {!value};
                EXPECT_EQ(sources_of(all, 1, 0, n, 1),
                        n == 1 ? (value ? taken::src1 : taken::src0) : taken::both);
                EXPECT_EQ(libselect::equal_conditions(all.data(), 1, n, value), at);
                all[static_cast<std::size_t>(at)] = kept;
            }
        }
}

TEST(exec_condition_runs, only_conditions_of_the_set_count) {
    std::vector<std::byte> all = conditions(60, true);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (i % 3 == 1) all[i] = std::byte {0}; // between the columns of a step of 3
    EXPECT_EQ(sources_of(all, 4, 15, 5, 3), taken::src0);
    EXPECT_EQ(sources_of(all, 9, 0, 5, 3), taken::src0);
    EXPECT_EQ(sources_of(all, 9, 0, 1, 1), taken::src0);
    all[45] = std::byte {0};
    EXPECT_EQ(sources_of(all, 4, 15, 5, 3), taken::both);
    EXPECT_EQ(sources_of(all, 3, 15, 5, 3), taken::src0);
}

// Whatever the order of the loops, which follows dst.
TEST(exec_condition_runs, loops_of_dense_conditions_are_joined_in_any_order) {
    using loop = std::pair<std::int64_t, std::int64_t>;
    for (const auto sign : {1, -1}) {
        std::vector<loop> loops {{2, 3}, {3, 1}, {4, 6}, {5, 24}};
        std::ranges::sort(loops);
        do {
            condition_set set;
            for (const auto &[n, step] : loops)
                set.add(n, sign * step);
            EXPECT_EQ(set.rank(), 1);
            std::vector<std::byte> all = conditions(122, true);
            all.front() = all.back() = std::byte {0}; // outside
            const std::byte *const first = all.data() + (sign == 1 ? 1 : 120);
            EXPECT_EQ(set.sources({}, first), taken::src0);
            all[60] = std::byte {0};
            EXPECT_EQ(set.sources({}, first), taken::both);
        } while (std::ranges::next_permutation(loops).found);
    }
    condition_set gaps;
    for (const auto &[n, step] : {loop {5, 1}, loop {3, 50}, loop {4, 6}})
        gaps.add(n, step);
    EXPECT_EQ(gaps.rank(), 3);
}

} // namespace
} // namespace internal
