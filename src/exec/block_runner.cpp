// SPDX-License-Identifier: Apache-2.0
// Scratch begins with the scratch of fused rows; one block per gathered input follows.
#include "exec/block_runner.hpp"

#include <algorithm>

#include "exec/condition_runs.hpp"
#include "kernel/contract.hpp"

namespace libselect {
namespace {

// Bytes that are prefetched at once, while the kernel computes the rows before them. Time divided
// by the limit, by KiB, one thread, src0 transposed, aligned and malloc's memory; `before` is all
// of a block, before its src0 was gathered. Medians of 2 runs of a busy machine, where 5 was the
// best for floats (AMD EPYC, family 25 model 17, 2026-11-26, by changing this constant;
// `select_bench --filter transposed` repeats the first row):
//     KiB                      | before    | 2         | 5         | 10        | 20
//     f32, 2048 x 2048         | 2.65 2.86 | 2.30 2.66 | 1.94 2.23 | 2.61 2.66 | 2.41 2.87
//     f32, 2064 x 2064         | 2.70 2.82 | 2.62 3.05 | 2.10 2.10 | 2.33 2.42 | 2.51 2.94
//     f64, 2048 x 2048         | 1.67 1.90 | 1.91 2.40 | 1.85 2.03 | 1.78 2.04 | 1.59 2.06
constexpr std::int64_t most_prefetched = 5 << 10;

// Whether the kernel reads an input where it lies.
bool is_read_in_place(const row_form &form, operand which) noexcept {
    return form.gather[which] == gather_kind::none && form.roles[which] == role::full;
}

// Bytes of such inputs for an element of dst; 0 where none is prefetched, as in fused rows, which
// are long.
std::int64_t bytes_to_prefetch(const schedule &decided) noexcept {
    std::int64_t n_bytes = 0;
    if (!decided.prefetches_rows || decided.form.fused) return n_bytes;
    for (const operand which : inputs)
        if (is_read_in_place(decided.form, which)) n_bytes += decided.walk.unit(which);
    return n_bytes;
}

// Bytes from row to row in scratch. Unfused rows are an odd number of cache lines, so that they do
// not fall into a few sets of the cache. us with a line more than the row has in their place, where
// that is an even number, and with an odd one, src0 transposed, one thread (AMD EPYC, family 25
// model 17, 2026-11-27, medians of 3 in a program outside the tree):
//     elements | f32 8000x240 | bf16 8000x480 | bf16 4000x224 | f64 2000x120 | u8 8000x448
//     even     | 701          | 809           | 135           | 116          | 332
//     odd      | 607          | 744           | 127           | 117          | 333
std::int64_t scratch_row_bytes(
        const row_form &form, std::int64_t cols, std::int64_t unit) noexcept {
    static_assert((line_bytes & (line_bytes - 1)) == 0);
    return form.fused ? cols * unit : whole_lines(cols * unit) | line_bytes;
}

// Bytes of scratch for the largest block of one operand in a part, in whole cache lines. A
// repeating operand has one column.
std::int64_t block_bytes(const schedule &decided, operand which, const rectangle &part) noexcept {
    const row_form &form = decided.form;
    if (form.gather[which] == gather_kind::none) return 0;
    const std::int64_t rows = std::min(form.block_rows, part.row_end - part.row_begin);
    std::int64_t cols = std::min(block_runner::most_cols(decided), part.col_end - part.col_begin);
    if (decided.walk.inner().strides[which] == 0) cols = 1;
    return whole_lines(rows * scratch_row_bytes(form, cols, decided.walk.unit(which)));
}

} // namespace

std::int64_t block_runner::scratch_bytes(const walk_job &job, const rectangle &part) noexcept {
    std::int64_t n_bytes = job.decided.fused.scratch.n_bytes;
    for (const operand which : inputs)
        n_bytes += block_bytes(job.decided, which, part);
    return n_bytes;
}

block_runner::block_runner(const walk_job &job, const rectangle &part, std::byte *scratch) noexcept
    : job_(job),
      fused_(job.decided.fused, job.stores, scratch),
      prefetched_(bytes_to_prefetch(job.decided)) {
    scratch += job.decided.fused.scratch.n_bytes;
    for (const operand which : inputs) {
        scratch_[which] = scratch;
        scratch += block_bytes(job.decided, which, part);
    }
}

std::byte *block_runner::gather(operand which, block_source block) noexcept {
    const schedule &decided = job_.decided;
    std::byte *out = scratch_[which];
    if (block == gathered_[which]) return out;
    gathered_[which] = block;
    if (block.col_stride_bytes == 0) block.cols = 1; // fused, repeating
    const std::int64_t unit = decided.walk.unit(which);
    gather_block(out, decided.form.gather[which], unit, block,
            scratch_row_bytes(decided.form, block.cols, unit), decided.transposes[which]);
    return out;
}

// Prefetches the inputs that the kernel will read where they lie: rows of a block are too short for
// the hardware's prefetchers. Inlined always: g++ 12 believes that a function that only prefetches
// has no effect, and drops the call.
[[gnu::always_inline]] inline void block_runner::prefetch(
        const kernel_args &args, std::int64_t rows) const noexcept {
    const kernel_loops &loops = *args.loops;
    for (std::int64_t r = 0; r < rows; ++r)
        for (const operand which : inputs) {
            if (!is_read_in_place(job_.decided.form, which)) continue;
            const std::byte *row = args.data[which] + r * loops.row_strides[which];
            const std::int64_t n_bytes = loops.cols * loops.col_strides[which];
            for (std::int64_t offset = 0; offset < n_bytes; offset += line_bytes)
                __builtin_prefetch(row + offset, 0, 2);
            __builtin_prefetch(row + n_bytes - 1, 0, 2); // a row may end in one line more
        }
}

// Runs the kernel over a few rows at a time, and prefetches those that follow. Longer rows, and
// blocks of which nothing is read in place, are one call.
void block_runner::run_rows(const row_kernel &kernel, kernel_args args) const noexcept {
    const kernel_loops &all = *args.loops;
    const std::int64_t row_bytes = all.cols * prefetched_;
    if (row_bytes == 0 || row_bytes > most_prefetched) return call(kernel, args);
    const std::int64_t most_rows = most_prefetched / row_bytes;
    kernel_loops loops = all;
    args.loops = &loops;
    std::int64_t rows_left = all.rows;
    loops.rows = std::min(most_rows, rows_left);
    prefetch(args, loops.rows);
    while (rows_left > 0) {
        const kernel_args now = args;
        for (std::size_t k = 0; k < n_operands; ++k)
            args.data[k] += loops.rows * loops.row_strides[k];
        rows_left -= loops.rows;
        prefetch(args, std::min(most_rows, rows_left));
        call(kernel, now);
        loops.rows = std::min(most_rows, rows_left);
    }
}

// The block of an operand as it lies in memory.
block_source block_runner::source(
        operand which, const std::byte *at, const kernel_loops &loops) noexcept {
    return {at, loops.row_strides[which], loops.col_strides[which], loops.rows, loops.cols};
}

// Copies the only source that is taken straight to dst. Returns false where a kernel does that: it
// streams, or rows of dst do not follow each other upwards, or fused rows repeat an element each,
// which took 2 ns for a row of 3 bytes here (AMD EPYC, family 25 model 17, 2026-11-23).
bool block_runner::copy_source(operand which, const kernel_args &args) const noexcept {
    const schedule &decided = job_.decided;
    const kernel_loops &loops = *args.loops;
    const store_kind stores = decided.form.fused ? decided.fused.kernel(job_.stores).params.stores
                                                 : decided.rows.params().stores;
    const std::int64_t width = decided.walk.elem_bytes, row_bytes = loops.row_strides[dst];
    if (job_.stores == store_kind::streaming && stores == store_kind::streaming) return false;
    if (loops.rows > 1 && row_bytes < loops.cols * width) return false;
    if (decided.form.fused && loops.col_strides[which] == 0) return false;
    gather_block(args.data[dst], decided.form.gather[which], width,
            source(which, args.data[which], loops), row_bytes, decided.transposes[which]);
    return true;
}

// Gathers an operand, and lets the kernel read it from scratch.
void block_runner::take_from_scratch(
        operand which, kernel_args &args, kernel_loops &loops) noexcept {
    const std::int64_t unit = job_.decided.walk.unit(which);
    args.data[which] = gather(which, source(which, args.data[which], loops));
    if (loops.col_strides[which] != 0) loops.col_strides[which] = unit;
    loops.row_strides[which] = scratch_row_bytes(
            job_.decided.form, loops.col_strides[which] == 0 ? 1 : loops.cols, unit);
}

void block_runner::run(
        const per_operand<std::byte *> &at, std::int64_t rows, std::int64_t cols) noexcept {
    const row_form &form = job_.decided.form;
    kernel_loops loops = loops_of(job_.decided.walk, 1, rows, cols);
    kernel_args args {at, &loops};
    // Conditions are looked at in scratch, where that is cheap.
    condition_set conditions;
    if (form.gather[cond] != gather_kind::none) take_from_scratch(cond, args, loops);
    conditions.add(rows, loops.row_strides[cond]);
    conditions.add(cols, loops.col_strides[cond]);
    const taken sources = conditions.sources(job_.decided.walk.decides, args.data[cond]);
    if (sources == taken::src0 && job_.kept == in_place::src0) return;
    if (sources == taken::src1 && job_.kept == in_place::src1) return;
    const operand untaken = sources == taken::src0 ? src1 : src0;
    const operand other = sources == taken::src0 ? src0 : src1;
    if (sources != taken::both && copy_source(other, args)) return;
    // A source of which no element is taken is not gathered. The kernel reads the other one in its
    // place or, where that is no array, dst.
    const auto is_row = [&](operand which) {
        return form.fused ? form.fused_roles[which] == fused_role::full
                          : form.roles[which] == role::full;
    };
    const bool is_replaced = sources != taken::both && is_row(untaken);
    for (const operand which : {src0, src1})
        if (form.gather[which] != gather_kind::none && !(is_replaced && which == untaken))
            take_from_scratch(which, args, loops);
    if (is_replaced && form.gather[untaken] != gather_kind::none) {
        const operand from = is_row(other) ? other : dst;
        args.data[untaken] = args.data[from];
        loops.row_strides[untaken] = loops.row_strides[from];
        loops.col_strides[untaken] = loops.col_strides[from];
    }
    if (form.fused)
        fused_.run(args.data, rows);
    else
        run_rows(job_.decided.rows.kernel(job_.kept, job_.stores), args);
}

} // namespace libselect
