// SPDX-License-Identifier: Apache-2.0
// Whether oneTBB may be asked for threads.
#ifndef LIBSELECT_EXEC_WORKERS_HPP
#define LIBSELECT_EXEC_WORKERS_HPP

namespace libselect {

// False when the calling thread must do the work alone, because oneTBB would end or block the
// process:
// - in a child of fork, when an ancestor has used oneTBB: oneTBB does not outlive a fork, since its
//   workers are gone and its locks are as they were at that moment;
// - before its first use, when the memory that it takes then is not there: an allocation that fails
//   while it is initialised leaves a lock behind.
// Whether the system would give it threads is not tested: such a test has to start all of them.
[[nodiscard]] bool may_use_workers() noexcept;

} // namespace libselect

#endif
