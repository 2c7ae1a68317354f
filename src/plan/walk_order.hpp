// SPDX-License-Identifier: Apache-2.0
// The walk order: the loops of a plan in the order in which they are run.
#ifndef LIBSELECT_PLAN_WALK_ORDER_HPP
#define LIBSELECT_PLAN_WALK_ORDER_HPP

#include "plan/plan.hpp"

namespace libselect {

// A walk order has exactly the loops of a plan, in any order and merged where two follow each other
// as one, so it combines the same addresses; that of boxes has its columns merged into one loop
// (plan/box_form.hpp). Unlike in a plan, dst's strides may grow inwards.
struct walk_order : loop_nest {
    walk_order() = default;
    // The plan's own order is a walk order.
    walk_order(const plan &nest) noexcept : loop_nest(nest) {}
};

// Whether one condition decides all elements, so that one source is not touched.
[[nodiscard]] bool has_one_condition(const walk_order &walk) noexcept;

// The order that suits gathering. When an input is strided in the innermost loop and has unit
// stride along an outer loop, that outer loop moves to the second innermost place, so that blocks
// of the input can be transposed. In all other cases the order is the plan's.
[[nodiscard]] walk_order order_for_gathering(const plan &nest) noexcept;

// The plan's order with one loop moved to the innermost place.
[[nodiscard]] walk_order order_with_innermost(const plan &nest, int at) noexcept;

// The same with the longest other loop as that of the rows.
[[nodiscard]] walk_order order_with_most_rows(const plan &nest, int innermost) noexcept;

// The loops by the size of an operand's stride, the largest outermost. Those along which it is
// broadcast are the outermost.
[[nodiscard]] walk_order order_by(const plan &nest, operand which) noexcept;

} // namespace libselect

#endif
