// SPDX-License-Identifier: Apache-2.0
// Tiling: the cut of a walk into tiles, which threads share.
#ifndef LIBSELECT_PLAN_TILING_HPP
#define LIBSELECT_PLAN_TILING_HPP

#include <cstdint>

#include "plan/walk_order.hpp"

namespace libselect {

// The innermost loop of a walk counts the columns. All loops around it together, in their order,
// count the rows. A tile is tile_rows x tile_cols elements; the last tile of a row and the last
// tile of all rows may be smaller. Always 1 <= tile_rows <= n_rows and 1 <= tile_cols <= n_cols.
// A tile is whole rows (tile_cols == n_cols), or within a single row (tile_rows == 1), or part of
// the columns of one block of rows. Tiles are numbered row by row. Where blocks end with cache lines
// of an input, an execution moves the rows between tiles (exec/executor.cpp).
struct tiling {
    std::int64_t n_rows = 0;
    std::int64_t n_cols = 0;
    std::int64_t tile_rows = 0;
    std::int64_t tile_cols = 0;
    bool operator==(const tiling &) const = default;

    [[nodiscard]] std::int64_t tiles_per_row() const noexcept {
        return (n_cols - 1) / tile_cols + 1;
    }
    [[nodiscard]] std::int64_t n_tiles() const noexcept {
        return ((n_rows - 1) / tile_rows + 1) * tiles_per_row();
    }
};

// Cuts a walk that is not empty into tiles of about `bytes` of dst. Columns are cut at multiples of
// column_unit: when a row of a dense dst begins with a cache line, so does each of its tiles. Rows
// are cut at multiples of row_unit, when a tile has that many.
[[nodiscard]] tiling make_tiling(
        const walk_order &walk, std::int64_t bytes, std::int64_t row_unit = 1) noexcept;

// The same for blocks of block_rows, whose rows are computed together: a tile of fewer rows is part
// of the columns of a block instead.
[[nodiscard]] tiling make_tiling_of_blocks(
        const walk_order &walk, std::int64_t bytes, std::int64_t block_rows) noexcept;

// The same for bands of block_rows x block_cols: each is a tile.
[[nodiscard]] tiling make_tiling_of_bands(
        const walk_order &walk, std::int64_t block_rows, std::int64_t block_cols) noexcept;

inline constexpr std::int64_t column_unit = 64;

// Bytes of dst in a tile of a schedule. This size is a guess.
inline constexpr std::int64_t tile_bytes = 64 << 10;

} // namespace libselect

#endif
