// SPDX-License-Identifier: Apache-2.0
// A look at all conditions before anything is computed, where each serves several elements.
#ifndef LIBSELECT_EXEC_SHARED_CONDITIONS_HPP
#define LIBSELECT_EXEC_SHARED_CONDITIONS_HPP

#include "exec/condition_runs.hpp"
#include "exec/walk.hpp"

namespace libselect {

// For a schedule whose conditions are shared.
[[nodiscard]] taken sources_of_all(const walk_job &job) noexcept;

// In place: copies only the elements that change, and nothing where none does. Returns false, and
// has done nothing, when so many change that other ways take less time. Runs on this thread.
[[nodiscard]] bool copy_changes(const walk_job &job) noexcept;

} // namespace libselect

#endif
