// SPDX-License-Identifier: Apache-2.0
// Choosing the size of a tile.
#include "plan/tiling.hpp"

#include <algorithm>

#include "plan/promises.hpp"

namespace libselect {

namespace {

tiling cut(const walk_order &walk, std::int64_t bytes, std::int64_t row_unit) noexcept {
    const std::int64_t n_cols = walk.inner().extent;
    const std::int64_t n_rows = walk.n_elems / n_cols;
    const std::int64_t tile_elems = std::max<std::int64_t>(bytes / walk.elem_bytes, 1);
    if (n_cols > tile_elems) {
        const std::int64_t cols = std::max(tile_elems / column_unit * column_unit, column_unit);
        return {n_rows, n_cols, 1, std::min(cols, n_cols)};
    }
    std::int64_t rows = tile_elems / n_cols;
    if (rows > row_unit) rows -= rows % row_unit;
    return {n_rows, n_cols, std::min(rows, n_rows), n_cols};
}

} // namespace

tiling make_tiling(const walk_order &walk, std::int64_t bytes, std::int64_t row_unit) noexcept {
    const tiling tiles = cut(walk, bytes, row_unit);
    check_promises(tiles, walk);
    return tiles;
}

} // namespace libselect
