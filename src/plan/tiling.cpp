// SPDX-License-Identifier: Apache-2.0
// Choosing the size of a tile.
#include "plan/tiling.hpp"

#include <algorithm>

namespace libselect {

tiling make_tiling(const plan &made, std::int64_t tile_bytes) noexcept {
    const std::int64_t n_cols = made.inner().extent;
    const std::int64_t n_rows = made.n_elems / n_cols;
    const std::int64_t tile_elems = std::max<std::int64_t>(tile_bytes / made.elem_bytes, 1);
    if (n_cols > tile_elems) {
        const std::int64_t cols = std::max(tile_elems / column_unit * column_unit, column_unit);
        return {n_rows, n_cols, 1, std::min(cols, n_cols)};
    }
    return {n_rows, n_cols, std::min(tile_elems / n_cols, n_rows), n_cols};
}

} // namespace libselect
