// SPDX-License-Identifier: Apache-2.0
// The walk order: the loops of a plan in the order in which they are run.
#ifndef LIBSELECT_PLAN_WALK_ORDER_HPP
#define LIBSELECT_PLAN_WALK_ORDER_HPP

#include "plan/plan.hpp"

namespace libselect {

// A walk order has exactly the loops of a plan, so it combines the same addresses; that of boxes
// has its columns merged into one loop (plan/box_form.hpp). The innermost loop stays the innermost,
// so the roles stay the same. Unlike in a plan, dst's strides may grow inwards.
struct walk_order : loop_nest {
    walk_order() = default;
    // The plan's own order is a walk order.
    walk_order(const plan &nest) noexcept : loop_nest(nest) {}
};

// The order that suits gathering. When an input is strided in the innermost loop and has unit
// stride along an outer loop, that outer loop moves to the second innermost place, so that blocks
// of the input can be transposed. In all other cases the order is the plan's.
[[nodiscard]] walk_order order_for_gathering(const plan &nest) noexcept;

} // namespace libselect

#endif
