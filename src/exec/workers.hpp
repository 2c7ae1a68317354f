// SPDX-License-Identifier: Apache-2.0
// Whether oneTBB may be asked for threads.
#ifndef LIBSELECT_EXEC_WORKERS_HPP
#define LIBSELECT_EXEC_WORKERS_HPP

namespace libselect {

// False when work for oneTBB must be done by the calling thread alone, because oneTBB would end or
// block the process:
// - in a child of fork, when the parent had been here before: oneTBB does not outlive a fork, its
// workers are gone and its locks are as they were at that moment;
// - when the system does not give it memory and threads. Its workers start each other, and one that
// cannot throws where nothing catches; an allocation that fails while it is initialised leaves a
// lock behind.
// For the latter, the first call takes memory, and starts as many threads as oneTBB ever will, on
// larger stacks, then gives all back. Where it fails it is tried again, less and less often.
// Threads that are refused right after it succeeded are not foreseen. Throws what oneTBB throws.
[[nodiscard]] bool may_use_workers();

// Whether the system gives n_threads more threads, all at once.
[[nodiscard]] bool can_start_threads(int n_threads) noexcept;

} // namespace libselect

#endif
