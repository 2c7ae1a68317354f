// SPDX-License-Identifier: Apache-2.0
// The memories of the inputs of an evaluated condition, checked before each execution.
#ifndef LIBSELECT_EXEC_CONDITION_INPUTS_HPP
#define LIBSELECT_EXEC_CONDITION_INPUTS_HPP

#include <array>

#include "exec/memory_checks.hpp"
#include "plan/condition_walk.hpp"

namespace libselect {

// In the order of the inputs; null where the condition has none.
using condition_memories = std::array<const libselect_memory_t *, n_condition_inputs>;
using condition_tensors = std::array<tensor_ref, n_condition_inputs>;

// What the memories are checked against.
struct condition_checks {
    const planned &made;
    const condition_tensors &tensors;
};

// Throws failure unless each input has a memory that belongs to its tensor and is large enough, and
// that shares no byte with dst, except that an input of numbers may be dst element for element: it
// has the width and the strides of dst, and its first element is dst's.
void check_condition_inputs(const condition_checks &wanted, const condition_memories &given,
        const libselect_memory_t &dst_memory);

} // namespace libselect

#endif
