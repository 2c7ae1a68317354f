// SPDX-License-Identifier: Apache-2.0
// The search for shared bytes against listing every byte, over thousands of small strided sets.
#include "base/overlap.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "harness/random.hpp"

namespace internal {
namespace {

using libselect::overlap;
using libselect::strided_set;
using support::random_source;

strided_set set_of(std::uintptr_t base, std::int64_t elem_bytes,
        const std::vector<std::int64_t> &extents, const std::vector<std::int64_t> &strides) {
    strided_set set;
    set.base = base;
    set.elem_bytes = elem_bytes;
    set.rank = static_cast<int>(extents.size());
    std::copy(extents.begin(), extents.end(), set.extents.begin());
    std::copy(strides.begin(), strides.end(), set.strides_bytes.begin());
    return set;
}

strided_set random_set(random_source &random) {
    constexpr std::int64_t widths[] = {1, 2, 4, 8, 16};
    strided_set set = set_of(static_cast<std::uintptr_t>(random.between(1000, 1100)),
            widths[random.below(5)], {}, {});
    set.rank = static_cast<int>(random.below(5));
    const std::int64_t reach = random.between(1, 40);
    for (std::size_t i = 0; i < static_cast<std::size_t>(set.rank); ++i) {
        set.extents[i] = random.between(1, 4);
        set.strides_bytes[i] = random.between(-reach, reach);
    }
    return set;
}

std::string to_string(const strided_set &set) {
    std::string text =
            "base " + std::to_string(set.base) + " elem " + std::to_string(set.elem_bytes);
    for (std::size_t i = 0; i < static_cast<std::size_t>(set.rank); ++i)
        text += ", " + std::to_string(set.extents[i]) + " by "
                + std::to_string(set.strides_bytes[i]);
    return text;
}

// The address of every element.
std::vector<std::int64_t> elements_of(const strided_set &set) {
    std::vector<std::int64_t> all {static_cast<std::int64_t>(set.base)};
    for (std::size_t i = 0; i < static_cast<std::size_t>(set.rank); ++i) {
        std::vector<std::int64_t> next;
        for (const std::int64_t at : all)
            for (std::int64_t k = 0; k < set.extents[i]; ++k)
                next.push_back(at + k * set.strides_bytes[i]);
        all = std::move(next);
    }
    return all;
}

bool shares_within(const strided_set &set) {
    const std::vector<std::int64_t> all = elements_of(set);
    return std::set<std::int64_t>(all.begin(), all.end()).size() != all.size();
}

bool shares_between(const strided_set &a, const strided_set &b) {
    std::set<std::int64_t> bytes;
    for (const std::int64_t at : elements_of(a))
        for (std::int64_t i = 0; i < a.elem_bytes; ++i)
            bytes.insert(at + i);
    for (const std::int64_t at : elements_of(b))
        for (std::int64_t i = 0; i < b.elem_bytes; ++i)
            if (bytes.count(at + i) != 0) return true;
    return false;
}

overlap verdict(bool shares) {
    return shares ? overlap::shared : overlap::none;
}

TEST(base_overlap, within_agrees_with_listing_the_elements) {
    const support::seed_range seeds = support::test_seeds(20000);
    for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
        random_source random(seed);
        strided_set set = random_set(random);
        for (std::size_t i = 0; i < static_cast<std::size_t>(set.rank); ++i)
            set.strides_bytes[i] *= set.elem_bytes;
        ASSERT_EQ(overlap_within(set), verdict(shares_within(set)))
                << to_string(set) << "\nseed " << seed << ": "
                << support::reproduce_command("internal_test", "base_overlap.within*", seed);
    }
}

TEST(base_overlap, between_agrees_with_listing_the_bytes) {
    const support::seed_range seeds = support::test_seeds(20000);
    for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
        random_source random(seed);
        const strided_set a = random_set(random);
        const strided_set b = random_set(random);
        const overlap expected = verdict(shares_between(a, b));
        ASSERT_EQ(overlap_between(a, b), expected)
                << to_string(a) << " and " << to_string(b) << "\nseed " << seed << ": "
                << support::reproduce_command("internal_test", "base_overlap.between*", seed);
        ASSERT_EQ(overlap_between(b, a), expected) << "the other way round";
    }
}

TEST(base_overlap, interleaved_sets_of_any_size_are_apart) {
    const std::int64_t n = std::int64_t {1} << 40U;
    EXPECT_EQ(overlap_between(set_of(1000, 4, {n}, {8}), set_of(1004, 4, {n}, {8})), overlap::none);
    EXPECT_EQ(
            overlap_between(set_of(1000, 4, {n}, {8}), set_of(1003, 4, {n}, {8})), overlap::shared);
    // The left and the right half of every row of a matrix.
    EXPECT_EQ(overlap_between(set_of(0, 4, {1 << 20U, 512}, {4096, 4}),
                      set_of(2048, 4, {1 << 20U, 512}, {4096, 4})),
            overlap::none);
}

TEST(base_overlap, bases_at_both_ends_of_the_address_space_are_far_apart) {
    EXPECT_EQ(overlap_between(set_of(16, 4, {2}, {8}), set_of(UINTPTR_MAX - 64, 4, {2}, {8})),
            overlap::none);
    EXPECT_EQ(overlap_between(
                      set_of(UINTPTR_MAX - 64, 4, {2}, {8}), set_of(UINTPTR_MAX - 57, 4, {2}, {8})),
            overlap::shared);
}

TEST(base_overlap, works_at_rank_64) {
    const std::vector<std::int64_t> extents(62, 2);
    std::vector<std::int64_t> strides;
    for (unsigned i = 0; i < 62; ++i)
        strides.push_back(std::int64_t {1} << i);
    strided_set set = set_of(0, 1, extents, strides);
    EXPECT_EQ(overlap_within(set), overlap::none);
    set.rank = 64;
    set.extents[62] = set.extents[63] = 1;
    set.strides_bytes[62] = set.strides_bytes[63] = 0;
    EXPECT_EQ(overlap_within(set), overlap::none);
    EXPECT_EQ(overlap_between(set, set), overlap::shared);
}

// A subset-sum problem with 40 random numbers of 50 bits: no known algorithm settles it soon, and
// the timeout of the test is the assertion that the search stops.
TEST(base_overlap, a_hard_question_ends_undecided) {
    random_source random(1);
    std::vector<std::int64_t> strides;
    for (int i = 0; i < 40; ++i)
        strides.push_back(static_cast<std::int64_t>(random.next() >> 14U));
    const std::vector<std::int64_t> extents(40, 2);
    EXPECT_EQ(overlap_within(set_of(0, 1, extents, strides)), overlap::undecided);
    EXPECT_EQ(overlap_between(set_of(0, 1, extents, strides),
                      set_of((std::uintptr_t {1} << 54U) + 1, 1, {}, {})),
            overlap::undecided);
}

TEST(base_overlap, one_element_shares_nothing_with_itself) {
    EXPECT_EQ(overlap_within(set_of(5, 1, {}, {})), overlap::none);
    EXPECT_EQ(overlap_within(set_of(5, 1, {1, 1}, {0, 0})), overlap::none);
}

} // namespace
} // namespace internal
