// SPDX-License-Identifier: Apache-2.0
// The walk order: the loops of a plan in the order in which they are run.
#ifndef LIBSELECT_PLAN_WALK_ORDER_HPP
#define LIBSELECT_PLAN_WALK_ORDER_HPP

#include "plan/plan.hpp"

namespace libselect {

// Has the loops of a plan, all of them and no others, so it combines the same addresses. The
// innermost loop stays the innermost, and with it the roles. Unlike in a plan, dst's strides may
// grow inwards.
struct walk_order : loop_nest {
    walk_order() = default;
    // The plan's own order is a walk order.
    walk_order(const plan &nest) noexcept : loop_nest(nest) {}
};

// The order that suits gathering: when an input that is strided in the innermost loop has unit
// stride along an outer one, that loop comes second innermost, so that blocks of the input can be
// transposed. Else the plan's order.
[[nodiscard]] walk_order order_for_gathering(const plan &nest) noexcept;

} // namespace libselect

#endif
