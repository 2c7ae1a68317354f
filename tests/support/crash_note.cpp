// SPDX-License-Identifier: Apache-2.0
// Says which problem was running when a guard page was hit.
#include "support/crash_note.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string>

namespace support {
namespace {

thread_local const problem *mine = nullptr;
// The latest note of any thread: a worker thread of the library faults without one of its own.
std::atomic<const problem *> latest {nullptr};

constexpr std::array<int, 3> faults {SIGSEGV, SIGBUS, SIGILL};
std::array<struct sigaction, faults.size()> previous {};

// Formatting is not async-signal-safe. The process is dying here; at worst the note is lost.
void print_note(int) {
    for (std::size_t i = 0; i < faults.size(); ++i)
        sigaction(faults[i], &previous[i], nullptr);
    const problem *what = mine != nullptr ? mine : latest.load();
    if (what == nullptr) return;
    const std::string text = "fault in " + to_string(*what) + "\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    // Returning repeats the access, now under the previous handlers.
}

bool install() {
    struct sigaction action {};
    action.sa_handler = print_note;
    for (std::size_t i = 0; i < faults.size(); ++i)
        sigaction(faults[i], &action, &previous[i]);
    return true;
}

} // namespace

crash_note::crash_note(const problem &what) {
    [[maybe_unused]] static const bool installed = install();
    mine = &what;
    latest = &what;
}

crash_note::~crash_note() {
    mine = nullptr;
    latest = nullptr;
}

} // namespace support
