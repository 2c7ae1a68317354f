// SPDX-License-Identifier: Apache-2.0
// A look at all conditions before anything is computed.
#ifndef LIBSELECT_EXEC_ALL_CONDITIONS_HPP
#define LIBSELECT_EXEC_ALL_CONDITIONS_HPP

#include "exec/condition_runs.hpp"
#include "exec/walk.hpp"

namespace libselect {

// All are for schedules whose conditions are looked at.

// The sources that they take.
[[nodiscard]] taken sources_of_all(const walk_job &job) noexcept;

// The source that nearly all of some conditions take, which are spread over all; both, where the
// conditions are mixed.
[[nodiscard]] taken common_source(const walk_job &job) noexcept;

// Where dst has the source `kept`: copies only the elements that take the other one, and nothing
// where none does. Returns false when so many do that other ways take less time; then it has copied
// some, and everything has to be computed. Runs on this thread.
[[nodiscard]] bool copy_changes(const walk_job &job) noexcept;

} // namespace libselect

#endif
