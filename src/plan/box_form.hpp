// SPDX-License-Identifier: Apache-2.0
// The box form: part of the innermost loops as one dense row, by way of scratch.
#ifndef LIBSELECT_PLAN_BOX_FORM_HPP
#define LIBSELECT_PLAN_BOX_FORM_HPP

#include <array>
#include <cstdint>

#include "plan/walk_order.hpp"

namespace libselect {

// The most innermost loops that a box may merge into columns.
inline constexpr int max_column_loops = 6;

// A loop of a copy between memory and scratch; both strides count bytes.
struct copy_loop {
    std::int64_t extent = 1;
    std::int64_t memory = 0;
    std::int64_t scratch = 0;
    // Every turn of the loop has the bytes of the first one, and scratch has no gap between turns.
    bool repeats = false;
    bool operator==(const copy_loop &) const = default;
};

// A copy of a box of one operand between memory, where it lies in strides, and scratch, where it is
// dense. Where the loop over rows has merged with loops inside it, row_factor is the product of
// their extents: the loop makes rows * row_factor turns. Its extent here is that of a whole box.
struct box_copy {
    int width = 0; // bytes moved at a time: one element, or several neighbours
    int rank = 0;  // at least 1
    std::array<copy_loop, max_column_loops + 1> loops {}; // the innermost is the last
    int row_loop = -1;
    std::int64_t row_factor = 1;
    // The last two loops are a transposition for a kernel: the last one is dense in memory, the one
    // around it in scratch.
    bool transposes = false;
    int narrow_cols = 0; // for a narrow kernel that reads as many columns
    int narrow_rows = 0; // for a narrow kernel that writes as many rows
    bool operator==(const box_copy &) const = default;
};

// A box is `rows` turns of one loop and all turns of the loops inside it, which give `columns`
// elements per row. What is always true:
// - an operand that is copied goes through scratch, dst included, unless all conditions of the box
//   take one source;
// - any other operand is dense or constant along the columns of a row; in a flat box along all
// rows;
// - the scratch of the copied operands takes at most box_scratch_bytes, and less than a cache line
//   more for each.
struct box_form {
    std::int64_t rows = 1;
    std::int64_t columns = 1;
    bool is_flat = false; // the rows of a box are one long row
    per_operand<bool> is_copied {};
    per_operand<role> roles {}; // full or constant along a row
    per_operand<box_copy> copies {};
    bool operator==(const box_form &) const = default;
};

// Half of a first-level cache of 32 KiB. Not tuned.
inline constexpr std::int64_t box_scratch_bytes = 16 << 10;

// The walk whose innermost loop stands for the last n_loops loops of `walk`. That loop has the unit
// as the stride of an operand that is dense along the loops it stands for, 0 where the operand is
// constant, and 2 * unit, which only marks it as strided, otherwise. With n_loops 0 it is an
// additional loop of one turn.
[[nodiscard]] walk_order merge_columns(const walk_order &walk, int n_loops) noexcept;

// The form of boxes whose columns are the last n_loops loops. Returns a form of no rows when a row
// does not fit scratch or a tile.
[[nodiscard]] box_form make_box_form(const walk_order &walk, int n_loops) noexcept;

} // namespace libselect

#endif
