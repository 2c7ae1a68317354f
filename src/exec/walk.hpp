// SPDX-License-Identifier: Apache-2.0
// The walk: runs the kernels of a schedule over one rectangle of rows and columns.
#ifndef LIBSELECT_EXEC_WALK_HPP
#define LIBSELECT_EXEC_WALK_HPP

#include <cstdint>

#include "schedule/schedule.hpp"

namespace libselect {

// Rows and columns as tiling.hpp counts them; ends are exclusive, no range is empty.
struct rectangle {
    std::int64_t row_begin;
    std::int64_t row_end;
    std::int64_t col_begin;
    std::int64_t col_end;
};

// The input of a walk. The last two fields decide which kernels run.
struct walk_job {
    const schedule &decided;
    per_operand<std::byte *> data; // the first element walked: the plan's starts are added
    in_place kept;                 // which source lies in dst
    store_kind stores; // streaming where it is allowed and the schedule has a kernel for it
};

// Computes the rectangle, which for fused rows has all columns. Allocates nothing; scratch is on
// the stack. What was streamed is fenced.
void walk(const walk_job &job, const rectangle &part) noexcept;

// How many rows lie between the beginning of a cache line of a transposed input and the first row;
// where rows go downwards, between its end and that row. The first block of rows has so many fewer,
// to end with a line. 0 where blocks may end anywhere.
[[nodiscard]] std::int64_t rows_into_line(const walk_job &job) noexcept;

// Runs row kernels over a walk that gathers nothing: one call per run of whole planes or of rows.
void walk_rows(const walk_order &walk, const row_kernel &kernel,
        const per_operand<std::byte *> &data, const rectangle &part) noexcept;

} // namespace libselect

#endif
