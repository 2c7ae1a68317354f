// SPDX-License-Identifier: Apache-2.0
// Moving loops of a plan.
#include "plan/walk_order.hpp"

#include <algorithm>
#include <cstdlib>

#include "plan/promises.hpp"

namespace libselect {
namespace {

// What is true of every order that another one is made of.
walk_order finished(walk_order order, const plan &nest) noexcept {
    merge_loops(order);
    set_roles(order);
    check_promises(order, nest);
    return order;
}

} // namespace

bool has_one_condition(const walk_order &walk) noexcept {
    for (int i = 0; i < walk.rank; ++i)
        if (loop_at(walk, i).strides[cond] != 0) return false;
    return true;
}

walk_order order_for_gathering(const plan &nest) noexcept {
    walk_order order = nest;
    if (nest.rank < 3 || nest.roles[dst] != role::full) return order;
    for (const operand which : inputs) {
        if (nest.roles[which] != role::strided) continue;
        for (int at = 0; at < nest.rank - 2; ++at) {
            const loop &outer = nest.loops[static_cast<std::size_t>(at)];
            if (outer.strides[which] != nest.unit(which)) continue;
            std::rotate(order.loops.begin() + at, order.loops.begin() + at + 1,
                    order.loops.begin() + nest.rank - 1);
            check_promises(order, nest);
            return order;
        }
    }
    return order;
}

walk_order order_with_innermost(const plan &nest, int at) noexcept {
    walk_order order = nest;
    std::rotate(order.loops.begin() + at, order.loops.begin() + at + 1,
            order.loops.begin() + nest.rank);
    return finished(order, nest);
}

walk_order order_with_most_rows(const plan &nest, int innermost) noexcept {
    walk_order order = nest;
    const auto begin = order.loops.begin(), end = begin + nest.rank;
    std::rotate(begin + innermost, begin + innermost + 1, end);
    if (nest.rank < 3) return finished(order, nest);
    const auto longest = std::ranges::max_element(begin, end - 1, {}, &loop::extent);
    std::rotate(longest, longest + 1, end - 1);
    return finished(order, nest);
}

walk_order order_by(const plan &nest, operand which) noexcept {
    walk_order order = nest;
    std::stable_sort(order.loops.begin(), order.loops.begin() + nest.rank,
            [=](const loop &outer, const loop &inner) {
                const std::int64_t own = std::abs(outer.strides[which]);
                const std::int64_t other = std::abs(inner.strides[which]);
                return other != 0 && (own == 0 || own > other);
            });
    return finished(order, nest);
}

} // namespace libselect
