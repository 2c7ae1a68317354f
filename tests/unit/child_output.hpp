// SPDX-License-Identifier: Apache-2.0
// What a child process writes to stdout, for tests of what the library does once per process.
#ifndef LIBSELECT_TESTS_UNIT_CHILD_OUTPUT_HPP
#define LIBSELECT_TESTS_UNIT_CHILD_OUTPUT_HPP

#include <functional>
#include <string>
#include <vector>

namespace unit {

struct child_output {
    std::vector<std::string> lines;
    int exit_status = -1; // -1 when a signal ended it
};

// Forks, so the caller must not have used the library or started a thread. The body's output is
// complete when it returns.
[[nodiscard]] child_output run_child(const std::function<void()> &body);

} // namespace unit

#endif
