// SPDX-License-Identifier: Apache-2.0
// Runs a part of a test in a process of its own, which meets the library afresh and may break.
#ifndef LIBSELECT_TESTS_FAULTS_CHILD_HPP
#define LIBSELECT_TESTS_FAULTS_CHILD_HPP

#include <functional>
#include <string>

namespace faults {

// What the body returns in a child of fork, "" where all is well; or what was thrown, "signal 6",
// "exit 3", "still running after 60 s". The calling process must not have used the library, or the
// child does not meet it afresh.
std::string in_child(const std::function<std::string()> &body);

// A text that a body returns where the system lacks what it needs; the test is skipped then.
inline const std::string skipped = "skipped";

} // namespace faults

#endif
