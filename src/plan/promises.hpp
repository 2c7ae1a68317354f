// SPDX-License-Identifier: Apache-2.0
// What this folder promises to the stages below it, as checks that run in debug builds.
#ifndef LIBSELECT_PLAN_PROMISES_HPP
#define LIBSELECT_PLAN_PROMISES_HPP

#include "plan/box_form.hpp"
#include "plan/row_form.hpp"
#include "plan/tiling.hpp"

namespace libselect {

// Each checks what the header of its argument says is always true. Made at the end of make_plan,
// make_row_form and make_tiling; nothing happens without has_dchecks.
void check_promises(const plan &nest) noexcept;
void check_promises(const row_form &form, const walk_order &walk, int vector_bytes) noexcept;
// The walk is the one whose last n_loops loops are the columns.
void check_promises(const box_form &form, const walk_order &walk, int n_loops) noexcept;
void check_promises(const tiling &tiles, const walk_order &walk, std::int64_t block_rows) noexcept;
// Whether the walk has the loops of the plan, in any order and maybe merged.
void check_promises(const walk_order &walk, const plan &nest) noexcept;

} // namespace libselect

#endif
