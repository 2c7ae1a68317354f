// SPDX-License-Identifier: Apache-2.0
// Rows with the same range are one call.
#include "exec/range_rows.hpp"

#include <algorithm>

#include "base/cache_line.hpp"
#include "exec/position.hpp"
#include "kernel/interval_range.hpp"

namespace libselect {
namespace {

// Rows that lie side by side, from the first of their columns that the block has.
struct row_group {
    per_operand<std::byte *> at;
    std::int64_t rows;
    element_range range; // of columns that take src0
};

// Columns first to before last of the rows take one source.
void take(const evaluated_job &job, const row_group &group, operand source, std::int64_t first,
        std::int64_t last) noexcept {
    const walk_job &run = job.walk;
    const bool is_kept = (source == src0 && run.kept == in_place::src0)
                         || (source == src1 && run.kept == in_place::src1);
    if (first >= last || is_kept) return;
    const loop &cols = run.decided.walk.inner();
    const segment_fn segment = run.decided.segments.kernel(source, run.stores);
    std::byte *to = group.at[dst] + first * cols.strides[dst];
    const std::byte *from = group.at[source] + first * cols.strides[source];
    if (group.rows == 1) return segment(to, from, last - first);
    const auto outer = static_cast<std::size_t>(run.decided.walk.rank - 2);
    const loop &rows = run.decided.walk.loops[outer];
    for (std::int64_t row = 0; row < group.rows; ++row)
        segment(to + row * rows.strides[dst], from + row * rows.strides[source], last - first);
}

// The lines of dst in which a row changes its source are written in parts, so they are read first:
// stores behind such a part wait for it.
void prefetch_seams(
        const evaluated_job &job, const row_group &group, std::int64_t n_cols) noexcept {
    const std::int64_t step = job.walk.decided.walk.inner().strides[dst];
    for (const std::int64_t seam : {group.range.first, group.range.last})
        if (seam > 0 && seam < n_cols) __builtin_prefetch(group.at[dst] + seam * step, 1, 3);
}

// Asks for the part of a source that a row takes: it begins anew in each row, where the hardware
// does not expect it.
void prefetch_source(const evaluated_job &job, const row_group &group, operand source,
        std::int64_t first, std::int64_t last) noexcept {
    constexpr std::int64_t max_bytes = 2048; // not tuned
    const std::int64_t step = job.walk.decided.walk.inner().strides[source];
    if (step == 0 || first >= last || group.at[source] == group.at[dst]) return;
    const std::byte *from = group.at[source] + first * step;
    const std::int64_t n_bytes = std::min((last - first) * step, max_bytes);
    for (std::int64_t offset = 0; offset < n_bytes; offset += line_bytes)
        __builtin_prefetch(from + offset, 0, 3);
}

// Whether rows that follow each other have the same range.
bool rows_are_alike(const evaluated_job &job) noexcept {
    if (job.nest.rank < 2) return true;
    const auto level = static_cast<std::size_t>(job.nest.rank - 2);
    return std::all_of(job.condition.walks.begin(), job.condition.walks.end(),
            [&](const linear_walk &walk) { return walk.strides[level] == 0; });
}

// The row, from its column `col` on, as what is walked sees it.
evaluate_args row_of(const evaluated_job &job, std::int64_t row, std::int64_t col, std::int64_t n) {
    evaluate_args args {&job.condition, nullptr, n, job.inputs, {}, {}};
    const auto inner = static_cast<std::size_t>(job.nest.rank - 1);
    for (std::size_t k = 0; k < n_walked; ++k) {
        args.strides[k] = job.condition.walks[k].strides[inner];
        args.at[k] = address_of_row(job, static_cast<walked>(k), row) + col * args.strides[k];
    }
    return args;
}

// Counts the groups of rows of a block, and finds the range of each.
class group_finder {
public:
    group_finder(const evaluated_job &job, const rectangle &part) noexcept
        : job_(job),
          part_(part),
          alike_(rows_are_alike(job)),
          here_(job.walk.decided.walk, job.walk.data, part.row_begin),
          row_(part.row_begin) {
        for (std::size_t k = 0; k < n_walked && job.nest.rank > 1; ++k)
            row_steps_[k] =
                    job.condition.walks[k].strides[static_cast<std::size_t>(job.nest.rank - 2)];
    }

    [[nodiscard]] bool is_done() const noexcept { return row_ >= part_.row_end; }
    [[nodiscard]] row_group next() noexcept {
        const std::int64_t left = std::min(part_.row_end - row_, here_.rows_left());
        row_group group {here_.at(), alike_ ? left : 1, {}};
        for (const operand which : {src0, src1, dst})
            group.at[which] += part_.col_begin * job_.walk.decided.walk.inner().strides[which];
        const std::int64_t n_cols = part_.col_end - part_.col_begin;
        if (is_first_of_loop_) args_ = row_of(job_, row_, part_.col_begin, n_cols);
        group.range = range_at(args_, 0);
        row_ += group.rows;
        is_first_of_loop_ = group.rows == left;
        if (!is_first_of_loop_)
            for (std::size_t k = 0; k < n_walked; ++k)
                args_.at[k] += row_steps_[k];
        if (!is_done()) here_.advance(group.rows);
        return group;
    }

private:
    const evaluated_job &job_;
    const rectangle &part_;
    const bool alike_;
    position here_;
    std::int64_t row_;
    bool is_first_of_loop_ = true; // no row before this one has the same outer loops
    evaluate_args args_;
    per_walked<std::int64_t> row_steps_ {};
};

} // namespace

void run_ranges(const evaluated_job &job, const block_place &place) noexcept {
    // Rows that are looked at before they are written.
    constexpr std::size_t max_ahead = 16;
    std::array<row_group, max_ahead> groups;
    const std::int64_t n_cols = place.part.col_end - place.part.col_begin;
    for (group_finder finder(job, place.part); !finder.is_done();) {
        std::size_t n = 0;
        for (; n < max_ahead && !finder.is_done(); ++n) {
            groups[n] = finder.next();
            prefetch_seams(job, groups[n], n_cols);
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (i + 1 < n) {
                const row_group &next = groups[i + 1];
                prefetch_source(job, next, src0, next.range.first, next.range.last);
                prefetch_source(job, next, src1, 0, next.range.first);
            }
            take(job, groups[i], src1, 0, groups[i].range.first);
            take(job, groups[i], src0, groups[i].range.first, groups[i].range.last);
            take(job, groups[i], src1, groups[i].range.last, n_cols);
        }
    }
    if (job.walk.stores == store_kind::streaming) job.walk.decided.evaluated.loops->end_segments();
}

} // namespace libselect
