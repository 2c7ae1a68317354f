// SPDX-License-Identifier: Apache-2.0
// The place of an interval in dst.
#ifndef LIBSELECT_OP_INTERVAL_SHAPE_HPP
#define LIBSELECT_OP_INTERVAL_SHAPE_HPP

#include "op/auto_broadcast.hpp"
#include "op/condition.hpp"

namespace libselect {

// The axis of dst, of this rank, that an axis of an interval means; both are in range.
[[nodiscard]] constexpr int axis_of_dst(int axis, int rank) noexcept {
    return axis < 0 ? axis + rank : axis;
}

// Checks the axes of an interval, and broadcasts begin and end into dst, of which a dim changes
// only when it is unknown. While dst's rank is unknown, only the dims along an axis that counts
// from the end are checked. Throws
// - invalid_shape when dst has too few axes, and when begin or end does not fit or has a dim other
//   than 1 along the interval's axis;
// - invalid_arguments when an axis is none of dst's, or when both are the same.
void fit_interval(const condition &positions, shape &dst, const attributes &attr);

} // namespace libselect

#endif
