// SPDX-License-Identifier: Apache-2.0
// Boxes: every copy moves each element once between the right places, within scratch.
#include "plan/box_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "common/random_walk.hpp"
#include "plan/tiling.hpp"

namespace internal {
namespace {

using libselect::box_copy;
using libselect::box_form;
using libselect::operand;
using libselect::walk_order;

using places = std::map<std::int64_t, std::int64_t>; // of a byte: scratch to memory

// What the copy moves, by its loops.
void add_bytes(const box_copy &copy, int level, std::int64_t scratch, std::int64_t memory,
        std::int64_t rows, places &all) {
    if (level == copy.rank) {
        for (int i = 0; i < copy.width; ++i)
            EXPECT_TRUE(all.emplace(scratch + i, memory + i).second) << "moved twice";
        return;
    }
    const auto &each = copy.loops[static_cast<std::size_t>(level)];
    const std::int64_t n = level == copy.row_loop ? rows * copy.row_factor : each.extent;
    for (std::int64_t i = 0; i < n; ++i)
        add_bytes(copy, level + 1, scratch + i * each.scratch, memory + i * each.memory, rows, all);
}

// What has to be moved, by the walk: its elements in order, side by side.
places wanted_bytes(const walk_order &walk, operand which, int n_loops, std::int64_t rows) {
    places all;
    const int row_loop = walk.rank - 1 - n_loops;
    std::int64_t n_columns = 1;
    for (int i = row_loop + 1; i < walk.rank; ++i)
        n_columns *= walk.loops[static_cast<std::size_t>(i)].extent;
    for (std::int64_t at = 0; at < rows * n_columns; ++at) {
        std::int64_t rest = at, memory = 0;
        for (int i = walk.rank - 1; i >= std::max(row_loop, 0); --i) {
            const auto &each = walk.loops[static_cast<std::size_t>(i)];
            const std::int64_t extent = i == row_loop ? rows : each.extent;
            memory += rest % extent * each.strides[which];
            rest /= extent;
        }
        for (std::int64_t byte = 0; byte < walk.unit(which); ++byte)
            all[at * walk.unit(which) + byte] = memory + byte;
    }
    return all;
}

// What a kernel needs of the last two loops.
void expect_suits_kernel(const box_copy &copy, bool gathers) {
    if (!copy.transposes) return;
    const int in_scratch = copy.rank - 2, in_memory = copy.rank - 1;
    const auto &scratch = copy.loops[static_cast<std::size_t>(in_scratch)];
    const auto &memory = copy.loops[static_cast<std::size_t>(in_memory)];
    EXPECT_EQ(scratch.scratch, copy.width);
    EXPECT_EQ(std::abs(memory.memory), copy.width);
    const bool is_backwards = memory.memory < 0;
    // The kernel reads columns that are dense on one side and writes rows dense on the other.
    const auto &rows = gathers ? memory : scratch, &columns = gathers ? scratch : memory;
    const std::int64_t row_step = gathers ? memory.scratch : scratch.memory;
    const std::int64_t column_step = gathers ? scratch.memory : memory.scratch;
    EXPECT_GE(std::abs(row_step), columns.extent * copy.width);
    if (copy.narrow_cols != 0) {
        EXPECT_EQ(columns.extent, copy.narrow_cols);
        EXPECT_EQ(row_step, copy.narrow_cols * copy.width);
        EXPECT_FALSE(gathers && is_backwards);
        EXPECT_NE(copy.row_loop, gathers ? in_scratch : in_memory);
    }
    if (copy.narrow_rows != 0) {
        EXPECT_EQ(rows.extent, copy.narrow_rows);
        EXPECT_EQ(column_step, copy.narrow_rows * copy.width);
        EXPECT_FALSE(!gathers && is_backwards);
        EXPECT_NE(copy.row_loop, gathers ? in_memory : in_scratch);
    }
}

void expect_right_copies(const walk_order &walk, int n_loops) {
    const box_form form = libselect::make_box_form(walk, n_loops);
    if (form.rows == 0) return;
    std::int64_t n_bytes = 0;
    for (const operand which : libselect::all_operands) {
        if (!form.is_copied[which]) continue;
        n_bytes += form.rows * form.columns * walk.unit(which);
        expect_suits_kernel(form.copies[which], which != libselect::dst);
        for (const std::int64_t rows : {form.rows, (form.rows + 1) / 2}) {
            places moved;
            add_bytes(form.copies[which], 0, 0, 0, rows, moved);
            ASSERT_EQ(moved, wanted_bytes(walk, which, n_loops, rows)) << which << ", " << n_loops;
        }
    }
    EXPECT_LE(n_bytes, libselect::box_scratch_bytes);
    EXPECT_LE(form.columns * walk.elem_bytes, libselect::tile_bytes);
}

TEST(plan_box_form, copies_move_every_element_once) {
    support::random_source random(1);
    for (int i = 0; i < 250 && !testing::Test::HasFailure(); ++i) {
        const walk_order walk = random_walk(random);
        for (int n_loops = 0; n_loops <= walk.rank; ++n_loops)
            expect_right_copies(walk, n_loops);
    }
}

TEST(plan_box_form, what_is_not_copied_is_dense_or_constant_along_rows) {
    support::random_source random(2);
    for (int i = 0; i < 250; ++i) {
        const walk_order walk = random_walk(random);
        for (int n_loops = 1; n_loops <= walk.rank; ++n_loops) {
            const box_form form = libselect::make_box_form(walk, n_loops);
            const walk_order merged = libselect::merge_columns(walk, n_loops);
            for (const operand which : libselect::all_operands) {
                if (form.rows == 0 || form.is_copied[which]) continue;
                const bool is_full = form.roles[which] == libselect::role::full;
                EXPECT_EQ(merged.inner().strides[which], is_full ? walk.unit(which) : 0);
            }
            EXPECT_NE(form.roles[libselect::dst], libselect::role::constant);
        }
    }
}

} // namespace
} // namespace internal
