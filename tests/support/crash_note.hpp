// SPDX-License-Identifier: Apache-2.0
// Says which problem was running when a guard page was hit.
#ifndef LIBSELECT_TESTS_SUPPORT_CRASH_NOTE_HPP
#define LIBSELECT_TESTS_SUPPORT_CRASH_NOTE_HPP

#include "support/problem.hpp"

namespace support {

// While it lives, a fault on any thread prints the problem before the process dies as it would
// have. With several alive, on several threads, the note of the faulting thread is preferred.
class crash_note {
public:
    explicit crash_note(const problem &what);
    crash_note(const crash_note &) = delete;
    crash_note &operator=(const crash_note &) = delete;
    ~crash_note();
};

} // namespace support

#endif
