// SPDX-License-Identifier: Apache-2.0
// Rows whose conditions are bits side by side.
#ifndef LIBSELECT_EXEC_BIT_ROWS_HPP
#define LIBSELECT_EXEC_BIT_ROWS_HPP

#include "exec/evaluated_blocks.hpp"

namespace libselect {

// Computes a block of a schedule that has loops for bits.
void run_bits(const evaluated_job &job, const block_place &place) noexcept;

} // namespace libselect

#endif
