// SPDX-License-Identifier: Apache-2.0
// A failure as the user sees it: one line on stderr and an exit status.
#ifndef SELECTBENCH_FAILURE_HPP
#define SELECTBENCH_FAILURE_HPP

#include <string>

namespace selectbench {

// The exit statuses are a contract: scripts tell a refused input from a broken call by them.
constexpr int exit_failure = 1;
constexpr int exit_refused = 2;

// One failure leaves its own status; a failure of any other kind outranks a refusal.
[[nodiscard]] constexpr int worse(int a, int b) noexcept {
    if (a == exit_failure || b == exit_failure) return exit_failure;
    return a == 0 ? b : a;
}

struct failure {
    int exit_status = exit_failure;
    std::string status = "selectbench"; // the library's name of the status when that threw
    std::string text;
};

// What the exception that is being handled says. Only to be called in a catch block.
failure current_failure();

// Prints "status: text" and returns the exit status. Whatever a file name or a word of the command
// line has put into the text, it stays one line.
int report(const failure &what);

} // namespace selectbench

#endif
