// SPDX-License-Identifier: Apache-2.0
// The search for the loop along which a strided input is dense.
#include "plan/walk_order.hpp"

#include <algorithm>

#include "plan/promises.hpp"

namespace libselect {

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

} // namespace libselect
