// SPDX-License-Identifier: Apache-2.0
// The runs of columns that change are listed on the stack, and copied row by row.
#include "exec/repeated_rows.hpp"

#include <algorithm>
#include <array>

#include "base/dcheck.hpp"
#include "exec/condition_runs.hpp"
#include "exec/position.hpp"
#include "kernel/element_copies.hpp"

namespace libselect {
namespace {

// Columns that change, from `begin` on.
struct column_run {
    std::int64_t begin, n;
};

// In many rows a run takes as long as so much of a row that is computed as a whole, whichever is
// less. Not tuned.
constexpr std::int64_t bytes_per_run = 64, columns_per_run = 24;
// To find a run takes as long as to copy it in so many rows: 32 ns, and 0.9 ns a row (`select_bench
// --suite search --problem w1/12x2025/0,1/0,0/2025,1/2025,1/random,0.02,64/src1` and others of 4 to
// 200 rows, with either way, AMD EPYC, Zen 3, 2026-11-25).
constexpr std::int64_t rows_per_look = 36;
// Of a list of 64, 100 rows of 10,000 columns take 28.7 us in place of 11.8 (`select_bench --suite
// search --problem w4/100x10000/0,1/10000,1/0,0/10000,1/random,0.99,64/src0`, Intel Xeon, Granite
// Rapids class, 2026-11-25). The list takes 4 KiB of the stack.
constexpr std::size_t max_runs = 256;
// A look that is so many runs ahead of what its share of the columns allows gives up: in so many
// rows it goes on, since there it costs little. Not tuned.
constexpr std::int64_t runs_ahead = 4, rows_of_whole_looks = 128;
// Rows whose lines stay in the first-level cache while all columns of a run are copied: 128 lines
// of dst and of a source are 16 KiB. Not tuned.
constexpr std::int64_t rows_at_a_time = 128;

// Planes that are not looked at behind one that did not pay: none, and after each further one twice
// as many and one more, since their conditions are probably alike. Not tuned.
constexpr std::int64_t most_unpaid = 63;

class change_list {
public:
    // Lists the columns whose condition is `changes`. Returns false when there are too many runs of
    // them for n_rows rows of row_bytes, or too many columns.
    bool fill(const std::byte *conditions, std::int64_t cols, std::int64_t row_bytes,
            std::int64_t n_rows, bool changes) noexcept {
        // Rounded once: of many short rows one run is worth it.
        const std::int64_t many =
                std::max(row_bytes * n_rows / bytes_per_run, cols * n_rows / columns_per_run);
        const std::int64_t rows_of_run = n_rows + rows_per_look;
        const std::int64_t most =
                std::min<std::int64_t>(max_runs, (many + rows_of_run / 2) / rows_of_run);
        const std::int64_t ahead = runs_ahead + most * n_rows / rows_of_whole_looks;
        std::int64_t n_columns = 0;
        n_ = 0;
        for (std::int64_t at = 0; at < cols;) {
            at += equal_conditions(conditions + at, 1, cols - at, !changes);
            if (at == cols) break;
            const std::int64_t n = equal_conditions(conditions + at, 1, cols - at, changes);
            n_columns += n;
            const std::int64_t most_here = std::min(most, ahead + at * most / cols);
            if (static_cast<std::int64_t>(n_) == most_here || n_columns > cols / 4) return false;
            runs_[n_++] = {at, n};
            at += n;
        }
        return true;
    }

    [[nodiscard]] bool is_empty() const noexcept { return n_ == 0; }
    [[nodiscard]] const column_run *begin() const noexcept { return runs_.data(); }
    [[nodiscard]] const column_run *end() const noexcept { return runs_.data() + n_; }

private:
    std::array<column_run, max_runs> runs_;
    std::size_t n_ = 0;
};

// The rows that a list serves, planes included.
std::int64_t rows_that_share(const walk_order &walk) noexcept {
    std::int64_t n_rows = 1;
    for (int i = walk.rank - 2; i >= 0 && loop_at(walk, i).strides[cond] == 0; --i)
        n_rows *= loop_at(walk, i).extent;
    return n_rows;
}

// Copies n columns of n_rows rows, along the longer of both.
void copy_columns(const walk_order &walk, operand from, const per_operand<std::byte *> &at,
        const column_run &columns, std::int64_t n_rows) noexcept {
    const int width = walk.elem_bytes;
    const per_operand<std::int64_t> &row =
            walk.loops[static_cast<std::size_t>(walk.rank - 2)].strides;
    const std::int64_t step = walk.inner().strides[from];
    std::byte *to = at[dst] + columns.begin * width;
    std::byte *first = at[from] + columns.begin * step;
    if (columns.n < n_rows)
        copy_elements(width, {to, row[dst], width}, {first, row[from], step}, n_rows, columns.n);
    else
        copy_elements(width, {to, width, row[dst]}, {first, step, row[from]}, columns.n, n_rows);
}

} // namespace

void walk_repeated_rows(const walk_job &job, const rectangle &part,
        void (*rest)(const walk_job &job, const rectangle &part)) noexcept {
    const walk_order &walk = job.decided.walk;
    const std::int64_t cols = walk.inner().extent;
    LIBSELECT_DCHECK(part.col_begin == 0 && part.col_end == cols, part.col_begin, part.col_end);
    const operand other = job.kept == in_place::src0 ? src1 : src0;
    const std::int64_t rows_of_plane = walk.loops[static_cast<std::size_t>(walk.rank - 2)].extent;
    const std::int64_t n_sharing = rows_that_share(walk);
    position here(walk, job.data, part.row_begin);
    change_list changes;
    const std::byte *listed = nullptr; // the conditions that the list is about
    bool pays = false;
    std::int64_t unpaid = 0;
    for (std::int64_t row = part.row_begin; row < part.row_end;) {
        const per_operand<std::byte *> &at = here.at();
        std::int64_t n = std::min(part.row_end - row, here.rows_left());
        if (listed != at[cond])
            pays = changes.fill(at[cond], cols, cols * walk.elem_bytes,
                    std::min(n_sharing, part.row_end - row), job.kept == in_place::src1);
        listed = at[cond];
        if (pays) {
            if (!changes.is_empty()) n = std::min(n, rows_at_a_time);
            for (const column_run &each : changes)
                copy_columns(walk, other, at, each, n);
            unpaid = 0;
            row += n;
            if (row < part.row_end) here.advance(n);
            continue;
        }
        if (row + n < part.row_end) {
            here.advance(n);
            const std::int64_t planes = std::min(
                    {unpaid, here.planes_left(), (part.row_end - row - n) / rows_of_plane});
            here.advance_planes(planes);
            n += planes * rows_of_plane;
        }
        unpaid = std::min(2 * unpaid + 1, most_unpaid);
        rest(job, {row, row + n, 0, cols});
        row += n;
    }
}

} // namespace libselect
