// SPDX-License-Identifier: Apache-2.0
// Runs a test body in a child process. The library is unused there, and the child may crash.
#ifndef LIBSELECT_TESTS_FAULTS_CHILD_HPP
#define LIBSELECT_TESTS_FAULTS_CHILD_HPP

#include <functional>
#include <string>

namespace faults {

// Runs the body in a child of fork and returns the text that it returns, "" if all is well. If the
// child ends in another way, returns the text of the exception, "signal 6", "exit 3" or "still
// running after 60 s". The calling process must not have used the library before.
std::string in_child(const std::function<std::string()> &body);

// A body returns this text where the system lacks what the test needs. The test is then skipped.
inline const std::string skipped = "skipped";

} // namespace faults

#endif
