// SPDX-License-Identifier: Apache-2.0
// Counting the outer loops and filling in kernel arguments.
#include "exec/walk.hpp"

#include <algorithm>

#include "base/cache_line.hpp"
#include "base/streaming_fence.hpp"
#include "exec/block_runner.hpp"
#include "exec/box_runner.hpp"
#include "exec/condition_runs.hpp"
#include "exec/fused_rows.hpp"
#include "exec/position.hpp"
#include "exec/repeated_rows.hpp"
#include "kernel/contract.hpp"

namespace libselect {
namespace {

std::int64_t bytes_into_line(const std::byte *at) noexcept {
    constexpr auto line = static_cast<std::uintptr_t>(line_bytes);
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(at) % line);
}

// How many of the `left` elements from `at` on, each `step` bytes after the one before, are of one
// block, which has at most `most`. The elements of a line follow each other, upwards or downwards.
// A block that ends before the others do ends with a cache line, if it has the end of one: what two
// blocks touch is then apart.
std::int64_t elems_of_block(
        const std::byte *at, std::int64_t step, std::int64_t most, std::int64_t left) noexcept {
    if (left <= most) return left;
    const bool goes_down = step < 0;
    const std::int64_t into = bytes_into_line(at + (goes_down ? most - 1 : most) * step);
    const std::int64_t beyond = goes_down ? (line_bytes - into) % line_bytes / -step : into / step;
    return beyond < most ? most - beyond : most;
}

// The columns of the next block of those left. What would be less than a line of dst belongs to the
// block before: a block of its own would have fewer columns than the kernels that transpose take.
std::int64_t cols_of_block(
        const schedule &decided, const std::byte *at, std::int64_t left) noexcept {
    if (left <= block_runner::most_cols(decided)) return left;
    return elems_of_block(at, decided.walk.elem_bytes, decided.form.block_cols, left);
}

// The input whose lines decide where blocks of rows end: a transposed one of which all columns
// begin equally far into a line. Two blocks that share a line read it from memory twice, since
// each goes through all columns. dst where there is none; fused rows come in groups of their own.
operand input_of_whole_lines(const schedule &decided) noexcept {
    for (const operand which : inputs)
        if (!decided.form.fused && decided.form.gather[which] == gather_kind::transpose
                && decided.walk.inner().strides[which] % line_bytes == 0)
            return which;
    return dst;
}

// From a row to the next one.
std::int64_t row_step(const schedule &decided, operand which) noexcept {
    return loop_at(decided.walk, decided.walk.rank - 2).strides[which];
}

void walk_blocks(const walk_job &job, const rectangle &part, std::byte *scratch) noexcept {
    const schedule &decided = job.decided;
    block_runner runner(job, part, scratch);
    const operand aligned = input_of_whole_lines(decided);
    position here(decided.walk, job.data, part.row_begin);
    for (std::int64_t rows_left = part.row_end - part.row_begin; rows_left > 0;) {
        const std::int64_t most = decided.form.block_rows;
        std::int64_t rows = std::min(rows_left, here.rows_left());
        rows = aligned == dst
                       ? std::min(rows, most)
                       : elems_of_block(here.at()[aligned], row_step(decided, aligned), most, rows);
        per_operand<std::byte *> at = here.at();
        for (std::size_t k = 0; k < n_operands; ++k)
            at[k] += part.col_begin * decided.walk.inner().strides[k];
        for (std::int64_t cols_left = part.col_end - part.col_begin; cols_left > 0;) {
            const std::int64_t cols = cols_of_block(decided, at[dst], cols_left);
            runner.run(at, rows, cols);
            for (std::size_t k = 0; k < n_operands; ++k)
                at[k] += cols * decided.walk.inner().strides[k];
            cols_left -= cols;
        }
        rows_left -= rows;
        if (rows_left > 0) here.advance(rows);
    }
}

// Whether dst has the source that a condition takes.
bool is_kept(const walk_job &job, const std::byte *condition) noexcept {
    if (job.kept == in_place::none) return false;
    const taken wanted = job.kept == in_place::src0 ? taken::src0 : taken::src1;
    return condition_set().sources(job.decided.walk.decides, condition) == wanted;
}

void walk_boxes(const walk_job &job, const rectangle &part, std::byte *scratch) noexcept {
    const box_runner runner(job, scratch);
    const walk_order &order = job.decided.walk;
    // Whether all rows up to the end of their loop have the same condition.
    const bool one_condition =
            (order.inner().extent == 1 || order.inner().strides[cond] == 0)
            && (order.rank < 2
                    || order.loops[static_cast<std::size_t>(order.rank - 2)].strides[cond] == 0);
    position here(job.decided.walk, job.data, part.row_begin);
    for (std::int64_t rows_left = part.row_end - part.row_begin; rows_left > 0;) {
        std::int64_t rows = std::min(rows_left, here.rows_left());
        if (!(one_condition && is_kept(job, here.at()[cond]))) {
            rows = std::min(rows, job.decided.box.rows);
            runner.run(here.at(), rows);
        }
        rows_left -= rows;
        if (rows_left <= 0) break;
        here.advance(rows);
    }
}

// Bytes of scratch for a part.
std::int64_t scratch_bytes(const walk_job &job, const rectangle &part) noexcept {
    const schedule &decided = job.decided;
    if (decided.form.boxed)
        return box_runner::scratch_bytes(
                decided, std::min(decided.box.rows, part.row_end - part.row_begin));
    return decided.form.gathers ? block_runner::scratch_bytes(job, part)
                                : decided.fused.scratch.n_bytes;
}

void walk_fused(const walk_job &job, const rectangle &part, std::byte *scratch) noexcept {
    fused_rows runner(job.decided.fused, job.stores, scratch);
    const bool slab_has_one = job.decided.form.fused_roles[cond] == fused_role::constant;
    if (job.decided.walk.rank == 2) { // the usual case, without the cost of counting loops
        per_operand<std::byte *> at = job.data;
        for (std::size_t k = 0; k < n_operands; ++k)
            at[k] += part.row_begin * job.decided.walk.loops[0].strides[k];
        if (!(slab_has_one && is_kept(job, at[cond])))
            runner.run(at, part.row_end - part.row_begin);
        return;
    }
    position here(job.decided.walk, job.data, part.row_begin);
    for (std::int64_t rows_left = part.row_end - part.row_begin; rows_left > 0;) {
        const std::int64_t rows = std::min(rows_left, here.rows_left());
        if (!(slab_has_one && is_kept(job, here.at()[cond]))) runner.run(here.at(), rows);
        rows_left -= rows;
        if (rows_left > 0) here.advance(rows);
    }
}

// Takes as much of the stack as the problem needs, so that a small problem touches little of it.
// The compiler probes each page (cmake/hardening.cmake), so a stack that is too small faults at its
// guard page. Not inlined, so that walk() has a small frame for problems without scratch.
[[gnu::noinline]] void walk_with_scratch(const walk_job &job, const rectangle &part) noexcept {
    constexpr std::size_t line_bits = 8 * 64;
    auto *scratch = static_cast<std::byte *>(__builtin_alloca_with_align(
            static_cast<std::size_t>(scratch_bytes(job, part)), line_bits));
    if (job.decided.form.boxed)
        walk_boxes(job, part, scratch);
    else if (job.decided.form.gathers)
        walk_blocks(job, part, scratch);
    else
        walk_fused(job, part, scratch);
}

} // namespace

std::int64_t rows_into_line(const walk_job &job) noexcept {
    const operand aligned = input_of_whole_lines(job.decided);
    // Planes of few rows are blocks of their own, and others begin anywhere in lines.
    if (aligned == dst || job.decided.walk.rank != 2) return 0;
    const std::int64_t into = bytes_into_line(job.data[aligned]);
    const std::int64_t step = row_step(job.decided, aligned);
    return step > 0 ? into / step : (line_bytes + step - into) / -step;
}

void walk_rows(const walk_order &walk, const row_kernel &kernel,
        const per_operand<std::byte *> &data, const rectangle &part) noexcept {
    position here(walk, data, part.row_begin);
    const std::int64_t cols = part.col_end - part.col_begin;
    for (std::int64_t rows_left = part.row_end - part.row_begin; rows_left > 0;) {
        const std::int64_t rows = std::min(rows_left, here.rows_left());
        const std::int64_t planes =
                here.is_at_plane() ? std::min(rows_left / rows, here.planes_left()) : 1;
        const kernel_loops loops = loops_of(walk, planes, rows, cols);
        kernel_args args {here.at(), &loops};
        for (std::size_t k = 0; k < n_operands; ++k)
            args.data[k] += part.col_begin * walk.inner().strides[k];
        call(kernel, args);
        rows_left -= rows * planes;
        if (rows_left <= 0) break;
        if (planes > 1)
            here.advance_planes(planes);
        else
            here.advance(rows);
    }
}

namespace {

void walk_bands(const walk_job &job, const rectangle &part) noexcept {
    const auto [n_rows, n_cols, rows, cols] = job.decided.tiles;
    const row_kernel &kernel = job.decided.rows.kernel(job.kept, job.stores);
    for (std::int64_t row = part.row_begin, next; row < part.row_end; row = next) {
        next = std::min((row / rows + 1) * rows, part.row_end);
        for (std::int64_t col = part.col_begin; col < part.col_end; col += cols)
            walk_rows(job.decided.walk, kernel, job.data,
                    {row, next, col, std::min(col + cols, part.col_end)});
    }
}

void walk_part(const walk_job &job, const rectangle &part) noexcept {
    if (job.decided.form.gathers || job.decided.form.fused)
        walk_with_scratch(job, part);
    else if (job.decided.form.has_bands())
        walk_bands(job, part);
    else
        walk_rows(job.decided.walk, job.decided.rows.kernel(job.kept, job.stores), job.data, part);
}

} // namespace

void walk(const walk_job &job, const rectangle &part) noexcept {
    if (job.kept != in_place::none && job.decided.repeats_conditions)
        walk_repeated_rows(job, part, walk_part);
    else
        walk_part(job, part);
    if (job.stores == store_kind::streaming) fence_streamed_stores();
}

} // namespace libselect
