// SPDX-License-Identifier: Apache-2.0
// One execution: memories in, elements of dst written.
#ifndef LIBSELECT_EXEC_EXECUTE_HPP
#define LIBSELECT_EXEC_EXECUTE_HPP

#include "exec/primitive.hpp"

namespace libselect {

// Checks the memories, then runs. Throws failure before anything is written. Allocates nothing and
// takes no lock unless it fails. May be called from many threads for one primitive.
void execute(const primitive &ready, const memories &given);

// The same where the condition is evaluated: given[cond] is null.
void execute_evaluated(
        const primitive &ready, const memories &given, const condition_memories &of_condition);

} // namespace libselect

#endif
