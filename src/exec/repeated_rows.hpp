// SPDX-License-Identifier: Apache-2.0
// Rows in place that all have the same conditions, few of which change dst.
#ifndef LIBSELECT_EXEC_REPEATED_ROWS_HPP
#define LIBSELECT_EXEC_REPEATED_ROWS_HPP

#include "exec/walk.hpp"

namespace libselect {

// Computes the rows of a part one loop of rows after the other, as far as that pays: the conditions
// of a row are looked at once, and only the columns that change are touched. `rest` computes rows
// of which many columns change. For a schedule whose rows repeat their conditions, and a part of
// whole rows; one source lies in dst.
void walk_repeated_rows(const walk_job &job, const rectangle &part,
        void (*rest)(const walk_job &job, const rectangle &part)) noexcept;

} // namespace libselect

#endif
