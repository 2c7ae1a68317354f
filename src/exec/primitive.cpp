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

} // namespace
} // namespace libselect

libselect_primitive::libselect_primitive(const libselect::select_op &op, int max_threads)
    : tensors {op.cond.tensor(), op.src0, op.src1, op.dst},
      attr(op.attr),
      nest(libselect::make_plan(op)),
      decided(libselect::make_schedule(nest, libselect::checked_max_threads(max_threads))),
      checks(libselect::make_operand_checks(tensors, nest)) {
}
