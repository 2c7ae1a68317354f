// SPDX-License-Identifier: Apache-2.0
// The loops of a walk whose rows are turned round.
#include "schedule/backward_rows.hpp"

#include <algorithm>

#include "schedule/schedule.hpp"

namespace libselect {

backward_rows make_backward_rows(const walk_order &walk, const kernel_loops &whole) noexcept {
    if (whole.planes == 0 || whole.planes * whole.rows == 1) return {};
    backward_rows backwards;
    walk_order turned = walk;
    for (int i = std::max(walk.rank - 3, 0); i < walk.rank - 1; ++i) {
        loop &each = turned.loops[static_cast<std::size_t>(i)];
        if (each.extent == 1) continue;
        for (const operand which : all_operands) {
            backwards.last[which] += (each.extent - 1) * each.strides[which];
            each.strides[which] = -each.strides[which];
        }
    }
    backwards.loops = loops_of(turned, whole.planes, whole.rows, whole.cols);
    for (const operand which : {src0, src1})
        backwards.follows_dst[which] = walk.roles[which] == role::full
                                       && whole.row_strides[which] == whole.row_strides[dst];
    const auto &follows = backwards.follows_dst;
    return std::ranges::find(follows, true) == follows.end() ? backward_rows {} : backwards;
}

} // namespace libselect
