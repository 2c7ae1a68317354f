// SPDX-License-Identifier: Apache-2.0
// Rows with the same range are one call.
#include "exec/range_rows.hpp"

#include <algorithm>
#include <cstring>

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

// Bytes of dst in a column.
std::int64_t col_bytes(const evaluated_job &job) noexcept {
    return job.walk.decided.walk.inner().strides[dst];
}

template <std::size_t width>
void repeat(const std::byte *element, std::byte *line) noexcept {
    std::array<std::byte, width> value;
    std::memcpy(value.data(), element, width);
    for (std::size_t k = 0; k < line_bytes; k += width)
        std::memcpy(line + k, value.data(), width);
}

// Fills a line with an element.
void repeat_in_line(std::int64_t width, const std::byte *element, std::byte *line) noexcept {
    switch (width) {
    case 1:
        return repeat<1>(element, line);
    case 2:
        return repeat<2>(element, line);
    case 4:
        return repeat<4>(element, line);
    case 8:
        return repeat<8>(element, line);
    default:
        return repeat<16>(element, line);
    }
}

// What the rows of a block have in common: their loop, and lines of the sources that are constant.
class row_loop {
public:
    row_loop(const evaluated_job &job, const rectangle &part) noexcept : job_(job) {
        const row_params &rows = job.walk.decided.rows.params();
        const bool streams =
                rows.stores == store_kind::streaming && job.walk.stores == store_kind::streaming;
        run_ = job.walk.decided.evaluated.loops->range_row[streams ? 1 : 0];
        args_.kept = job.walk.kept;
        args_.n_bytes = (part.col_end - part.col_begin) * col_bytes(job);
        for (const operand source : {src0, src1})
            args_.is_constant[source - src0] = rows.roles[source] == role::constant;
    }

    void run(const row_group &group) noexcept {
        args_.first = group.range.first * col_bytes(job_);
        args_.last = group.range.last * col_bytes(job_);
        // dst has all that the rows take.
        if (args_.kept == in_place::src0 && args_.last - args_.first == args_.n_bytes) return;
        if (args_.kept == in_place::src1 && args_.last == args_.first) return;
        per_operand<std::byte *> at = group.at;
        for (std::int64_t row = 0; row < group.rows; ++row) {
            args_.dst = at[dst];
            for (const operand source : {src0, src1})
                args_.sources[source - src0] = first_of(source, at[source]);
            run_(args_);
            if (row + 1 == group.rows) return;
            const auto outer = static_cast<std::size_t>(job_.walk.decided.walk.rank - 2);
            for (const operand which : {src0, src1, dst})
                at[which] += job_.walk.decided.walk.loops[outer].strides[which];
        }
    }

private:
    const std::byte *first_of(operand source, const std::byte *at) noexcept {
        const auto i = static_cast<std::size_t>(source - src0);
        if (!args_.is_constant[i]) return at;
        if (at == filled_from_[i]) return lines_[i].data();
        repeat_in_line(col_bytes(job_), at, lines_[i].data());
        filled_from_[i] = at;
        return lines_[i].data();
    }

    const evaluated_job &job_;
    range_row_fn run_;
    range_row_args args_;
    alignas(line_bytes) std::array<std::array<std::byte, line_bytes>, 2> lines_;
    std::array<const std::byte *, 2> filled_from_ {};
};

// In place, the lines of dst in which a row changes its source are read, each at another place than
// in the row before.
[[gnu::always_inline]] inline void prefetch_seams(
        const evaluated_job &job, const row_group &group, std::int64_t n_cols) noexcept {
    if (job.walk.kept == in_place::none) return;
    for (const std::int64_t seam : {group.range.first, group.range.last})
        if (seam > 0 && seam < n_cols)
            __builtin_prefetch(group.at[dst] + seam * col_bytes(job), 1, 3);
}

// Asks for the part of a source that a row takes: it begins anew in each row, where the hardware
// does not expect it. Inlined always, as the function before: g++ 12 believes that a function that
// only prefetches has no effect, and drops the call.
[[gnu::always_inline]] inline void prefetch_source(const evaluated_job &job, const row_group &group,
        operand source, std::int64_t first, std::int64_t last) noexcept {
    constexpr std::int64_t max_bytes = 4096;
    const std::int64_t step = job.walk.decided.walk.inner().strides[source];
    if (step == 0 || first >= last || group.at[source] == group.at[dst]) return;
    const std::byte *from = group.at[source] + first * step;
    const std::int64_t n_bytes = std::min((last - first) * step, max_bytes);
    for (std::int64_t offset = 0; offset < n_bytes; offset += line_bytes)
        __builtin_prefetch(from + offset, 0, 2);
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
    constexpr std::size_t max_ahead = 16; // groups of rows that are looked at before one is written
    constexpr std::size_t sources_ahead = 2; // and whose sources are asked for
    std::array<row_group, max_ahead> groups; // a ring
    const std::int64_t n_cols = place.part.col_end - place.part.col_begin;
    row_loop rows(job, place.part);
    group_finder finder(job, place.part);
    for (std::size_t next = 0, end = 0;; ++next) {
        for (; end - next < max_ahead && !finder.is_done(); ++end) {
            groups[end % max_ahead] = finder.next();
            prefetch_seams(job, groups[end % max_ahead], n_cols);
        }
        if (next == end) break;
        if (next + sources_ahead < end) {
            const row_group &later = groups[(next + sources_ahead) % max_ahead];
            prefetch_source(job, later, src0, later.range.first, later.range.last);
            prefetch_source(job, later, src1, 0, later.range.first);
        }
        rows.run(groups[next % max_ahead]);
    }
    if (job.walk.stores == store_kind::streaming) job.walk.decided.evaluated.loops->end_segments();
}

} // namespace libselect
