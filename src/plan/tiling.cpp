// SPDX-License-Identifier: Apache-2.0
// Choosing the size of a tile.
#include "plan/tiling.hpp"

#include <algorithm>

namespace libselect {

tiling make_tiling(const plan &made, std::int64_t tile_bytes, std::int64_t row_unit) noexcept {
    const std::int64_t n_cols = made.inner().extent;
    const std::int64_t n_rows = made.n_elems / n_cols;
    const std::int64_t tile_elems = std::max<std::int64_t>(tile_bytes / made.elem_bytes, 1);
    if (n_cols > tile_elems) {
        const std::int64_t cols = std::max(tile_elems / column_unit * column_unit, column_unit);
        return {n_rows, n_cols, 1, std::min(cols, n_cols)};
    }
    std::int64_t rows = tile_elems / n_cols;
    if (rows > row_unit) rows -= rows % row_unit;
    return {n_rows, n_cols, std::min(rows, n_rows), n_cols};
}

} // namespace libselect
