// SPDX-License-Identifier: Apache-2.0
// The executor: runs a schedule over its tiles, on one thread or on oneTBB.
#ifndef LIBSELECT_EXEC_EXECUTOR_HPP
#define LIBSELECT_EXEC_EXECUTOR_HPP

#include "exec/evaluated_blocks.hpp"
#include "exec/walk.hpp"

namespace libselect {

// Runs all tiles of a schedule whose plan is not empty.
// Parallel work runs in the caller's current arena and is isolated: while the calling thread waits,
// it takes no other task of the caller. Such a task might want a lock that the caller holds. When
// oneTBB cannot start the work, the calling thread does it all. The bits of dst do not depend on
// which thread runs a tile.
[[gnu::noinline]] void run_tiles(const walk_job &job) noexcept;

// Runs all blocks of a schedule whose condition is evaluated, each of them once: where dst is an
// input of the condition, a block that is computed again would read what it has written.
void run_blocks(const evaluated_job &job) noexcept;

// For reports: the version of the oneTBB that is loaded, "2021.8", and the threads that the arena
// of the caller has.
[[nodiscard]] const char *threading_version() noexcept;
[[nodiscard]] int arena_threads() noexcept;

} // namespace libselect

#endif
