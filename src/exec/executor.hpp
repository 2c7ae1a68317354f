// SPDX-License-Identifier: Apache-2.0
// The executor: runs a kernel over the tiles of a plan, on one thread or on oneTBB.
#ifndef LIBSELECT_EXEC_EXECUTOR_HPP
#define LIBSELECT_EXEC_EXECUTOR_HPP

#include <cstdint>

#include "exec/walk.hpp"
#include "plan/tiling.hpp"

namespace libselect {

// How the work of one plan is shared out; computed once, at creation.
struct schedule {
    tiling tiles;
    int max_threads = 0;   // 0: as many as the arena of the caller has
    bool parallel = false; // whether the problem is worth more than one thread
};

[[nodiscard]] schedule make_schedule(const plan &made, int max_threads) noexcept;

// Runs all tiles of a plan that is not empty. `data` points to the first element walked.
// Parallel work runs in the caller's current arena and is isolated: while it waits, the calling
// thread takes no task of the caller, which might want a lock that the caller holds. When oneTBB
// cannot start the work, the calling thread does it all. Which thread runs a tile changes no bit.
void execute(const plan &made, const schedule &how, kernel_fn run,
        const per_operand<std::byte *> &data) noexcept;

} // namespace libselect

#endif
