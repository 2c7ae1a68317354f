// SPDX-License-Identifier: Apache-2.0
// Masks of the harness: which elements each kind makes true.
#include "harness/mask.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace {

using support::mask;
using support::mask_kind;
using enum support::mask_kind;
using dims = std::vector<std::int64_t>;

std::vector<std::byte> filled(const dims &extents, const mask &what, std::uint64_t seed = 0) {
    std::size_t n_elems = 1;
    for (const std::int64_t extent : extents)
        n_elems *= static_cast<std::size_t>(extent);
    std::vector<std::byte> cond(n_elems);
    support::random_source random(seed);
    fill_mask(cond, extents, what, random);
    return cond;
}

// 'x' for a true element.
std::string picture(const dims &extents, const mask &what) {
    std::string text;
    for (const std::byte byte : filled(extents, what))
        text += byte == std::byte {0} ? '.' : 'x';
    return text;
}

std::int64_t n_true(const dims &extents, const mask &what) {
    return std::ranges::count(picture(extents, what), 'x');
}

struct example {
    dims extents;
    mask what;
    std::string picture;
};

TEST(mask, of_a_kind_without_chance_is_this_picture) {
    const example examples[] {
            {{4}, {.kind = all}, "xxxx"},
            {{4}, {.kind = none}, "...."},
            {{4}, {.kind = none, .inverted = true}, "xxxx"},
            {{0, 4}, {.kind = all}, ""},
            {{}, {.kind = all}, "x"},
            {{5}, {.kind = stripes, .length = 1}, "x.x.x"},
            {{7}, {.kind = stripes, .length = 2, .inverted = true}, "..xx..x"},
            {{10}, {.kind = mixed_stripes, .length = 4}, "x.x.....x."},
            {{2, 4}, {.kind = prefix, .length = 1}, "x...x..."},
            {{2, 4}, {.kind = suffix, .length = 3}, ".xxx.xxx"},
            {{2, 2}, {.kind = suffix, .length = 9}, "xxxx"},
            {{2, 3, 3}, {.kind = causal}, "x..xx.xxxx..xx.xxx"},
            {{2, 3}, {.kind = causal}, "x..xx."},
            {{3}, {.kind = causal}, "x.."},
            {{4, 1, 3}, {.kind = blobs, .chance = 1, .cell = {2, 2}}, "xxxxxxxxxxxx"},
    };
    for (const example &one : examples)
        EXPECT_EQ(picture(one.extents, one.what), one.picture) << to_string(one.what);
}

// 100000 draws; 5 standard deviations are at most 791, and with stretches that go together more.
TEST(mask, with_a_chance_is_true_as_often) {
    for (const double chance : {0.0, 0.01, 0.5, 1.0}) {
        EXPECT_NEAR(static_cast<double>(n_true({100000}, {.chance = chance})), 1e5 * chance, 791);
        EXPECT_NEAR(static_cast<double>(
                            n_true({100000}, {.kind = runs, .chance = chance, .length = 4})),
                1e5 * chance, 4 * 791);
    }
    EXPECT_NEAR(static_cast<double>(
                        n_true({1000000}, {.kind = uneven_runs, .chance = 0.05, .length = 64})),
            5e4, 1e4);
    EXPECT_EQ(n_true({1000}, {.kind = single}), 1);
    EXPECT_EQ(n_true({1000}, {.kind = single, .inverted = true}), 999);
}

// Whether the elements of one cell are equal, for cells of 2 x 3 in the dims that are not 1.
TEST(mask, of_blobs_changes_only_between_cells) {
    const std::string text = picture({4, 1, 6}, {.kind = blobs, .cell = {2, 3}});
    for (const std::size_t cell : {0U, 3U, 12U, 15U})
        for (const std::size_t at : {0U, 1U, 2U, 6U, 7U, 8U})
            EXPECT_EQ(text[cell + at], text[cell]);
}

TEST(mask, depends_on_the_seed_alone) {
    for (const mask_kind kind : {random, stretches, single, prefix, suffix, blobs}) {
        EXPECT_EQ(filled({20, 50}, {.kind = kind}, 5), filled({20, 50}, {.kind = kind}, 5));
        EXPECT_NE(filled({20, 50}, {.kind = kind}, 5), filled({20, 50}, {.kind = kind}, 6));
    }
}

TEST(mask, has_every_true_byte_where_it_varies) {
    const auto varied = filled({1000}, {.kind = all, .value = support::true_byte::varies});
    for (const int value : {1, 2, 0x80, 0xff})
        EXPECT_NE(std::ranges::count(varied, static_cast<std::byte>(value)), 0);
    EXPECT_EQ(std::ranges::count(varied, std::byte {0}), 0);
    EXPECT_EQ(std::ranges::count(filled({9}, {.kind = all}), std::byte {1}), 9);
}

TEST(mask, kinds_have_names) {
    for (const mask_kind kind : {random, uneven_runs, discs, none})
        EXPECT_EQ(support::mask_kind_of(to_string(kind)), kind);
    EXPECT_THROW((void)support::mask_kind_of("spots"), std::runtime_error);
    EXPECT_EQ(to_string(mask {.kind = runs, .chance = 0.25, .length = 8, .inverted = true}),
            "runs 8 0.25 inverted");
}

} // namespace
