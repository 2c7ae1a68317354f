// SPDX-License-Identifier: Apache-2.0
// Equal work has equal plans and hashes, in whatever rank it was written; different work does not.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "common/text_shape.hpp"
#include "plan/plan.hpp"

namespace internal {
namespace {

using libselect::plan;

void expect_same(const plan &a, const plan &b) {
    EXPECT_EQ(a, b) << to_string(a) << "\n" << to_string(b);
    EXPECT_EQ(hash_of(a), hash_of(b));
}

// The dims with a 1 before each axis whose bit is set, and one at the end for the bit after them.
std::string with_ones(const std::vector<std::string> &dims, unsigned ones) {
    std::string text;
    for (unsigned axis = 0; axis <= dims.size(); ++axis) {
        if ((ones >> axis & 1U) != 0) text += "1x";
        if (axis < dims.size()) text += dims[axis] + "x";
    }
    text.pop_back();
    return text;
}

TEST(plan_equality, axes_of_1_anywhere_change_nothing) {
    const plan expected = plan_of("2x1x4", "2x3x4", "3x1");
    for (unsigned ones = 0; ones < 16; ++ones)
        expect_same(plan_of(with_ones({"2", "1", "4"}, ones), with_ones({"2", "3", "4"}, ones),
                            with_ones({"1", "3", "1"}, ones)),
                expected);
}

TEST(plan_equality, dense_work_is_the_same_in_every_rank) {
    const plan expected = plan_of("4096", "4096", "1");
    std::string dims = "4096";
    for (std::int64_t left = 2048, rank = 2; rank <= 12; ++rank, left /= 2) {
        dims = std::to_string(left);
        for (std::int64_t axis = 1; axis < rank; ++axis)
            dims += "x2";
        expect_same(plan_of(dims, dims, "1"), expected);
    }
}

TEST(plan_equality, leading_ones_to_rank_12_change_nothing) {
    const plan expected = plan_of("4x1", "4x5", "5");
    std::string ones;
    for (int rank = 3; rank <= 12; ++rank) {
        ones += "1x";
        expect_same(plan_of("4x1", ones + "4x5", "5"), expected);
        expect_same(plan_of(ones + "4x1", ones + "4x5", ones + "1x5"), expected);
    }
}

TEST(plan_equality, every_mode_of_the_same_work_has_one_plan) {
    const plan expected = plan_of("2x3", "2x3", "2x3");
    for (const auto mode : {libselect_auto_broadcast_none, libselect_auto_broadcast_pdpd,
                 libselect_auto_broadcast_multidirectional})
        expect_same(plan_of("2x3", "2x3", "2x3", {.attr = {mode, -1}}), expected);
}

TEST(plan_equality, types_of_one_width_have_one_plan) {
    expect_same(plan_of("3", "3", "1"), plan_of("3", "3", "1", {.type = libselect_s32}));
    expect_same(plan_of("3", "3", "1", {.type = libselect_c64}),
            plan_of("3", "3", "1", {.type = libselect_s64}));
}

TEST(plan_equality, axes_of_all_operands_may_be_exchanged) {
    expect_same(plan_of("3x1x2", "3x4x2", "4x1"),
            plan_of("3x2x1", "3x2x4:8x1x2", "1x1x4", {.dst = "3x2x4:8x1x2"}));
}

TEST(plan_equality, empty_plans_of_one_width_are_equal) {
    expect_same(plan_of("1", "0", "1"), plan_of("1", "2x0x3", "1"));
}

TEST(plan_equality, plans_that_differ_in_anything_differ) {
    const std::vector<plan> different {
            plan_of("6", "6", "1"),
            plan_of("6", "1", "6"),
            plan_of("6", "6", "6"),
            plan_of("7", "7", "1"),
            plan_of("6", "6", "1", {.type = libselect_u8}),
            plan_of("1", "6", "1"),
            plan_of("6:2", "6", "1"),
            plan_of("6", "6:2", "1"),
            plan_of("6", "6:-1", "1"),
            plan_of("6", "6", "1", {.dst = "6:2"}),
            plan_of("6", "6", "1", {.dst = "6:-1"}),
            plan_of("2x1", "2x3", "1"),
            plan_of("3", "2x3", "1"),
            plan_of("2", "3x2", "1"),
            plan_of("1", "0", "1"),
    };
    std::set<std::size_t> hashes;
    for (std::size_t i = 0; i < different.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_NE(different[i], different[j]) << i << " " << j;
        hashes.insert(hash_of(different[i]));
    }
    // Not a promise of a hash, but these few do not collide.
    EXPECT_EQ(hashes.size(), different.size());
}

} // namespace
} // namespace internal
