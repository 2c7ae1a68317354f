// SPDX-License-Identifier: Apache-2.0
// Which operands of a box are copied, and in which order their elements are moved.
#include "plan/box_form.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/cache_line.hpp"
#include "plan/promises.hpp"
#include "plan/row_form.hpp"

namespace libselect {
namespace {

// These four are not tuned. Rows of fewer bytes are made one long row, if need be by copying
// operands that are dense in each.
constexpr std::int64_t long_row_bytes = 512;
// A run of this many bytes is moved by memcpy; shorter ones as elements as wide as possible.
constexpr std::int64_t run_bytes = 64;
constexpr std::int64_t widest = 16;
// From this many turns on it pays to fill a run with one element.
constexpr std::int64_t fill_turns = 8;

std::int64_t extent_of(const walk_order &walk, int n_loops) noexcept {
    std::int64_t extent = 1;
    for (int i = walk.rank - n_loops; i < walk.rank; ++i)
        extent *= loop_at(walk, i).extent;
    return extent;
}

// The step of a row: along the loop around the last n_loops loops.
std::int64_t row_stride(const walk_order &walk, int n_loops, operand which) noexcept {
    const int at = walk.rank - 1 - n_loops;
    return at < 0 ? 0 : loop_at(walk, at).strides[which];
}

bool is_dense(const walk_order &walk, int n_loops, operand which) noexcept {
    std::int64_t wanted = walk.unit(which);
    for (int i = walk.rank - 1; i >= walk.rank - n_loops; --i) {
        if (loop_at(walk, i).strides[which] != wanted) return false;
        wanted *= loop_at(walk, i).extent;
    }
    return true;
}

bool is_constant(const walk_order &walk, int n_loops, operand which) noexcept {
    for (int i = walk.rank - n_loops; i < walk.rank; ++i)
        if (loop_at(walk, i).strides[which] != 0) return false;
    return true;
}

// The loops of a copy in the order of scratch, merged where memory allows it.
void add_loops(const walk_order &walk, int n_loops, operand which, std::int64_t rows,
        box_copy &copy) noexcept {
    std::int64_t scratch = walk.unit(which);
    std::array<copy_loop, max_column_loops + 1> inside {}; // innermost first
    int rank = 0;
    for (int i = walk.rank - 1; i >= walk.rank - 1 - n_loops && i >= 0; --i) {
        const bool is_row = i == walk.rank - 1 - n_loops;
        const std::int64_t extent = is_row ? rows : loop_at(walk, i).extent;
        const std::int64_t memory = loop_at(walk, i).strides[which];
        copy_loop &last = inside[static_cast<std::size_t>(std::max(rank - 1, 0))];
        // The product may not fit 63 bits where the strides rule out a merge.
        std::int64_t reach = 0;
        const bool fits = !__builtin_mul_overflow(last.memory, last.extent, &reach);
        if (rank > 0 && fits && memory == reach) {
            if (is_row) copy.row_factor = last.extent;
            last.extent *= extent;
        } else {
            inside[static_cast<std::size_t>(rank++)] = {extent, memory, scratch};
        }
        if (is_row) copy.row_loop = rank - 1;
        scratch *= extent;
    }
    copy.rank = rank;
    copy.row_loop = copy.row_loop < 0 ? -1 : rank - 1 - copy.row_loop;
    for (int i = 0; i < rank; ++i)
        copy.loops[static_cast<std::size_t>(i)] = inside[static_cast<std::size_t>(rank - 1 - i)];
}

copy_loop &last_loop(box_copy &copy) noexcept {
    return copy.loops[static_cast<std::size_t>(copy.rank - 1)];
}

// Moves short runs of neighbours as wider elements.
void widen(box_copy &copy) noexcept {
    copy_loop &run = last_loop(copy);
    const bool is_run = run.memory == copy.width && copy.row_loop != copy.rank - 1;
    if (!is_run || run.extent * copy.width >= run_bytes) return;
    while (run.extent % 2 == 0 && copy.width < widest) {
        copy.width *= 2;
        run.extent /= 2;
    }
    run.memory = run.scratch = copy.width;
    if (run.extent == 1 && copy.rank > 1) {
        run = {};
        --copy.rank;
    }
}

// Moves a loop to another place.
void move_to(box_copy &copy, int from, int to) noexcept {
    const auto first = copy.loops.begin();
    if (from < to)
        std::rotate(first + from, first + from + 1, first + to + 1);
    else
        std::rotate(first + to, first + from, first + from + 1);
    if (copy.row_loop == from)
        copy.row_loop = to;
    else if (from < copy.row_loop && copy.row_loop <= to)
        --copy.row_loop;
    else if (to <= copy.row_loop && copy.row_loop < from)
        ++copy.row_loop;
}

// Whether a loop is better as the innermost than another: among loops of enough turns, the one that
// goes through memory in the smallest steps; else the one of more turns.
bool is_better_inside(const copy_loop &loop, const copy_loop &other) noexcept {
    constexpr std::int64_t enough_turns = 16; // not tuned
    if (loop.memory == 0 || other.memory == 0) return loop.memory != 0;
    if (std::min(loop.extent, other.extent) < enough_turns) return loop.extent > other.extent;
    return std::abs(loop.memory) < std::abs(other.memory);
}

// Puts the best loop innermost, unless the innermost one moves whole runs.
void choose_inner(box_copy &copy) noexcept {
    const copy_loop &run = last_loop(copy);
    if (run.scratch == copy.width) {
        if (run.memory == copy.width && run.extent * copy.width >= run_bytes) return;
        if (run.memory == 0 && run.extent >= fill_turns) return;
    }
    int best = copy.rank - 1;
    for (int i = copy.rank - 2; i >= 0; --i)
        if (is_better_inside(copy.loops[static_cast<std::size_t>(i)],
                    copy.loops[static_cast<std::size_t>(best)]))
            best = i;
    move_to(copy, best, copy.rank - 1);
}

// The columns that a transpose kernel takes together, and the least bytes of a transposition that
// are worth its call. Per matrix, with the kernel and without (AMD EPYC, Zen 3, 2026-11-22): f32
// 5x9 53 and 36 ns, f32 8x12 117 and 83, f64 6x11 51 and 65, u16 9x30 110 and 221.
constexpr std::int64_t transposed_columns = 8;
constexpr std::int64_t least_transposed_bytes = 512;

// What a transpose kernel reads and writes: columns that are dense where it reads, rows that are
// dense where it writes. Strides are those of scratch where that is the side, and negative where
// the elements that are dense in memory lie backwards. Loops over the rows of a box may make fewer
// turns than they say.
struct transposition {
    std::int64_t rows, cols, col_stride, row_stride;
    bool rows_vary, cols_vary;
};

// Of a loop that is dense in memory, at `at`, and the last one, which is dense in scratch.
transposition transposition_of(const box_copy &copy, int at, bool gathers) noexcept {
    const copy_loop &in_memory = copy.loops[static_cast<std::size_t>(at)];
    const copy_loop &in_scratch = copy.loops[static_cast<std::size_t>(copy.rank - 1)];
    const bool vary = at == copy.row_loop, scratch_varies = copy.row_loop == copy.rank - 1;
    const std::int64_t apart = in_memory.memory < 0 ? -in_memory.scratch : in_memory.scratch;
    return gathers ? transposition {in_memory.extent, in_scratch.extent, in_scratch.memory, apart,
                   vary, scratch_varies}
                   : transposition {in_scratch.extent, in_memory.extent, apart, in_scratch.memory,
                           scratch_varies, vary};
}

// Whether a transpose kernel is for this. Sets what a narrow kernel needs: no loop that varies.
// Elements of 16 bytes gain nothing by other kernels.
bool suits_kernel(const transposition &wanted, box_copy &copy) noexcept {
    const auto [rows, cols, col_stride, row_stride, rows_vary, cols_vary] = wanted;
    if (std::abs(row_stride) < cols * copy.width) return false;
    if (is_narrow(cols) && !cols_vary && row_stride == cols * copy.width)
        copy.narrow_cols = static_cast<int>(cols);
    else if (is_narrow(rows) && !rows_vary && col_stride == rows * copy.width)
        copy.narrow_rows = static_cast<int>(rows);
    else
        return copy.width < widest && col_stride != 0 && cols >= transposed_columns
               && rows >= widest / copy.width && rows * cols * copy.width >= least_transposed_bytes;
    return true;
}

// Puts the loop that is dense in memory, forwards or backwards, innermost and the one that is dense
// in scratch around it, when a transpose kernel takes them.
bool make_transposed(box_copy &copy, bool gathers) noexcept {
    const int columns = copy.rank - 1;
    const copy_loop &inner = last_loop(copy);
    if (inner.scratch != copy.width || inner.memory == copy.width) return false;
    for (int i = 0; i < columns; ++i) {
        if (std::abs(copy.loops[static_cast<std::size_t>(i)].memory) != copy.width
                || !suits_kernel(transposition_of(copy, i, gathers), copy))
            continue;
        move_to(copy, i, columns);
        return true;
    }
    return false;
}

void mark_repeats(box_copy &copy) noexcept {
    std::int64_t inside = copy.width; // bytes from the first to the last element of a turn
    for (int i = copy.rank - 1; i >= 0; --i) {
        copy_loop &each = copy.loops[static_cast<std::size_t>(i)];
        each.repeats = each.memory == 0 && each.scratch == inside && i < copy.rank - 1;
        inside += (each.extent - 1) * each.scratch;
    }
}

box_copy make_copy(const walk_order &walk, int n_loops, operand which, std::int64_t rows) noexcept {
    box_copy copy;
    copy.width = static_cast<int>(walk.unit(which));
    add_loops(walk, n_loops, which, rows, copy);
    widen(copy);
    copy.transposes = make_transposed(copy, which != dst);
    if (!copy.transposes) choose_inner(copy);
    mark_repeats(copy);
    return copy;
}

} // namespace

walk_order merge_columns(const walk_order &walk, int n_loops) noexcept {
    walk_order merged = walk;
    merged.rank = walk.rank - n_loops + 1;
    std::fill(merged.loops.begin() + merged.rank - 1, merged.loops.end(), loop {});
    loop &columns = merged.loops[static_cast<std::size_t>(merged.rank - 1)];
    columns.extent = extent_of(walk, n_loops);
    for (const operand which : all_operands) {
        const std::int64_t unit = walk.unit(which);
        const bool dense = is_dense(walk, n_loops, which);
        const bool constant = is_constant(walk, n_loops, which);
        columns.strides[which] = dense ? unit : constant ? 0 : 2 * unit;
        merged.roles[which] = dense ? role::full : constant ? role::constant : role::strided;
    }
    return merged;
}

box_form make_box_form(const walk_order &walk, int n_loops) noexcept {
    box_form form;
    form.columns = extent_of(walk, n_loops);
    form.is_flat = form.columns * walk.elem_bytes < long_row_bytes;
    std::int64_t width = 0;
    for (const operand which : all_operands) {
        const std::int64_t unit = walk.unit(which);
        const std::int64_t step = row_stride(walk, n_loops, which);
        const bool has_rows = walk.rank > n_loops;
        bool dense = is_dense(walk, n_loops, which);
        bool constant = is_constant(walk, n_loops, which) && which != dst;
        if (form.is_flat && has_rows) {
            dense = dense && step == form.columns * unit;
            constant = constant && step == 0;
        }
        form.is_copied[which] = !dense && !constant;
        form.roles[which] = dense || form.is_copied[which] ? role::full : role::constant;
        if (form.is_copied[which]) width += unit;
    }
    const std::int64_t n_elems = box_scratch_bytes / std::max<std::int64_t>(width, 1);
    const int at = walk.rank - 1 - n_loops;
    form.rows = std::min(at < 0 ? 1 : loop_at(walk, at).extent, n_elems / form.columns);
    if (form.columns * walk.elem_bytes > tile_bytes) form.rows = 0;
    // A row of one condition is a box of its own, so that only the source taken is copied.
    const bool copies_source = form.is_copied[src0] || form.is_copied[src1];
    if (!form.is_flat && form.roles[cond] == role::constant && copies_source)
        form.rows = std::min<std::int64_t>(form.rows, 1);
    if (form.rows == 0) return form;
    for (const operand which : all_operands)
        if (form.is_copied[which]) form.copies[which] = make_copy(walk, n_loops, which, form.rows);
    check_promises(form, walk, n_loops);
    return form;
}

} // namespace libselect
