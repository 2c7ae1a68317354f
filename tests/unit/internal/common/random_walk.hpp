// SPDX-License-Identifier: Apache-2.0
// Random walks whose boxes have every kind of loop.
#ifndef INTERNAL_COMMON_RANDOM_WALK_HPP
#define INTERNAL_COMMON_RANDOM_WALK_HPP

#include "harness/random.hpp"
#include "plan/walk_order.hpp"

namespace internal {

// A walk of rank 1 to 4. An operand lies in memory in any order of the loops, with and without gaps
// and reversed; inputs are also broadcast.
[[nodiscard]] libselect::walk_order random_walk(support::random_source &random);

} // namespace internal

#endif
