// SPDX-License-Identifier: Apache-2.0
// The cut into blocks: every element is in one block, and no block is larger than asked for.
#include "schedule/evaluation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "common/text_shape.hpp"
#include "plan/tiling.hpp"

namespace internal {
namespace {

using libselect::evaluation;
using libselect::plan;

struct cut_case {
    const char *dims;
    int n_columns;
    std::int64_t block_elems;
};

std::int64_t elements_inside(const plan &nest, int level) {
    std::int64_t n = 1;
    for (int i = level + 1; i < nest.rank; ++i)
        n *= nest.loops[static_cast<std::size_t>(i)].extent;
    return n;
}

// A plan whose loops do not merge: cond moves along every second one.
plan nest_of(const cut_case &what) {
    std::string cond = what.dims;
    bool is_dim_of_one = true;
    for (std::size_t begin = 0; begin < cond.size(); is_dim_of_one = !is_dim_of_one) {
        const std::size_t end = std::min(cond.find('x', begin), cond.size());
        if (is_dim_of_one) cond.replace(begin, end - begin, "1");
        begin = is_dim_of_one ? begin + 2 : end + 1;
    }
    return plan_of(cond, what.dims, what.dims);
}

TEST(schedule_evaluation, blocks_are_all_elements_and_as_large_as_allowed) {
    const cut_case cases[] {{"7", 0, 16}, {"700", 0, 64}, {"3x5x700", 0, 64}, {"3x5x700", 0, 1400},
            {"3x5x700", 1, 64}, {"90x3x4", 2, 24}, {"90x3x4", 3, 24}, {"5x6x7x8", 0, 1 << 20}};
    for (const cut_case &what : cases) {
        SCOPED_TRACE(std::string(what.dims) + " " + std::to_string(what.n_columns) + " "
                     + std::to_string(what.block_elems));
        const plan nest = nest_of(what);
        const evaluation cut = make_evaluation(
                nest, what.n_columns, what.block_elems, libselect::portable_baseline);
        ASSERT_TRUE(cut.level >= 0 && cut.level < nest.rank);
        const std::int64_t extent = nest.loops[static_cast<std::size_t>(cut.level)].extent;
        const std::int64_t turn = elements_inside(nest, cut.level);
        const std::int64_t outer = nest.n_elems / (extent * turn);
        EXPECT_EQ(cut.n_blocks, outer * cut.blocks_per_loop);
        EXPECT_TRUE(cut.step >= 1 && cut.step <= extent);
        EXPECT_TRUE((cut.blocks_per_loop - 1) * cut.step < extent);
        EXPECT_GE(cut.blocks_per_loop * cut.step, extent);
        if (cut.step > 1 && what.n_columns < nest.rank) {
            EXPECT_LE(cut.step * turn, what.block_elems);
        }
        EXPECT_LE(cut.level, std::max(nest.rank - 1 - what.n_columns, 0)); // columns stay whole
        EXPECT_GE(cut.scratch_bytes, 1);
        EXPECT_LE(cut.scratch_bytes, cut.step * turn);
    }
}

TEST(schedule_evaluation, columns_are_cut_at_lines) {
    const evaluation cut =
            make_evaluation(plan_of("1000", "1000", "1000"), 0, 200, libselect::portable_baseline);
    EXPECT_EQ(cut.step, 192);
    EXPECT_EQ(cut.step % libselect::column_unit, 0);
}

} // namespace
} // namespace internal
