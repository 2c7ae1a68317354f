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

// What a walk is made of: the schedule, the row kernel for how dst lies (unused when rows are
// fused), and the first element walked (start_bytes of the plan added).
struct walk_job {
    const schedule &how;
    kernel_fn rows;
    per_operand<std::byte *> data;
    bool may_stream = true; // where fused rows have a kernel for it
};

// Computes the rectangle; fused rows come with all columns. Allocates nothing; scratch is on the
// stack.
void walk(const walk_job &job, const rectangle &part) noexcept;

// Row kernels over a plan that stages nothing: one call per run of whole planes or of rows.
void walk_rows(const plan &walked, kernel_fn run, const per_operand<std::byte *> &data,
        const rectangle &part) noexcept;

} // namespace libselect

#endif
