// SPDX-License-Identifier: Apache-2.0
// Evaluates the condition of a block to bytes in scratch, and runs the kernels on them.
#ifndef LIBSELECT_EXEC_EVALUATED_BLOCKS_HPP
#define LIBSELECT_EXEC_EVALUATED_BLOCKS_HPP

#include <array>
#include <cstdint>

#include "exec/walk.hpp"
#include "plan/condition_walk.hpp"

namespace libselect {

// An execution of a plan whose condition is evaluated.
struct evaluated_job {
    walk_job walk; // its cond is scratch, which each block has for itself
    const plan &nest;
    const condition_walk &condition;
    std::array<const std::byte *, n_condition_inputs> inputs; // the caller's pointers
};

// Computes block number `block`. An element of dst may be that of an input of the condition in its
// place: the condition of the whole block is evaluated before any element is written, and no other
// block reads the element. Allocates nothing; scratch is on the stack.
void run_block(const evaluated_job &job, std::int64_t block) noexcept;

} // namespace libselect

#endif
