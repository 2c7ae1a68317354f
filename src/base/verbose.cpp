// SPDX-License-Identifier: Apache-2.0
// The level is an atomic. Lines go through stdio, because fork() leaves the lock of stdio usable in
// the child.
#include "base/verbose.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "base/error.hpp"

namespace libselect {
namespace {

constexpr const char *variable = "LIBSELECT_VERBOSE";
constexpr int max_level = 2;

// The level that the text names; -1 when it names none.
int parse_level(std::string_view text) noexcept {
    if (text.empty()) return 0;
    const int level = text.front() - '0';
    return text.size() == 1 && level >= 0 && level <= max_level ? level : -1;
}

void write_unknown_level(const char *value) noexcept {
    try {
        write_verbose_info(std::string(variable) + ": " + quoted(value)
                           + " is not a level and counts as 0; the levels are 0 1 2");
    } catch (...) {
        // No memory for the text, so it is lost.
    }
}

} // namespace

int verbose_level() noexcept {
    int level = verbose_state.load(std::memory_order_relaxed);
    if (level >= 0) return level;
    const char *value = std::getenv(variable);
    const int asked = parse_level(value == nullptr ? "" : value);
    // Only the first of several threads sets the level, and it alone reports a wrong value.
    // set_verbose may have set the level before all of them.
    if (!verbose_state.compare_exchange_strong(level, std::max(asked, 0))) return level;
    if (asked < 0) write_unknown_level(value);
    return std::max(asked, 0);
}

void set_verbose(int level) {
    if (level < 0 || level > max_level)
        fail(libselect_invalid_arguments, {"verbose: level is ", level, "; it must be 0, 1 or 2"});
    verbose_state.store(level);
}

void write_verbose(std::string_view text) noexcept {
    const int error_before = errno;
    try {
        const std::string line = "libselect_verbose,v1," + std::string(text) + "\n";
        (void)std::fwrite(line.data(), 1, line.size(), stdout);
        (void)std::fflush(stdout);
    } catch (...) {
        // No memory for the line, so it is lost.
    }
    errno = error_before;
}

std::string verbose_field(std::string text) {
    for (char &each : text) {
        if (each == ',') each = ';';
        if (static_cast<unsigned char>(each) < ' ' || each == 0x7f) each = ' ';
    }
    return text;
}

void write_verbose_info(const std::string &text) noexcept {
    try {
        write_verbose("info," + verbose_field(text));
    } catch (...) {
        // No memory for the line, so it is lost.
    }
}

} // namespace libselect
