// SPDX-License-Identifier: Apache-2.0
// One LIBSELECT_DCHECK per sentence of the headers.
#include "plan/promises.hpp"

#include <algorithm>

#include "base/dcheck.hpp"

namespace libselect {
namespace {

const loop &loop_at(const loop_nest &nest, int at) noexcept {
    return nest.loops[static_cast<std::size_t>(at)];
}

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
        LIBSELECT_DCHECK(each.strides[dst] > 0, i, each.strides[dst]);
        n_elems *= each.extent;
    }
    LIBSELECT_DCHECK(n_elems == nest.n_elems, n_elems, nest.n_elems);
    check_roles(nest);
}

} // namespace

void check_promises(const plan &nest) noexcept {
    if (!has_dchecks || nest.is_empty()) return;
    check_loops(nest);
    for (int i = 1; i < nest.rank; ++i) {
        const loop &outer = loop_at(nest, i - 1);
        const loop &inner = loop_at(nest, i);
        LIBSELECT_DCHECK(inner.strides[dst] <= outer.strides[dst], i, inner.strides[dst],
                outer.strides[dst]);
        // What an evaluated condition walks may keep loops apart that cond's bytes do not.
        LIBSELECT_DCHECK(
                nest.is_evaluated() || !can_merge(outer, inner), i, outer.extent, inner.extent);
    }
}

void check_promises(const walk_order &walk, const plan &nest) noexcept {
    if (!has_dchecks || nest.is_empty()) return;
    check_loops(walk);
    LIBSELECT_DCHECK(walk.rank == nest.rank, walk.rank, nest.rank);
    LIBSELECT_DCHECK(walk.inner() == nest.inner(), walk.inner().extent, nest.inner().extent);
    LIBSELECT_DCHECK(std::is_permutation(walk.loops.begin(), walk.loops.begin() + walk.rank,
                             nest.loops.begin()),
            walk.rank);
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
    }
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
