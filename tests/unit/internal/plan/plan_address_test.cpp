// SPDX-License-Identifier: Apache-2.0
// Random ops: the plan combines the addresses that the specification does, and keeps its promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "common/random_op.hpp"

namespace internal {
namespace {

using libselect::loop;
using libselect::plan;
using libselect::role;

// Calls judge(op, plan) for random ops until one fails.
template <typename Judge>
void for_random_ops(const char *test, const Judge &judge) {
    internal::for_random_ops(
            test, 5000, [&](const auto &op, const plan &made, const auto &) { judge(op, made); });
}

TEST(plan_address, the_plan_combines_the_addresses_of_the_spec) {
    for_random_ops("plan_address.the_plan*", [](const libselect::select_op &op, const plan &made) {
        std::vector<addresses> expected = addresses_by_the_spec(op);
        std::vector<addresses> found = addresses_by_the_plan(made);
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
        EXPECT_EQ(made.n_elems, static_cast<std::int64_t>(expected.size()));
    });
}

TEST(plan_address, dst_is_written_in_the_order_of_its_memory) {
    for_random_ops("plan_address.dst*", [](const libselect::select_op &, const plan &made) {
        std::vector<std::int64_t> strides;
        for (int at = 0; at < made.rank; ++at)
            strides.push_back(
                    std::abs(made.loops[static_cast<std::size_t>(at)].strides[libselect::dst]));
        EXPECT_TRUE(std::is_sorted(strides.rbegin(), strides.rend()));
        if (!strides.empty()) {
            EXPECT_GT(strides.back(), 0);
        }
    });
}

TEST(plan_address, no_two_neighbouring_loops_can_be_merged) {
    for_random_ops("plan_address.no_two*", [](const libselect::select_op &, const plan &made) {
        for (std::size_t at = 1; at < static_cast<std::size_t>(made.rank); ++at) {
            const loop &outer = made.loops[at - 1];
            const loop &inner = made.loops[at];
            bool merges = true;
            for (std::size_t i = 0; i < libselect::n_operands; ++i)
                merges = merges && outer.strides[i] == inner.strides[i] * inner.extent;
            EXPECT_FALSE(merges) << "loops " << at - 1 << " and " << at;
        }
    });
}

TEST(plan_address, only_a_plan_of_one_element_has_a_loop_of_1) {
    for_random_ops("plan_address.only*", [](const libselect::select_op &, const plan &made) {
        for (std::size_t at = 0; at < static_cast<std::size_t>(made.rank); ++at)
            EXPECT_TRUE(made.loops[at].extent > 1 || made.n_elems == 1);
        for (std::size_t at = static_cast<std::size_t>(made.rank); at < made.loops.size(); ++at)
            EXPECT_EQ(made.loops[at], loop {});
    });
}

TEST(plan_address, roles_say_how_operands_move_in_the_innermost_loop) {
    for_random_ops("plan_address.roles*", [](const libselect::select_op &, const plan &made) {
        if (made.is_empty()) return;
        for (std::size_t i = 0; i < libselect::n_operands; ++i) {
            const std::int64_t width = i == libselect::cond ? 1 : made.elem_bytes;
            const std::int64_t stride = made.inner().strides[i];
            const role expected = stride == 0       ? role::constant
                                  : stride == width ? role::full
                                                    : role::strided;
            EXPECT_EQ(made.roles[i], expected) << libselect::operand_names[i];
        }
        EXPECT_NE(made.roles[libselect::dst], role::constant);
    });
}

TEST(plan_address, spans_hold_every_addressed_byte) {
    for_random_ops("plan_address.spans*", [](const libselect::select_op &op, const plan &made) {
        for (const addresses &element : addresses_by_the_spec(op))
            for (std::size_t i = 0; i < libselect::n_operands; ++i) {
                const std::int64_t width = i == libselect::cond ? 1 : made.elem_bytes;
                EXPECT_GE(element[i], made.spans[i].low) << libselect::operand_names[i];
                EXPECT_LE(element[i] + width, made.spans[i].high) << libselect::operand_names[i];
            }
    });
}

} // namespace
} // namespace internal
