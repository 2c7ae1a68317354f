// SPDX-License-Identifier: Apache-2.0
// A failure as the user sees it: one line on stderr and an exit status.
#ifndef SELECTBENCH_FAILURE_HPP
#define SELECTBENCH_FAILURE_HPP

#include <stdexcept>
#include <string>

#include <libselect/libselect.hpp>

namespace selectbench {

// The failure that is the tool's own, not the library's: a wrong word on the command line, or a
// file that cannot be read or written.
class tool_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Calls work(); a failure of the library or of the tool leaves with `place` before its text.
template <typename callable>
auto within(const std::string &place, const callable &work) -> decltype(work()) {
    try {
        return work();
    } catch (const libselect::error &error) {
        throw libselect::error(error.code(), (place + ": " + error.what()).c_str());
    } catch (const tool_error &error) {
        throw tool_error(place + ": " + error.what());
    }
}

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
