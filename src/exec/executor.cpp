// SPDX-License-Identifier: Apache-2.0
// The distribution of tiles over the threads of oneTBB.
#include "exec/executor.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/version.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "exec/task_range.hpp"
#include "exec/workers.hpp"

namespace libselect {
namespace {

// Chunks per thread, so that a thread that starts late or runs slowly takes fewer.
constexpr std::int64_t chunks_per_thread = 4;

// The row at which the tiles of band `band` begin, those of the same rows. All bands but the first
// begin early, so that their blocks end with cache lines; the last one ends with the rows.
std::int64_t row_of(const walk_job &job, std::int64_t band) noexcept {
    const tiling &tiles = job.decided.tiles;
    const std::int64_t row = band * tiles.tile_rows;
    if (row == 0 || row >= tiles.n_rows) return std::min(row, tiles.n_rows);
    return row - rows_into_line(job) % tiles.tile_rows;
}

// Walks tiles first .. last - 1. Neighbouring tiles are walked as one rectangle where they form
// one: tiles of whole rows, or tiles of the same rows.
void walk_tiles(const walk_job &job, std::int64_t first, std::int64_t last) noexcept {
    const tiling &tiles = job.decided.tiles;
    if (tiles.tile_cols == tiles.n_cols) {
        walk(job, {row_of(job, first), row_of(job, last), 0, tiles.n_cols});
        return;
    }
    const std::int64_t per_row = tiles.tiles_per_row();
    while (first < last) {
        const std::int64_t band = first / per_row; // tiles of the same rows
        const std::int64_t end = std::min(last, (band + 1) * per_row);
        const std::int64_t col_begin = first % per_row * tiles.tile_cols;
        const std::int64_t col_end = (end - band * per_row) * tiles.tile_cols;
        walk(job, {row_of(job, band), row_of(job, band + 1), col_begin,
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

// How many threads may take n parts: those of the arena, or fewer when the schedule limits them. 1
// when oneTBB has no memory to say.
std::int64_t count_threads(const schedule &decided, std::int64_t n) noexcept {
    if (!decided.parallel || n == 1 || !may_use_workers()) return 1;
    try {
        const std::int64_t in_arena = tbb::this_task_arena::max_concurrency();
        const std::int64_t allowed = decided.max_threads != 0 ? decided.max_threads : in_arena;
        return std::min({allowed, in_arena, n});
    } catch (...) {
        return 1;
    }
}

// Part i of n_parts begins here. n * i may not fit 63 bits, so the division comes first; each of
// the first n % n_parts parts gets one more.
std::int64_t begin_of(std::int64_t n, std::int64_t n_parts, std::int64_t i) noexcept {
    return n / n_parts * i + std::min(n % n_parts, i);
}

// Tasks beyond so many have a range together with another, since the ranges are on the stack.
constexpr std::int64_t max_ranges = 32;

// Calls take(i) for 0 <= i < n, once for each, in n_threads tasks; n is at most
// task_range::max_parts. A task for each i would cost oneTBB more than a small part takes. Each
// task has neighbours of its own, so that a thread finds in its caches what it stored there in the
// execution before. Who is done takes from the others, since a thread may come late; from the ends
// of theirs, so that it takes mostly what it took the time before, and so that they go on with
// neighbours.
template <typename Take>
void share(std::int64_t n, std::int64_t n_threads, const Take &take) noexcept {
    std::array<task_range, max_ranges> ranges;
    const std::int64_t n_ranges = std::min(n_threads, max_ranges);
    for (std::int64_t i = 0; i < n_ranges; ++i) {
        ranges[static_cast<std::size_t>(i)].set(
                begin_of(n, n_ranges, i), begin_of(n, n_ranges, i + 1));
    }
    const auto take_from = [&](std::int64_t task) {
        task_range &own = ranges[static_cast<std::size_t>(task % n_ranges)];
        for (std::int64_t at = own.take_first(); at >= 0; at = own.take_first())
            take(at);
        for (std::int64_t i = 1; i < n_ranges; ++i) {
            task_range &other = ranges[static_cast<std::size_t>((task + i) % n_ranges)];
            for (std::int64_t at = other.take_last(); at >= 0; at = other.take_last())
                take(at);
        }
    };
    try {
        tbb::this_task_arena::isolate([&] {
            tbb::parallel_for(std::int64_t {0}, n_threads, take_from, tbb::simple_partitioner {});
        });
    } catch (...) {
        // oneTBB had no memory for its tasks.
    }
    take_from(0); // what is left then, and when the caller's group of tasks is cancelled
}

} // namespace

void run_tiles(const walk_job &job) noexcept {
    const std::int64_t n_tiles = job.decided.tiles.n_tiles();
    const std::int64_t n_threads = count_threads(job.decided, n_tiles);
    if (n_threads == 1) {
        walk(job, {0, job.decided.tiles.n_rows, 0, job.decided.tiles.n_cols});
        return;
    }
    const walk_job shared = for_several_threads(job);
    const std::int64_t n_chunks = std::min(n_threads * chunks_per_thread, n_tiles);
    share(n_chunks, n_threads, [&](std::int64_t i) {
        walk_tiles(shared, begin_of(n_tiles, n_chunks, i), begin_of(n_tiles, n_chunks, i + 1));
    });
}

void run_blocks(const evaluated_job &job) noexcept {
    const std::int64_t n_blocks = job.walk.decided.evaluated.n_blocks;
    const std::int64_t n_threads = count_threads(job.walk.decided, n_blocks);
    if (n_threads == 1) {
        for (std::int64_t i = 0; i < n_blocks; ++i)
            run_block(job, i);
        return;
    }
    evaluated_job shared = job;
    shared.walk.stores = for_several_threads(job.walk).stores;
    const std::int64_t n_parts = std::min(n_blocks, task_range::max_parts);
    share(n_parts, n_threads, [&](std::int64_t part) {
        const std::int64_t end = begin_of(n_blocks, n_parts, part + 1);
        for (std::int64_t i = begin_of(n_blocks, n_parts, part); i < end; ++i)
            run_block(shared, i);
    });
}

const char *threading_version() noexcept {
    return TBB_runtime_version();
}

int arena_threads() noexcept {
    return tbb::this_task_arena::max_concurrency();
}

} // namespace libselect
