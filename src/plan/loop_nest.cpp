// SPDX-License-Identifier: Apache-2.0
// What plans and walk orders do with their loops.
#include <algorithm>

#include "plan/plan.hpp"

namespace libselect {

void merge_loops(loop_nest &nest) noexcept {
    if (nest.rank == 0) return;
    int last = 0;
    for (int i = 1; i < nest.rank; ++i) {
        const loop next = nest.loops[static_cast<std::size_t>(i)];
        loop &outer = nest.loops[static_cast<std::size_t>(last)];
        if (can_merge(outer, next)) {
            outer.extent *= next.extent;
            outer.strides = next.strides;
        } else {
            nest.loops[static_cast<std::size_t>(++last)] = next;
        }
    }
    std::fill(nest.loops.begin() + last + 1, nest.loops.begin() + nest.rank, loop {});
    nest.rank = last + 1;
}

void set_roles(loop_nest &nest) noexcept {
    for (const operand which : all_operands) {
        const std::int64_t stride = nest.inner().strides[which];
        role &along = nest.roles[which];
        along = stride == 0 ? role::constant : role::strided;
        if (stride == nest.unit(which)) along = role::full;
    }
}

} // namespace libselect
