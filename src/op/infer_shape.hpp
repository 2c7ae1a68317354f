// SPDX-License-Identifier: Apache-2.0
// Shape inference: the broadcasting rules, with unknown dims and ranks.
#ifndef LIBSELECT_OP_INFER_SHAPE_HPP
#define LIBSELECT_OP_INFER_SHAPE_HPP

#include <span>

#include "op/auto_broadcast.hpp"
#include "op/shape.hpp"

namespace libselect {

// The shape of dst = cond ? src0 : src1 under the mode:
// - none: the three shapes, which must be the same.
// - numpy: src0 and src1 broadcast to each other; cond is then broadcast into that, one way.
// - pdpd: src0's shape; src1, then cond, are broadcast into it from attr.axis on.
// - multidirectional: the three shapes broadcast to each other.
//
// An unknown dim may be any number that makes the shapes valid. Together with a dim n > 1 it gives
// n, together with 0 it gives 0, together with 1 it stays unknown. Where an operand of unknown rank
// decides dst's rank, that rank is unknown; elsewhere an unknown rank changes nothing. Throws
// invalid_shape, with operand, axis, both values and the rule, when no number makes the shapes
// valid, and for a pdpd axis out of range. `attr` must have passed check().
[[nodiscard]] shape infer_shape(
        const shape &cond, const shape &src0, const shape &src1, const attributes &attr);

// An operand's shape with the name that messages use.
struct named_shape {
    const char *name;
    const shape &dims;
};

// The same for any number of conditions, each of which takes part as cond does: the two sides of a
// comparison, or none for an interval, which is as large as dst.
[[nodiscard]] shape infer_shape(std::span<const named_shape> conds, const shape &src0,
        const shape &src1, const attributes &attr);

// For a dst that is given where the inputs leave its rank open: throws invalid_shape for an input
// that does not broadcast into it.
void check_dst(std::span<const named_shape> conds, const shape &src0, const shape &src1,
        const shape &dst, const attributes &attr);

// For inputs that broadcast into a dst of unknown rank, aligned on the right: throws invalid_shape
// for two that fit no shape.
void check_pairs(std::span<const named_shape> inputs, const attributes &attr);

// Fits an input into dst, aligned on the right: a dim of dst changes only when it is unknown. Does
// nothing when a rank is unknown. Throws invalid_shape, where the mode is only named.
void broadcast_into(const named_shape &input, shape &dst, const attributes &attr);

// The axis of dst at which axis 0 of an operand stands. The plan needs it to walk the operand along
// dst. Both ranks are known. An operand is aligned on the right unless pdpd names an axis.
[[nodiscard]] int first_axis(int operand_rank, int dst_rank, const attributes &attr);

} // namespace libselect

#endif
