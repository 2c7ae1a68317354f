// SPDX-License-Identifier: Apache-2.0
// The distribution of tiles over the threads of oneTBB.
#include "exec/executor.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/version.h>

#include <algorithm>
#include <atomic>

#include "exec/workers.hpp"

namespace libselect {
namespace {

// Chunks per thread, so that a thread that starts late or runs slowly takes fewer.
constexpr std::int64_t chunks_per_thread = 4;

// Walks tiles first .. last - 1. Neighbouring tiles are walked as one rectangle where they form
// one: tiles of whole rows, or tiles of the same rows.
void walk_tiles(const walk_job &job, std::int64_t first, std::int64_t last) noexcept {
    const tiling &tiles = job.decided.tiles;
    if (tiles.tile_cols == tiles.n_cols) {
        const std::int64_t row_end = std::min(last * tiles.tile_rows, tiles.n_rows);
        walk(job, {first * tiles.tile_rows, row_end, 0, tiles.n_cols});
        return;
    }
    const std::int64_t per_row = tiles.tiles_per_row();
    while (first < last) {
        const std::int64_t band = first / per_row; // tiles of the same rows
        const std::int64_t end = std::min(last, (band + 1) * per_row);
        const std::int64_t col_begin = first % per_row * tiles.tile_cols;
        const std::int64_t col_end = (end - band * per_row) * tiles.tile_cols;
        const std::int64_t row = band * tiles.tile_rows;
        walk(job, {row, std::min(row + tiles.tile_rows, tiles.n_rows), col_begin,
                          std::min(col_end, tiles.n_cols)});
        first = end;
    }
}

// Several threads share the memory bandwidth but add up their private caches, so streaming pays
// later.
walk_job for_several_threads(walk_job job) noexcept {
    if (job.decided.streams_on_one_thread_only) job.stores = store_kind::ordinary;
    return job;
}

// The number of threads that may help: those of the arena, or fewer when the schedule limits them.
std::int64_t count_threads(const schedule &decided) {
    const std::int64_t in_arena = tbb::this_task_arena::max_concurrency();
    const std::int64_t wanted = decided.max_threads != 0
                                        ? std::min<std::int64_t>(decided.max_threads, in_arena)
                                        : in_arena;
    return std::min(wanted, decided.tiles.n_tiles());
}

// Computes all tiles in n_threads tasks. Each takes the next chunk that nobody has taken, so a
// thread that comes late takes fewer. A task per chunk would cost oneTBB more than a chunk takes.
void share_tiles(const walk_job &job, std::int64_t n_threads) {
    const std::int64_t n_tiles = job.decided.tiles.n_tiles();
    const std::int64_t n_chunks = std::min(n_threads * chunks_per_thread, n_tiles);
    const auto begin_of = [=](std::int64_t chunk) {
        // n_tiles * chunk may not fit 63 bits, so the division comes first. Each of the first
        // n_tiles % n_chunks chunks takes one tile more.
        return n_tiles / n_chunks * chunk + std::min(n_tiles % n_chunks, chunk);
    };
    std::atomic<std::int64_t> next {0};
    const auto take_chunks = [&](std::int64_t) {
        for (std::int64_t chunk = next++; chunk < n_chunks; chunk = next++)
            walk_tiles(job, begin_of(chunk), begin_of(chunk + 1));
    };
    tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(std::int64_t {0}, n_threads, take_chunks, tbb::simple_partitioner {});
    });
    take_chunks(0); // all that is left when the caller's group of tasks is cancelled
}

} // namespace

void run_tiles(const walk_job &job) noexcept {
    const schedule &decided = job.decided;
    const tiling &tiles = decided.tiles;
    const rectangle whole {0, tiles.n_rows, 0, tiles.n_cols};
    if (!decided.parallel) {
        walk(job, whole);
        return;
    }
    try {
        const std::int64_t n_threads = may_use_workers() ? count_threads(decided) : 1;
        if (n_threads > 1) {
            share_tiles(for_several_threads(job), n_threads);
            return;
        }
    } catch (...) {
        // oneTBB had no memory for its tasks. Tiles that some thread has computed are computed
        // again, which gives the same bits, in place too.
    }
    walk(job, whole);
}

void run_blocks(const evaluated_job &job) noexcept {
    const schedule &decided = job.walk.decided;
    const std::int64_t n_blocks = decided.evaluated.n_blocks;
    if (!decided.parallel || n_blocks == 1 || !may_use_workers()) {
        for (std::int64_t block = 0; block < n_blocks; ++block)
            run_block(job, block);
        return;
    }
    // A thread takes the next block when it is done with one, which balances the work too.
    std::atomic<std::int64_t> next {0};
    const auto take_blocks = [&](const evaluated_job &shared) {
        for (std::int64_t block = next.fetch_add(1, std::memory_order_relaxed); block < n_blocks;
                block = next.fetch_add(1, std::memory_order_relaxed))
            run_block(shared, block);
    };
    try {
        const std::int64_t in_arena = tbb::this_task_arena::max_concurrency();
        const std::int64_t allowed = decided.max_threads != 0 ? decided.max_threads : in_arena;
        const std::int64_t n_threads = std::min({allowed, in_arena, n_blocks});
        evaluated_job shared = job;
        if (n_threads > 1) {
            if (decided.streams_on_one_thread_only) shared.walk.stores = store_kind::ordinary;
            tbb::this_task_arena::isolate([&] {
                tbb::parallel_for(
                        std::int64_t {0}, n_threads, [&](std::int64_t) { take_blocks(shared); },
                        tbb::simple_partitioner {});
            });
        }
    } catch (...) {
        // oneTBB had no memory for its tasks. The blocks that no thread has taken are left.
    }
    take_blocks(job);
}

const char *threading_version() noexcept {
    return TBB_runtime_version();
}

int arena_threads() noexcept {
    return tbb::this_task_arena::max_concurrency();
}

} // namespace libselect
