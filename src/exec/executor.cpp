// SPDX-License-Identifier: Apache-2.0
// Sharing tiles out on oneTBB. The only file that includes it.
#include "exec/executor.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace libselect {
namespace {

// Bytes of dst in a tile, and the size of dst below which one thread does it all. Guesses, to be
// measured: a tile should cost far more than the hand-over of a task (about a microsecond), and
// both should stay small beside an L2 cache.
constexpr std::int64_t tile_bytes = 64 << 10;
constexpr std::int64_t parallel_bytes = 512 << 10;

// Chunks per thread, so that a thread that starts late or runs slowly takes fewer.
constexpr std::int64_t chunks_per_thread = 4;

// Tiles first .. last - 1. Whole rows of neighbouring tiles are walked together.
void run_tiles(const plan &made, const tiling &tiles, kernel_fn run,
        const per_operand<std::byte *> &data, std::int64_t first, std::int64_t last) noexcept {
    if (tiles.tile_cols == tiles.n_cols) {
        const std::int64_t row_end = std::min(last * tiles.tile_rows, tiles.n_rows);
        walk(made, run, data, {first * tiles.tile_rows, row_end, 0, tiles.n_cols});
        return;
    }
    const std::int64_t per_row = tiles.tiles_per_row();
    for (std::int64_t tile = first; tile < last; ++tile) {
        const std::int64_t row = tile / per_row;
        const std::int64_t col = tile % per_row * tiles.tile_cols;
        walk(made, run, data, {row, row + 1, col, std::min(col + tiles.tile_cols, tiles.n_cols)});
    }
}

// One chunk per thread keeps a limit below the arena's; more chunks balance the load.
std::int64_t count_chunks(const schedule &how) {
    const std::int64_t in_arena = tbb::this_task_arena::max_concurrency();
    const std::int64_t n_tiles = how.tiles.n_tiles();
    if (how.max_threads != 0 && how.max_threads < in_arena)
        return std::min<std::int64_t>(how.max_threads, n_tiles);
    return in_arena == 1 ? 1 : std::min(in_arena * chunks_per_thread, n_tiles);
}

} // namespace

schedule make_schedule(const plan &made, int max_threads) noexcept {
    schedule how;
    how.max_threads = max_threads;
    if (made.is_empty()) return how;
    how.tiles = make_tiling(made, tile_bytes);
    how.parallel = max_threads != 1 && made.n_elems * made.elem_bytes >= parallel_bytes
                   && how.tiles.n_tiles() > 1;
    return how;
}

void execute(const plan &made, const schedule &how, kernel_fn run,
        const per_operand<std::byte *> &data) noexcept {
    const tiling &tiles = how.tiles;
    const rectangle whole {0, tiles.n_rows, 0, tiles.n_cols};
    if (!how.parallel) {
        walk(made, run, data, whole);
        return;
    }
    try {
        const std::int64_t n_chunks = count_chunks(how);
        if (n_chunks > 1) {
            const std::int64_t n_tiles = tiles.n_tiles();
            const auto begin_of = [=](std::int64_t chunk) {
                // n_tiles * n_chunks may not fit; the remainder spreads over the first chunks.
                return n_tiles / n_chunks * chunk + std::min(n_tiles % n_chunks, chunk);
            };
            tbb::this_task_arena::isolate([&] {
                tbb::parallel_for(
                        std::int64_t {0}, n_chunks,
                        [&](std::int64_t chunk) {
                            run_tiles(made, tiles, run, data, begin_of(chunk), begin_of(chunk + 1));
                        },
                        tbb::simple_partitioner {});
            });
            return;
        }
    } catch (...) {
        // oneTBB had no memory for its tasks. Tiles that ran meanwhile are computed again, which
        // gives the same bits, in place too.
    }
    walk(made, run, data, whole);
}

} // namespace libselect
