// SPDX-License-Identifier: Apache-2.0
// Rows that take src0 in one range of columns and src1 outside of it.
#ifndef LIBSELECT_EXEC_RANGE_ROWS_HPP
#define LIBSELECT_EXEC_RANGE_ROWS_HPP

#include "exec/evaluated_blocks.hpp"

namespace libselect {

// Computes a block of a schedule that has rows with ranges. What dst has already is left alone, and
// no condition is read.
void run_ranges(const evaluated_job &job, const block_place &place) noexcept;

} // namespace libselect

#endif
