// SPDX-License-Identifier: Apache-2.0
// Counting the outer loops and filling in kernel arguments.
#include "exec/walk.hpp"

#include <algorithm>
#include <array>

#include "exec/fused_rows.hpp"
#include "exec/gather_block.hpp"

namespace libselect {
namespace {

// Where the walk stands: an index per loop outside the innermost, and the address they give.
class position {
public:
    position(const plan &made, const per_operand<std::byte *> &data, std::int64_t row) noexcept
        : made_(made),
          outer_(made.rank - 2),
          at_(data) {
        for (int i = outer_; i >= 0; --i) {
            const loop &one = made.loops[static_cast<std::size_t>(i)];
            index_[static_cast<std::size_t>(i)] = row % one.extent;
            row /= one.extent;
            move(one, index_[static_cast<std::size_t>(i)]);
        }
    }

    [[nodiscard]] const per_operand<std::byte *> &at() const noexcept { return at_; }

    // Rows from here to the end of the second innermost loop.
    [[nodiscard]] std::int64_t rows_left() const noexcept { return left(outer_); }

    // Whole planes from here, at the beginning of one, to the end of the third innermost loop.
    [[nodiscard]] std::int64_t planes_left() const noexcept { return left(outer_ - 1); }
    [[nodiscard]] bool is_at_plane() const noexcept {
        return outer_ < 0 || index_[static_cast<std::size_t>(outer_)] == 0;
    }

    // Moves on by n planes, from the beginning of one; 1 <= n <= planes_left().
    void advance_planes(std::int64_t n) noexcept { advance(outer_ - 1, n); }
    // Moves on by n rows; 1 <= n <= rows_left().
    void advance(std::int64_t n) noexcept { advance(outer_, n); }

private:
    [[nodiscard]] std::int64_t left(int at) const noexcept {
        if (at < 0) return 1;
        const auto i = static_cast<std::size_t>(at);
        return made_.loops[i].extent - index_[i];
    }
    void advance(int at, std::int64_t n) noexcept {
        for (int i = at; i >= 0; --i, n = 1) {
            const loop &one = made_.loops[static_cast<std::size_t>(i)];
            std::int64_t &index = index_[static_cast<std::size_t>(i)];
            index += n;
            move(one, n);
            if (index < one.extent) return;
            move(one, -index);
            index = 0;
        }
    }
    void move(const loop &along, std::int64_t n) noexcept {
        for (std::size_t k = 0; k < n_operands; ++k)
            at_[k] += n * along.strides_bytes[k];
    }

    const plan &made_;
    const int outer_; // the second innermost loop; -1 when there is none
    per_operand<std::byte *> at_;
    std::array<std::int64_t, max_rank> index_;
};

// Bytes between rows in scratch: those of unfused rows lie a line more apart, so that they do not
// meet in one set of the cache.
std::int64_t scratch_row_bytes(const row_form &form, std::int64_t cols, std::int64_t width) {
    return form.fused ? cols * width : (cols * width + 127) / 64 * 64;
}

// Brings blocks into scratch and runs the kernels over them.
class block_runner {
public:
    // Bytes of scratch for blocks of this part; those of fused rows come first.
    [[nodiscard]] static std::int64_t scratch_bytes(
            const walk_job &job, const rectangle &part) noexcept {
        const row_form &form = job.how.form;
        const std::int64_t rows = std::min(form.block_rows, part.row_end - part.row_begin);
        const std::int64_t cols = std::min(form.block_cols, part.col_end - part.col_begin);
        std::int64_t n_bytes = fused_bytes(job);
        for (const operand which : {cond, src0, src1})
            if (form.kinds[which] != stage_kind::none)
                n_bytes += block_bytes(job, which, rows, cols);
        return n_bytes;
    }

    // scratch is aligned to 64.
    block_runner(const walk_job &job, std::byte *scratch) noexcept
        : job_(job),
          fused_(job.how.fused, job.may_stream, scratch),
          scratch_(scratch + fused_bytes(job)) {}

    // `at` is the first element of the block.
    void run(const per_operand<std::byte *> &at, std::int64_t rows, std::int64_t cols) noexcept {
        const row_form &form = job_.how.form;
        kernel_loops loops = loops_of(job_.how.walked, 1, rows, cols);
        kernel_args args {at, &loops};
        used_bytes_ = 0;
        for (const operand which : {cond, src0, src1})
            if (!form.fused && form.kinds[which] == stage_kind::none)
                prefetch(at[which], loops, which);
        for (const operand which : {cond, src0, src1}) {
            if (form.kinds[which] == stage_kind::none) continue;
            const std::int64_t width = which == cond ? 1 : job_.how.walked.elem_bytes;
            const block_source block {at[which], loops.row_strides_bytes[which],
                    loops.col_strides_bytes[which], rows, cols};
            args.data[which] = bring(which, block, width);
            loops.row_strides_bytes[which] = scratch_row_bytes(form, cols, width);
            loops.col_strides_bytes[which] = width;
        }
        if (form.fused)
            fused_.run(args.data, rows);
        else
            job_.rows(&args);
    }

private:
    [[nodiscard]] static std::int64_t fused_bytes(const walk_job &job) noexcept {
        return job.how.form.fused ? fused_rows::scratch_bytes(job.how.fused) : 0;
    }
    // Of a block of one operand, in whole cache lines. One that repeats has one column.
    [[nodiscard]] static std::int64_t block_bytes(
            const walk_job &job, operand which, std::int64_t rows, std::int64_t cols) noexcept {
        const plan &walked = job.how.walked;
        if (walked.inner().strides_bytes[which] == 0) cols = 1;
        const std::int64_t width = which == cond ? 1 : walked.elem_bytes;
        return (rows * scratch_row_bytes(job.how.form, cols, width) + 63) / 64 * 64;
    }
    // The block in scratch.
    std::byte *bring(operand which, block_source block, std::int64_t width) noexcept {
        const row_form &form = job_.how.form;
        std::byte *out = scratch_ + used_bytes_;
        used_bytes_ += block_bytes(job_, which, block.rows, block.cols);
        if (block.col_stride_bytes == 0) block.cols = 1; // fused, repeating
        const std::int64_t row_bytes = scratch_row_bytes(form, block.cols, width);
        stage(out, form.kinds[which], width, block, row_bytes, job_.how.transposes[which]);
        return out;
    }

    // Rows of a block are too short for prefetchers, so what the kernel will read where it lies is
    // asked for while others are brought. Inlined always: g++ 12 takes a function that only
    // prefetches for one without effect, and drops the call.
    [[gnu::always_inline]] void prefetch(
            const std::byte *row, const kernel_loops &loops, operand which) noexcept {
        if (job_.how.form.roles[which] != role::full) return;
        const std::int64_t n_bytes = loops.cols * loops.col_strides_bytes[which];
        for (std::int64_t r = 0; r < loops.rows; ++r, row += loops.row_strides_bytes[which])
            for (std::int64_t offset = 0; offset < n_bytes; offset += 64)
                __builtin_prefetch(row + offset, 0, 2);
    }

    const walk_job &job_;
    fused_rows fused_;
    std::byte *const scratch_;
    std::int64_t used_bytes_ = 0;
};

void walk_blocks(const walk_job &job, const rectangle &part, std::byte *scratch) noexcept {
    const schedule &how = job.how;
    block_runner runner(job, scratch);
    position here(how.walked, job.data, part.row_begin);
    for (std::int64_t rows_left = part.row_end - part.row_begin; rows_left > 0;) {
        const std::int64_t rows = std::min({rows_left, here.rows_left(), how.form.block_rows});
        for (std::int64_t col = part.col_begin; col < part.col_end; col += how.form.block_cols) {
            per_operand<std::byte *> at = here.at();
            for (std::size_t k = 0; k < n_operands; ++k)
                at[k] += col * how.walked.inner().strides_bytes[k];
            runner.run(at, rows, std::min(how.form.block_cols, part.col_end - col));
        }
        rows_left -= rows;
        if (rows_left > 0) here.advance(rows);
    }
}

void walk_fused(const walk_job &job, const rectangle &part, std::byte *scratch) noexcept {
    fused_rows runner(job.how.fused, job.may_stream, scratch);
    if (job.how.walked.rank == 2) { // the usual case, without the cost of counting loops
        per_operand<std::byte *> at = job.data;
        for (std::size_t k = 0; k < n_operands; ++k)
            at[k] += part.row_begin * job.how.walked.loops[0].strides_bytes[k];
        runner.run(at, part.row_end - part.row_begin);
        return;
    }
    position here(job.how.walked, job.data, part.row_begin);
    for (std::int64_t rows_left = part.row_end - part.row_begin; rows_left > 0;) {
        const std::int64_t rows = std::min(rows_left, here.rows_left());
        runner.run(here.at(), rows);
        rows_left -= rows;
        if (rows_left > 0) here.advance(rows);
    }
}

// Takes as much of the stack as the problem needs, so that a small one touches little of it. The
// compiler's probes meet the end of the stack at its guard page (cmake/hardening.cmake). Not
// inlined: walk() alone has a small frame.
[[gnu::noinline]] void walk_with_scratch(const walk_job &job, const rectangle &part) noexcept {
    constexpr std::size_t line_bits = 8 * 64;
    const bool staged = job.how.form.staged;
    const std::int64_t n_bytes = staged ? block_runner::scratch_bytes(job, part)
                                        : fused_rows::scratch_bytes(job.how.fused);
    auto *scratch = static_cast<std::byte *>(
            __builtin_alloca_with_align(static_cast<std::size_t>(n_bytes), line_bits));
    if (staged)
        walk_blocks(job, part, scratch);
    else
        walk_fused(job, part, scratch);
}

} // namespace

void walk_rows(const plan &walked, kernel_fn run, const per_operand<std::byte *> &data,
        const rectangle &part) noexcept {
    position here(walked, data, part.row_begin);
    const std::int64_t cols = part.col_end - part.col_begin;
    for (std::int64_t rows_left = part.row_end - part.row_begin; rows_left > 0;) {
        const std::int64_t rows = std::min(rows_left, here.rows_left());
        // A tile of part of the columns is one row.
        const std::int64_t planes =
                here.is_at_plane() ? std::min(rows_left / rows, here.planes_left()) : 1;
        const kernel_loops loops = loops_of(walked, planes, rows, cols);
        kernel_args args {here.at(), &loops};
        for (std::size_t k = 0; k < n_operands; ++k)
            args.data[k] += part.col_begin * walked.inner().strides_bytes[k];
        run(&args);
        rows_left -= rows * planes;
        if (rows_left <= 0) break;
        if (planes > 1)
            here.advance_planes(planes);
        else
            here.advance(rows);
    }
}

void walk(const walk_job &job, const rectangle &part) noexcept {
    if (job.how.form.staged || job.how.form.fused)
        walk_with_scratch(job, part);
    else
        walk_rows(job.how.walked, job.rows, job.data, part);
}

} // namespace libselect
