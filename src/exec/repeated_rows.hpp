// SPDX-License-Identifier: Apache-2.0
// Rows in place with equal conditions, where few columns change.
#ifndef LIBSELECT_EXEC_REPEATED_ROWS_HPP
#define LIBSELECT_EXEC_REPEATED_ROWS_HPP

#include "exec/walk.hpp"

namespace libselect {

// Lists the columns that change once per loop of rows, and then touches only those. `rest` computes
// the loops of rows for which that does not pay, and some behind them. For a schedule whose rows
// repeat their conditions, and a part of whole rows; one source lies in dst.
void walk_repeated_rows(const walk_job &job, const rectangle &part,
        void (*rest)(const walk_job &job, const rectangle &part)) noexcept;

} // namespace libselect

#endif
