// SPDX-License-Identifier: Apache-2.0
// The op descriptor: the operands and attributes of one Select, checked, with dst inferred.
#ifndef LIBSELECT_OP_SELECT_OP_HPP
#define LIBSELECT_OP_SELECT_OP_HPP

#include <string>

#include "op/auto_broadcast.hpp"
#include "op/condition.hpp"
#include "op/logical_tensor.hpp"

// The object behind the opaque C handle. What is always true of it:
// - cond has passed its check; src0, src1 and dst have one type;
// - the shapes are valid for attr, as far as they are known;
// - dst's dims are the inferred ones;
// - where dst's dims are known, no two elements of dst share memory.
struct libselect_select_op {
    static constexpr auto kind = libselect::handle_kind::select_op;

    const libselect::handle_kind mark = kind;
    libselect::condition cond;
    libselect::tensor_ref src0;
    libselect::tensor_ref src1;
    libselect::tensor_ref dst;
    libselect::attributes attr;
};

namespace libselect {

using select_op = libselect_select_op;

// Checks everything and infers dst. With nullptr for dst, dst is dense. A given dst keeps its
// strides, and its known dims must be the inferred ones. Throws failure.
[[nodiscard]] select_op make_select_op(const condition &cond, const logical_tensor &src0,
        const logical_tensor &src1, const logical_tensor *dst, const attributes &attr);

// "select cond:boolean:4x5 src0:f32:2x3x4x5 src1:f32:scalar dst:f32:2x3x4x5 auto_broadcast:numpy".
[[nodiscard]] std::string to_string(const select_op &op);

} // namespace libselect

#endif
