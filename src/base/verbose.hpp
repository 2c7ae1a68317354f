// SPDX-License-Identifier: Apache-2.0
// Verbose mode: its level, and the way of a line to stdout.
#ifndef LIBSELECT_BASE_VERBOSE_HPP
#define LIBSELECT_BASE_VERBOSE_HPP

#include <atomic>
#include <string>
#include <string_view>

namespace libselect {

// The level, or -1 while LIBSELECT_VERBOSE has not been looked at.
inline std::atomic<int> verbose_state {-1};

// 0 prints nothing; 1 what is created, executed and refused; 2 also how and why. It is what
// set_verbose said last, else LIBSELECT_VERBOSE as the first call finds it, else 0.
// A value of the variable that is no level counts as 0: verbose mode must not make a program fail
// that works without it. One line says so, since whoever set the variable waits for lines.
[[nodiscard]] int verbose_level() noexcept;

// False when verbose mode is off, but for the first call: one load, and no call to make room for.
[[nodiscard]] inline bool may_be_verbose() noexcept {
    return verbose_state.load(std::memory_order_relaxed) != 0;
}

[[nodiscard]] inline bool is_verbose() noexcept {
    return may_be_verbose() && verbose_level() != 0;
}

// Throws invalid_arguments when the level is none of 0, 1 and 2.
void set_verbose(int level);

// Writes "libselect_verbose,v1,<text>" as one piece, and flushes it. Lines of several threads do
// not mix; whoever locks stdout keeps several lines together. A line that cannot be made or written
// is lost, and errno is as before.
void write_verbose(std::string_view text) noexcept;

// The text as one field of a line: commas become semicolons, control characters spaces.
[[nodiscard]] std::string verbose_field(std::string text);

// Writes a line "info,<text>" with the text as one field.
void write_verbose_info(const std::string &text) noexcept;

} // namespace libselect

#endif
