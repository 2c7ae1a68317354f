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

std::unique_ptr<choices> make_choices(const schedules &made) {
    if (made.others.empty()) return nullptr;
    const int n_ways = 1 + static_cast<int>(made.others.size());
    const double ns = made.first.estimated_ns;
    return std::unique_ptr<choices>(new choices {
            timed_choice(n_ways, ns), timed_choice(n_ways, ns), timed_choice(n_ways, ns)});
}

} // namespace
} // namespace libselect

libselect_primitive::libselect_primitive(const libselect::select_op &op, int max_threads)
    : decides(op.cond),
      tensors {libselect::read_by_kernels(op.cond), op.src0, op.src1, op.dst},
      attr(op.attr),
      made(libselect::make_planned(op)),
      nest(made.nest),
      made_schedules(libselect::make_schedules(nest, libselect::checked_max_threads(max_threads))),
      decided(made_schedules.first),
      taken(libselect::make_choices(made_schedules)),
      checks(libselect::make_operand_checks(tensors, nest)) {
}
