// SPDX-License-Identifier: Apache-2.0
// The walk: runs a kernel over one rectangle of rows and columns of a plan.
#ifndef LIBSELECT_EXEC_WALK_HPP
#define LIBSELECT_EXEC_WALK_HPP

#include <cstdint>

#include "kernel/kernel.hpp"
#include "plan/plan.hpp"

namespace libselect {

// Rows and columns as tiling.hpp counts them; ends are exclusive, no range is empty.
struct rectangle {
    std::int64_t row_begin;
    std::int64_t row_end;
    std::int64_t col_begin;
    std::int64_t col_end;
};

// One kernel call per run of rows along the second innermost loop; the loops outside it are counted
// here. `data` points to the first element walked (plan start_bytes added). Allocates nothing.
void walk(const plan &made, kernel_fn run, const per_operand<std::byte *> &data,
        const rectangle &part) noexcept;

} // namespace libselect

#endif
