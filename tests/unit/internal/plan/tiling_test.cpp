// SPDX-License-Identifier: Apache-2.0
// Tilings cover every element once, whatever the sizes.
#include "plan/tiling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/text_shape.hpp"

namespace internal {
namespace {

using libselect::plan;
using libselect::tiling;

plan dense_plan(std::int64_t n_rows, std::int64_t n_cols, int elem_bytes) {
    plan made;
    made.n_elems = n_rows * n_cols;
    made.elem_bytes = elem_bytes;
    made.rank = 2;
    made.loops[0].extent = n_rows;
    made.loops[1].extent = n_cols;
    return made;
}

// Calls judge(plan, tile_bytes, tiling) for many sizes.
template <typename Judge>
void for_many_tilings(const Judge &judge) {
    for (const int elem_bytes : {1, 4, 16})
        for (const std::int64_t n_rows : {1, 2, 3, 7, 20})
            for (const std::int64_t n_cols : {1, 2, 5, 63, 64, 65, 127, 128, 200, 1000})
                for (const std::int64_t tile_bytes :
                        {1, 2, 3, 15, 16, 17, 63, 64, 65, 100, 256, 1000, 1024, 5000, 100000}) {
                    const plan made = dense_plan(n_rows, n_cols, elem_bytes);
                    SCOPED_TRACE(std::to_string(n_rows) + " x " + std::to_string(n_cols) + " of "
                                 + std::to_string(elem_bytes) + " bytes, tiles of "
                                 + std::to_string(tile_bytes));
                    judge(made, tile_bytes, libselect::make_tiling(made, tile_bytes));
                    if (testing::Test::HasFailure()) return;
                }
}

void expect_covered(const tiling &tiles) {
    std::vector<int> covered(static_cast<std::size_t>(tiles.n_rows * tiles.n_cols), 0);
    for (std::int64_t tile = 0; tile < tiles.n_tiles(); ++tile) {
        const std::int64_t row = tile / tiles.tiles_per_row() * tiles.tile_rows;
        const std::int64_t col = tile % tiles.tiles_per_row() * tiles.tile_cols;
        ASSERT_LT(row, tiles.n_rows) << "tile " << tile << " is empty";
        ASSERT_LT(col, tiles.n_cols) << "tile " << tile << " is empty";
        for (std::int64_t r = row; r < std::min(row + tiles.tile_rows, tiles.n_rows); ++r)
            for (std::int64_t c = col; c < std::min(col + tiles.tile_cols, tiles.n_cols); ++c)
                ++covered[static_cast<std::size_t>(r * tiles.n_cols + c)];
    }
    EXPECT_EQ(std::count(covered.begin(), covered.end(), 1), tiles.n_rows * tiles.n_cols);
}

TEST(plan_tiling, every_element_is_in_one_tile) {
    for_many_tilings(
            [](const plan &, std::int64_t, const tiling &tiles) { expect_covered(tiles); });
}

TEST(plan_tiling, rows_and_columns_are_those_of_the_plan) {
    for_many_tilings([](const plan &made, std::int64_t, const tiling &tiles) {
        EXPECT_EQ(tiles.n_cols, made.inner().extent);
        EXPECT_EQ(tiles.n_rows * tiles.n_cols, made.n_elems);
    });
}

TEST(plan_tiling, a_tile_is_whole_rows_or_part_of_one) {
    for_many_tilings([](const plan &, std::int64_t, const tiling &tiles) {
        EXPECT_GE(tiles.tile_rows, 1);
        EXPECT_LE(tiles.tile_rows, tiles.n_rows);
        EXPECT_GE(tiles.tile_cols, 1);
        EXPECT_LE(tiles.tile_cols, tiles.n_cols);
        EXPECT_TRUE(tiles.tile_cols == tiles.n_cols || tiles.tile_rows == 1);
    });
}

TEST(plan_tiling, rows_are_cut_at_multiples_of_the_column_unit) {
    for_many_tilings([](const plan &, std::int64_t, const tiling &tiles) {
        if (tiles.tile_cols != tiles.n_cols) {
            EXPECT_EQ(tiles.tile_cols % libselect::column_unit, 0);
        }
    });
}

// Tiles below the column unit are the exception: cutting finer than a cache line costs more.
TEST(plan_tiling, a_tile_is_no_larger_than_asked) {
    for_many_tilings([](const plan &made, std::int64_t tile_bytes, const tiling &tiles) {
        const std::int64_t bytes = tiles.tile_rows * tiles.tile_cols * made.elem_bytes;
        EXPECT_LE(bytes,
                std::max<std::int64_t>(tile_bytes, libselect::column_unit * made.elem_bytes));
    });
}

// Calls judge(tiling, tiling without a unit of rows) for many sizes and units.
template <typename Judge>
void for_many_row_units(const Judge &judge) {
    for_many_tilings([&](const plan &made, std::int64_t tile_bytes, const tiling &plain) {
        for (const std::int64_t row_unit : {1, 2, 3, 4, 8, 16, 64}) {
            SCOPED_TRACE("a unit of " + std::to_string(row_unit) + " rows");
            judge(libselect::make_tiling(made, tile_bytes, row_unit), plain, row_unit);
        }
    });
}

TEST(plan_tiling, tiles_of_blocks_have_whole_blocks_of_rows) {
    for_many_tilings([](const plan &made, std::int64_t tile_bytes, const tiling &plain) {
        for (const std::int64_t rows : {1, 2, 3, 8, 64}) {
            const tiling tiles = libselect::make_tiling_of_blocks(made, tile_bytes, rows);
            const std::int64_t block = std::min(rows, tiles.n_rows);
            expect_covered(tiles);
            EXPECT_GE(tiles.tile_rows, block);
            if (tiles.tile_rows < tiles.n_rows) {
                EXPECT_EQ(tiles.tile_rows % block, 0);
            }
            if (tiles.tile_cols != tiles.n_cols) {
                EXPECT_EQ(tiles.tile_rows, block);
                EXPECT_EQ(tiles.tile_cols % libselect::column_unit, 0);
            }
            if (rows == 1) {
                EXPECT_EQ(tiles, plain);
            }
            if (testing::Test::HasFailure()) return;
        }
    });
}

TEST(plan_tiling, each_band_is_a_tile) {
    const plan made = plan_of("1000x7x5", "1000x7x5:1x5000x1000", "1000x7x5");
    const libselect::walk_order walk = libselect::order_with_innermost(made, 0);
    for (const std::int64_t rows : {5, 35})
        for (const std::int64_t cols : {64, 512}) {
            const tiling tiles = libselect::make_tiling_of_bands(walk, rows, cols);
            expect_covered(tiles);
            EXPECT_EQ(tiles, (tiling {35, 1000, rows, cols}));
        }
}

TEST(plan_tiling, rows_are_cut_at_multiples_of_the_row_unit_when_a_tile_has_that_many) {
    for_many_row_units([](const tiling &tiles, const tiling &plain, std::int64_t row_unit) {
        if (tiles.tile_rows < tiles.n_rows && plain.tile_rows >= row_unit) {
            EXPECT_EQ(tiles.tile_rows % row_unit, 0);
        }
        if (plain.tile_rows < row_unit) {
            EXPECT_EQ(tiles, plain);
        }
    });
}

TEST(plan_tiling, the_row_unit_makes_tiles_smaller_by_less_than_a_unit) {
    for_many_row_units([](const tiling &tiles, const tiling &plain, std::int64_t row_unit) {
        EXPECT_LE(tiles.tile_rows, plain.tile_rows);
        EXPECT_GT(tiles.tile_rows, plain.tile_rows - row_unit);
        EXPECT_GE(tiles.tile_rows, 1);
        EXPECT_EQ(tiles.tile_cols, plain.tile_cols);
    });
}

TEST(plan_tiling, the_row_unit_is_cut_off_a_tile_of_many_rows) {
    EXPECT_EQ(libselect::make_tiling(dense_plan(100, 10, 1), 390, 16), (tiling {100, 10, 32, 10}));
    EXPECT_EQ(libselect::make_tiling(dense_plan(100, 10, 1), 160, 16), (tiling {100, 10, 16, 10}));
    EXPECT_EQ(libselect::make_tiling(dense_plan(100, 10, 1), 159, 16), (tiling {100, 10, 15, 10}));
    EXPECT_EQ(libselect::make_tiling(dense_plan(30, 10, 1), 390, 16), (tiling {30, 10, 30, 10}));
}

TEST(plan_tiling, the_largest_plans_do_not_overflow) {
    const std::int64_t half = std::int64_t {1} << 31U;
    const tiling wide = libselect::make_tiling(dense_plan(1, INT64_MAX, 1), 1 << 16U);
    EXPECT_EQ(wide.n_tiles(), (INT64_MAX - 1) / (1 << 16U) + 1);
    const tiling tall = libselect::make_tiling(dense_plan(INT64_MAX, 1, 1), 1);
    EXPECT_EQ(tall.n_tiles(), INT64_MAX);
    const tiling square = libselect::make_tiling(dense_plan(half, half, 1), 1);
    EXPECT_EQ(square.n_tiles(), half * (half / libselect::column_unit));
    const tiling whole = libselect::make_tiling(dense_plan(half, half, 1), INT64_MAX);
    EXPECT_EQ(whole.n_tiles(), 1);
}

} // namespace
} // namespace internal
