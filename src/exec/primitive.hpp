// SPDX-License-Identifier: Apache-2.0
// The primitive: an op made executable.
#ifndef LIBSELECT_EXEC_PRIMITIVE_HPP
#define LIBSELECT_EXEC_PRIMITIVE_HPP

#include <array>
#include <memory>

#include "base/handle.hpp"
#include "exec/condition_inputs.hpp"
#include "exec/memory_checks.hpp"
#include "exec/timed_choice.hpp"
#include "plan/plan.hpp"
#include "schedule/schedule.hpp"

namespace libselect {

// Which schedule executions take: way 0 is the first one, way i the other of index i - 1. In place
// other kernels run, so the three kinds of in_place choose for themselves.
using choices = std::array<timed_choice, 3>;

// The same of a copy of src0 and of src1, where all conditions take one source. Null where there is
// one schedule for it.
using copy_choices = std::array<std::unique_ptr<timed_choice>, 2>;

} // namespace libselect

// The object behind the opaque C handle; immutable but for the times of executions.
struct libselect_primitive {
    static constexpr auto kind = libselect::handle_kind::primitive;

    // Throws failure; see libselect_primitive_create.
    libselect_primitive(const libselect::select_op &op, int max_threads);

    const libselect::handle_kind mark = kind;
    const libselect::condition decides;
    const libselect::per_operand<libselect::tensor_ref> tensors; // no cond when it is evaluated
    const libselect::attributes attr;
    const libselect::planned made;
    const libselect::plan &nest; // of `made`
    const libselect::schedules made_schedules;
    const libselect::schedule &decided;              // the first
    const std::unique_ptr<libselect::choices> taken; // null where there is one schedule
    const libselect::copy_choices taken_copies;
    const libselect::per_operand<libselect::operand_check> checks;
};

namespace libselect {

using primitive = libselect_primitive;

} // namespace libselect

#endif
