// SPDX-License-Identifier: Apache-2.0
// The primitive: an op made executable, and the checks that stand before each execution.
#ifndef LIBSELECT_EXEC_PRIMITIVE_HPP
#define LIBSELECT_EXEC_PRIMITIVE_HPP

#include "exec/executor.hpp"
#include "plan/plan.hpp"

namespace libselect {

// What an execution compares first, per operand, in one place.
struct operand_check {
    const logical_tensor *tensor;
    std::size_t needed_bytes;
    // From the caller's pointer: the bytes addressed, and the first element walked.
    std::uintptr_t low, high, start;
    // Whether src0 or src1 may lie exactly in dst: it is read where, and as, dst is written.
    bool walks_like_dst;
};

} // namespace libselect

// The object behind the opaque C handle; immutable.
struct libselect_primitive {
    static constexpr auto kind = libselect::handle_kind::primitive;

    // Throws failure; see libselect_primitive_create.
    libselect_primitive(const libselect::select_op &op, int max_threads);

    const libselect::handle_kind mark = kind;
    const libselect::per_operand<libselect::tensor_ref> tensors;
    const libselect::attributes attr;
    const libselect::plan made;
    const libselect::schedule how;
    const libselect::per_operand<libselect::operand_check> checks;
};

namespace libselect {

using primitive = libselect_primitive;
using memories = per_operand<const libselect_memory_t *>;

// Checks the memories, then runs. Throws failure before anything is written. Allocates nothing and
// takes no lock unless it fails.
void execute(const primitive &ready, const memories &given);

} // namespace libselect

#endif
