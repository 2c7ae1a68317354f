// SPDX-License-Identifier: Apache-2.0
// Verbose mode: its level, and the writing of its lines to stdout.
#ifndef LIBSELECT_BASE_VERBOSE_HPP
#define LIBSELECT_BASE_VERBOSE_HPP

#include <atomic>
#include <string>
#include <string_view>

namespace libselect {

// The level; -1 while LIBSELECT_VERBOSE has not been read.
inline std::atomic<int> verbose_state {-1};

// Level 0 prints nothing. Level 1 prints what is created, executed and refused. Level 2 also prints
// the plan, the kernel and the reasons of refusals. The last call of set_verbose decides; without
// such a call LIBSELECT_VERBOSE does, as the first call of this function finds it; without the
// variable the level is 0. A value of the variable that is not a level counts as 0, since verbose
// mode must not make a program fail that works without it. One line reports that value, since the
// user who set the variable expects lines.
[[nodiscard]] int verbose_level() noexcept;

// False when verbose mode is known to be off; true as long as nobody has asked for the level. Costs
// one load and no function call, so a caller needs no registers for one.
[[nodiscard]] inline bool may_be_verbose() noexcept {
    return verbose_state.load(std::memory_order_relaxed) != 0;
}

[[nodiscard]] inline bool is_verbose() noexcept {
    return may_be_verbose() && verbose_level() != 0;
}

// Throws invalid_arguments when the level is none of 0, 1 and 2.
void set_verbose(int level);

// Writes "libselect_verbose,v1,<text>" as one piece and flushes it, so lines of several threads do
// not mix. A caller that locks stdout keeps several lines together. A line that cannot be built or
// written is lost. errno does not change.
void write_verbose(std::string_view text) noexcept;

// The text as one field of a line: commas become semicolons, control characters spaces.
[[nodiscard]] std::string verbose_field(std::string text);

// Writes a line "info,<text>" with the text as one field.
void write_verbose_info(const std::string &text) noexcept;

} // namespace libselect

#endif
