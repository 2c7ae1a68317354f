// SPDX-License-Identifier: Apache-2.0
// Shape inference: the broadcasting rules, with unknown dims and ranks.
#ifndef LIBSELECT_OP_INFER_SHAPE_HPP
#define LIBSELECT_OP_INFER_SHAPE_HPP

#include "op/auto_broadcast.hpp"
#include "op/shape.hpp"

namespace libselect {

// The shape of dst = cond ? src0 : src1 under the mode:
// - none: the three shapes, which must be the same.
// - numpy: src0 and src1 broadcast to each other; cond is then broadcast into that, one way.
// - pdpd: src0's shape; src1, then cond, are broadcast into it from attr.axis on.
// - multidirectional: the three shapes broadcast to each other.
//
// An unknown dim counts as whatever makes the shapes valid: n > 1 against unknown is n, 0 is 0, 1
// is unknown. An unknown rank makes dst's rank unknown where it decides it, else it changes
// nothing. Throws invalid_shape, with operand, axis, both values and the rule, when no value makes
// it valid, and for a pdpd axis out of range. `attr` must have passed check().
[[nodiscard]] shape infer_shape(
        const shape &cond, const shape &src0, const shape &src1, const attributes &attr);

// The axis of src0 at which dim 0 of an operand of rank r stands, for operands of known rank: what
// the plan needs to walk an operand along dst. Aligned on the right unless pdpd names an axis.
[[nodiscard]] int first_axis(int operand_rank, int dst_rank, const attributes &attr);

} // namespace libselect

#endif
