// SPDX-License-Identifier: Apache-2.0
// Creation runs each stage once, in order.
#include "exec/primitive.hpp"

#include "base/error.hpp"

namespace libselect {
namespace {

int checked_max_threads(int max_threads) {
    if (max_threads < 0)
        fail(libselect_invalid_arguments,
                {"max_threads: is ", max_threads, "; it must be >= 0, and 0 means no limit"});
    return max_threads;
}

// The tensor of a condition that is not evaluated.
tensor_ref read_by_kernels(const condition &decides) {
    return decides.kind() == condition_kind::boolean ? decides->inputs[0] : tensor_ref();
}

} // namespace
} // namespace libselect

libselect_primitive::libselect_primitive(const libselect::select_op &op, int max_threads)
    : decides(op.cond),
      tensors {libselect::read_by_kernels(op.cond), op.src0, op.src1, op.dst},
      attr(op.attr),
      made(libselect::make_planned(op)),
      nest(made.nest),
      decided(libselect::make_schedule(nest, libselect::checked_max_threads(max_threads))),
      checks(libselect::make_operand_checks(tensors, nest)) {
}
