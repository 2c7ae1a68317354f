// SPDX-License-Identifier: Apache-2.0
// Rows that are computed from the bits or numbers that their condition reads.
#ifndef LIBSELECT_EXEC_CONDITION_ROWS_HPP
#define LIBSELECT_EXEC_CONDITION_ROWS_HPP

#include "exec/evaluated_blocks.hpp"

namespace libselect {

// Computes a block of a schedule that has loops for its condition.
void run_condition_rows(const evaluated_job &job, const block_place &place) noexcept;

} // namespace libselect

#endif
