// SPDX-License-Identifier: Apache-2.0
// Runs a test body in a child process and returns its stdout. The library does some things once per
// process, so tests of these need a new process.
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

// Forks, so the caller must not have used the library or started a thread before. The output is
// complete when this function returns.
[[nodiscard]] child_output run_child(const std::function<void()> &body);

} // namespace unit

#endif
