// SPDX-License-Identifier: Apache-2.0
// The place of a block, its evaluation, and the part of the walk that it is.
#include "exec/evaluated_blocks.hpp"

#include <algorithm>

#include "base/dcheck.hpp"
#include "exec/condition_rows.hpp"
#include "exec/range_rows.hpp"

namespace libselect {
namespace {

void move(block_place &place, const evaluated_job &job, int level, std::int64_t index) noexcept {
    const auto i = static_cast<std::size_t>(level);
    place.condition_offset += index * job.nest.loops[i].strides[cond];
    for (std::size_t k = 0; k < n_walked; ++k)
        place.at[k] += index * job.condition.walks[k].strides[i];
}

// The elements of the block as a part of the walk, whose rows are all loops but the columns.
rectangle part_of(const evaluated_job &job, std::int64_t outer, std::int64_t first,
        std::int64_t turns) noexcept {
    const schedule &decided = job.walk.decided;
    const int level = decided.evaluated.level;
    const int row_loops = decided.walk.rank - 1;
    const std::int64_t n_cols = decided.walk.inner().extent;
    if (level == job.nest.rank - 1 && level == row_loops)
        return {outer, outer + 1, first, first + turns};
    if (level >= row_loops) return {outer, outer + 1, 0, n_cols}; // one block has all columns
    std::int64_t rows = 1;                                        // of a turn
    for (int i = level + 1; i < row_loops; ++i)
        rows *= job.nest.loops[static_cast<std::size_t>(i)].extent;
    const std::int64_t extent = job.nest.loops[static_cast<std::size_t>(level)].extent;
    const std::int64_t begin = (outer * extent + first) * rows;
    return {begin, begin + turns * rows, 0, n_cols};
}

} // namespace

block_place place_of(const evaluated_job &job, std::int64_t block) noexcept {
    const evaluation &cut = job.walk.decided.evaluated;
    const std::int64_t extent = job.nest.loops[static_cast<std::size_t>(cut.level)].extent;
    std::int64_t outer = block / cut.blocks_per_loop;
    const std::int64_t first = block % cut.blocks_per_loop * cut.step;
    block_place place {std::min(cut.step, extent - first)};
    place.part = part_of(job, outer, first, place.turns);
    for (std::size_t k = 0; k < n_walked; ++k)
        place.at[k] = job.condition.walks[k].start;
    move(place, job, cut.level, first);
    for (int i = cut.level - 1; i >= 0; --i) {
        const std::int64_t outer_extent = job.nest.loops[static_cast<std::size_t>(i)].extent;
        move(place, job, i, outer % outer_extent);
        outer /= outer_extent;
    }
    return place;
}

namespace {

// Evaluates `turns` turns of a loop. A loop along which nothing moves has one condition.
void evaluate(const evaluated_job &job, int level, std::int64_t turns,
        const per_walked<std::int64_t> &at, std::byte *out) noexcept {
    const auto i = static_cast<std::size_t>(level);
    const std::int64_t step = job.nest.loops[i].strides[cond];
    if (step == 0) turns = 1;
    evaluate_args args {&job.condition, out, turns, job.inputs, at, {}};
    for (std::size_t k = 0; k < n_walked; ++k)
        args.strides[k] = job.condition.walks[k].strides[i];
    if (level == job.nest.rank - 1) {
        job.walk.decided.evaluated.loops->evaluate(args);
        return;
    }
    const std::int64_t inner = job.nest.loops[i + 1].extent;
    for (std::int64_t turn = 0; turn < turns; ++turn) {
        evaluate(job, level + 1, inner, args.at, out + turn * step);
        for (std::size_t k = 0; k < n_walked; ++k)
            args.at[k] += args.strides[k];
    }
}

// Not inlined, so that a block without scratch has a small frame.
[[gnu::noinline]] void run_bytes(const evaluated_job &job, const block_place &place) noexcept {
    const evaluation &cut = job.walk.decided.evaluated;
    constexpr std::size_t line_bits = 8 * 64;
    auto *scratch = static_cast<std::byte *>(
            __builtin_alloca_with_align(static_cast<std::size_t>(cut.scratch_bytes), line_bits));
    evaluate(job, cut.level, place.turns, place.at, scratch);
    walk_job run = job.walk;
    // Where cond's first element would be. Computed as a number, since it may lie outside scratch.
    run.data[cond] =
            reinterpret_cast<std::byte *>(reinterpret_cast<std::uintptr_t>(scratch)
                                          - static_cast<std::uintptr_t>(place.condition_offset));
    walk(run, place.part);
}

} // namespace

void run_block(const evaluated_job &job, std::int64_t block) noexcept {
    const evaluation &cut = job.walk.decided.evaluated;
    LIBSELECT_DCHECK(block >= 0 && block < cut.n_blocks, block, cut.n_blocks);
    const block_place place = place_of(job, block);
    if (job.walk.decided.has_range_rows)
        run_ranges(job, place);
    else if (job.walk.decided.has_condition_rows)
        run_condition_rows(job, place);
    else
        run_bytes(job, place);
}

} // namespace libselect
