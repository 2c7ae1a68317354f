// SPDX-License-Identifier: Apache-2.0
// A pipe from the child's stdout.
#include "unit/child_output.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "harness/read_all.hpp"

namespace unit {
namespace {

[[noreturn]] void be_child(int to_parent, const std::function<void()> &body) {
    dup2(to_parent, STDOUT_FILENO);
    close(to_parent);
    body();
    std::fflush(stdout);
    std::_Exit(0);
}

} // namespace

child_output run_child(const std::function<void()> &body) {
    child_output result;
    std::array<int, 2> ends {};
    if (pipe(ends.data()) != 0) return result;
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        be_child(ends[1], body);
    }
    close(ends[1]);
    std::istringstream text(support::read_all(ends[0]));
    close(ends[0]);
    for (std::string line; std::getline(text, line);)
        result.lines.push_back(line);
    int status = 0;
    if (waitpid(child, &status, 0) == child && WIFEXITED(status))
        result.exit_status = WEXITSTATUS(status);
    return result;
}

} // namespace unit
