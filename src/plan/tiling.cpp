// SPDX-License-Identifier: Apache-2.0
// Choosing the size of a tile.
#include "plan/tiling.hpp"

#include <algorithm>

#include "plan/promises.hpp"

namespace libselect {

namespace {

std::int64_t cols_of_tile(std::int64_t elems, std::int64_t n_cols) noexcept {
    return std::min(std::max(elems / column_unit * column_unit, column_unit), n_cols);
}

tiling cut(const walk_order &walk, std::int64_t bytes, std::int64_t row_unit) noexcept {
    const std::int64_t n_cols = walk.inner().extent;
    const std::int64_t n_rows = walk.n_elems / n_cols;
    const std::int64_t tile_elems = std::max<std::int64_t>(bytes / walk.elem_bytes, 1);
    if (n_cols > tile_elems) return {n_rows, n_cols, 1, cols_of_tile(tile_elems, n_cols)};
    std::int64_t rows = tile_elems / n_cols;
    if (rows > row_unit) rows -= rows % row_unit;
    return {n_rows, n_cols, std::min(rows, n_rows), n_cols};
}

} // namespace

tiling make_tiling(const walk_order &walk, std::int64_t bytes, std::int64_t row_unit) noexcept {
    const tiling tiles = cut(walk, bytes, row_unit);
    check_promises(tiles, walk, 1);
    return tiles;
}

tiling make_tiling_of_blocks(
        const walk_order &walk, std::int64_t bytes, std::int64_t block_rows) noexcept {
    tiling tiles = cut(walk, bytes, block_rows);
    const std::int64_t rows = std::min(block_rows, tiles.n_rows);
    if (tiles.tile_rows < rows) {
        tiles.tile_rows = rows;
        tiles.tile_cols = cols_of_tile(bytes / walk.elem_bytes / rows, tiles.n_cols);
    }
    check_promises(tiles, walk, block_rows);
    return tiles;
}

tiling make_tiling_of_bands(
        const walk_order &walk, std::int64_t block_rows, std::int64_t block_cols) noexcept {
    const std::int64_t n_cols = walk.inner().extent;
    const tiling tiles {walk.n_elems / n_cols, n_cols, block_rows, block_cols};
    check_promises(tiles, walk, block_rows);
    return tiles;
}

} // namespace libselect
