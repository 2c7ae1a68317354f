// SPDX-License-Identifier: Apache-2.0
// Whether oneTBB may be asked for threads.
#ifndef LIBSELECT_EXEC_WORKERS_HPP
#define LIBSELECT_EXEC_WORKERS_HPP

namespace libselect {

// False when work for oneTBB must be done by the calling thread alone, because oneTBB would end or
// block the process:
// - in a child of fork, when the parent had been here before: oneTBB does not outlive a fork, its
//   workers are gone and its locks are as they were at that moment;
// - before its first use, when the memory that it takes then is not there: an allocation that fails
//   while it is initialised leaves a lock behind.
// Whether the system gives it threads is not asked: that would mean starting all of them.
[[nodiscard]] bool may_use_workers() noexcept;

} // namespace libselect

#endif
