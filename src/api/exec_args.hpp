// SPDX-License-Identifier: Apache-2.0
// The arguments of libselect_execute_args, sorted by the parts that they play.
#ifndef LIBSELECT_API_EXEC_ARGS_HPP
#define LIBSELECT_API_EXEC_ARGS_HPP

#include <cstddef>

#include "exec/execute.hpp"

namespace libselect {

// The memories of one execution. For a boolean condition `given` has all operands; for another one
// given[cond] is null, and `inputs` has those of the condition.
struct sorted_args {
    memories given {};
    condition_memories inputs {};
};

// Throws invalid_arguments when an argument is missing, given twice, or none of the op's.
[[nodiscard]] sorted_args sort_args(
        const primitive &ready, const libselect_exec_arg_t *args, std::size_t n_args);

// Runs the primitive on them.
inline void execute_sorted(const primitive &ready, const sorted_args &sorted) {
    if (ready.made.condition.is_evaluated())
        execute_evaluated(ready, sorted.given, sorted.inputs);
    else
        execute(ready, sorted.given);
}

} // namespace libselect

#endif
