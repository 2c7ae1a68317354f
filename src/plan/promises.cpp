// SPDX-License-Identifier: Apache-2.0
// One LIBSELECT_DCHECK per sentence of the headers.
#include "plan/promises.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/dcheck.hpp"

namespace libselect {
namespace {

void check_roles(const loop_nest &nest) noexcept {
    for (const operand which : all_operands) {
        const std::int64_t stride = nest.inner().strides[which];
        const role along = nest.roles[which];
        LIBSELECT_DCHECK((along == role::full) == (stride == nest.unit(which)), which, stride);
        LIBSELECT_DCHECK((along == role::constant) == (stride == 0), which, stride);
    }
    LIBSELECT_DCHECK(nest.roles[dst] != role::constant, nest.inner().strides[dst]);
}

void check_loops(const loop_nest &nest) noexcept {
    LIBSELECT_DCHECK(nest.rank >= 1 && nest.rank <= max_rank, nest.rank);
    std::int64_t n_elems = 1;
    for (int i = 0; i < nest.rank; ++i) {
        const loop &each = loop_at(nest, i);
        LIBSELECT_DCHECK(
                each.extent >= 2 || (each.extent == 1 && nest.n_elems == 1), i, each.extent);
        LIBSELECT_DCHECK(each.strides[dst] != 0, i, each.strides[dst]);
        n_elems *= each.extent;
    }
    LIBSELECT_DCHECK(n_elems == nest.n_elems, n_elems, nest.n_elems);
    check_roles(nest);
}

// From the first address of an operand to the last one walked. Neither the order of the loops nor
// merging changes it.
[[maybe_unused]] std::int64_t reach_of(const loop_nest &nest, operand which) noexcept {
    std::int64_t reach = 0;
    for (int i = 0; i < nest.rank; ++i)
        reach += (loop_at(nest, i).extent - 1) * loop_at(nest, i).strides[which];
    return reach;
}

} // namespace

void check_promises(const plan &nest) noexcept {
    if (!has_dchecks || nest.is_empty()) return;
    check_loops(nest);
    for (int i = 1; i < nest.rank; ++i) {
        const loop &outer = loop_at(nest, i - 1);
        const loop &inner = loop_at(nest, i);
        LIBSELECT_DCHECK(std::abs(inner.strides[dst]) <= std::abs(outer.strides[dst]), i,
                inner.strides[dst], outer.strides[dst]);
        // What an evaluated condition walks may keep loops apart that cond's bytes do not.
        LIBSELECT_DCHECK(
                nest.is_evaluated() || !can_merge(outer, inner), i, outer.extent, inner.extent);
    }
}

void check_promises(const walk_order &walk, const plan &nest) noexcept {
    if (!has_dchecks || nest.is_empty()) return;
    check_loops(walk);
    LIBSELECT_DCHECK(walk.rank <= nest.rank, walk.rank, nest.rank);
    for (const operand which : all_operands)
        LIBSELECT_DCHECK(reach_of(walk, which) == reach_of(nest, which), which);
}

void check_promises(const row_form &form, const walk_order &walk, int vector_bytes) noexcept {
    if (!has_dchecks) return;
    std::int64_t gathered = 0;
    for (const operand which : inputs)
        if (form.gather[which] != gather_kind::none) gathered += walk.unit(which);
    LIBSELECT_DCHECK(form.gathers == (gathered > 0), form.gathers, gathered);
    LIBSELECT_DCHECK(vector_bytes != 0 || (!form.gathers && !form.fused), form.gathers, form.fused);
    LIBSELECT_DCHECK(
            form.block_rows >= 1 && form.block_cols >= 1, form.block_rows, form.block_cols);
    const std::int64_t block_bytes =
            form.gathers ? form.block_rows * form.block_cols * gathered : 0;
    LIBSELECT_DCHECK(block_bytes <= max_scratch_bytes, block_bytes, max_scratch_bytes);
    const std::int64_t row_bytes = form.block_cols * walk.elem_bytes;
    if (form.fused) {
        LIBSELECT_DCHECK(row_bytes <= max_fused_row_bytes, row_bytes, max_fused_row_bytes);
        LIBSELECT_DCHECK(
                form.block_cols == walk.inner().extent, form.block_cols, walk.inner().extent);
        const int n_vectors =
                group_of(walk.elem_bytes, static_cast<int>(form.block_cols), vector_bytes).vectors;
        LIBSELECT_DCHECK(n_vectors <= max_group_vectors, n_vectors, max_group_vectors);
    } else if (form.gathers) {
        LIBSELECT_DCHECK(form.block_rows <= max_block_rows, form.block_rows, max_block_rows);
    } else if (form.has_bands()) {
        LIBSELECT_DCHECK(walk.n_elems / walk.inner().extent % form.block_rows == 0, walk.n_elems,
                form.block_rows);
        LIBSELECT_DCHECK(
                form.block_cols < walk.inner().extent, form.block_cols, walk.inner().extent);
    }
}

namespace {

// Elements that a copy of a whole box moves.
[[maybe_unused]] std::int64_t bytes_moved(const box_copy &copy, std::int64_t rows) noexcept {
    std::int64_t n_bytes = copy.width;
    for (int i = 0; i < copy.rank; ++i)
        n_bytes *= i == copy.row_loop ? rows * copy.row_factor
                                      : copy.loops[static_cast<std::size_t>(i)].extent;
    return n_bytes;
}

} // namespace

void check_promises(const box_form &form, const walk_order &walk, int n_loops) noexcept {
    if (!has_dchecks || form.rows == 0) return;
    const walk_order merged = merge_columns(walk, n_loops);
    LIBSELECT_DCHECK(form.columns == merged.inner().extent, form.columns, merged.inner().extent);
    LIBSELECT_DCHECK(form.columns * walk.elem_bytes <= tile_bytes, form.columns, walk.elem_bytes);
    std::int64_t scratch_bytes = 0;
    for (const operand which : all_operands) {
        const std::int64_t n_bytes = form.rows * form.columns * walk.unit(which);
        if (form.is_copied[which]) {
            scratch_bytes += n_bytes;
            LIBSELECT_DCHECK(form.roles[which] == role::full, which);
            LIBSELECT_DCHECK(bytes_moved(form.copies[which], form.rows) == n_bytes, which, n_bytes);
        } else {
            // One column is dense and constant at once; the rows of a flat box then decide.
            LIBSELECT_DCHECK(form.roles[which] == merged.roles[which] || form.columns == 1, which);
        }
    }
    LIBSELECT_DCHECK(form.roles[dst] == role::full, form.rows, form.columns);
    LIBSELECT_DCHECK(scratch_bytes <= box_scratch_bytes, scratch_bytes, box_scratch_bytes);
}

void check_promises(const tiling &tiles, const walk_order &walk, std::int64_t block_rows) noexcept {
    if (!has_dchecks) return;
    LIBSELECT_DCHECK(
            tiles.n_rows * tiles.n_cols == walk.n_elems, tiles.n_rows, tiles.n_cols, walk.n_elems);
    LIBSELECT_DCHECK(
            tiles.tile_rows >= 1 && tiles.tile_rows <= tiles.n_rows, tiles.tile_rows, tiles.n_rows);
    LIBSELECT_DCHECK(
            tiles.tile_cols >= 1 && tiles.tile_cols <= tiles.n_cols, tiles.tile_cols, tiles.n_cols);
    LIBSELECT_DCHECK(tiles.tile_cols == tiles.n_cols
                             || tiles.tile_rows == std::min(block_rows, tiles.n_rows),
            tiles.tile_cols, tiles.tile_rows);
}

} // namespace libselect
