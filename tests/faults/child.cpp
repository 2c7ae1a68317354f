// SPDX-License-Identifier: Apache-2.0
// fork, a pipe for the text, and an alarm.
#include "faults/child.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <exception>

#include "harness/read_all.hpp"

namespace faults {
namespace {

constexpr unsigned limit_seconds = 60;

[[noreturn]] void run(const std::function<std::string()> &body, int into) {
    std::signal(SIGALRM, SIG_DFL);
    alarm(limit_seconds);
    // Some end by a signal, as they should.
    constexpr rlimit no_core {0, 0};
    (void)setrlimit(RLIMIT_CORE, &no_core);
    std::string text;
    try {
        text = body();
    } catch (const std::exception &thrown) {
        text = std::string("thrown: ") + thrown.what();
    }
    const ssize_t written = write(into, text.data(), text.size());
    _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 99);
}

std::string end_of(pid_t child) {
    int status = 0;
    if (waitpid(child, &status, 0) != child) return "waitpid failed";
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return "still running after " + std::to_string(limit_seconds) + " s";
    if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
    return WEXITSTATUS(status) == 0 ? "" : "exit " + std::to_string(WEXITSTATUS(status));
}

} // namespace

std::string in_child(const std::function<std::string()> &body) {
    std::array<int, 2> ends {};
    if (pipe(ends.data()) != 0) return "pipe failed";
    (void)std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0) return "fork failed";
    if (child == 0) {
        close(ends[0]);
        run(body, ends[1]);
    }
    close(ends[1]);
    const std::string text = support::read_all(ends[0]);
    close(ends[0]);
    const std::string end = end_of(child);
    return end.empty() ? text : text + end;
}

} // namespace faults
