// SPDX-License-Identifier: Apache-2.0
// A signal handler that writes the text and hands the fault on.
#include "harness/fault_note.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <utility>

namespace support {
namespace {

thread_local const fault_note *mine = nullptr;
// The latest note of any thread: a worker thread of the library faults without one of its own.
std::atomic<const fault_note *> latest {nullptr};

constexpr std::array<int, 3> faults {SIGSEGV, SIGBUS, SIGILL};
std::array<struct sigaction, faults.size()> previous {};

// Formatting is not async-signal-safe. The process is dying here; at worst the note is lost.
void print_note(int) {
    for (std::size_t i = 0; i < faults.size(); ++i)
        sigaction(faults[i], &previous[i], nullptr);
    const fault_note *note = mine != nullptr ? mine : latest.load();
    if (note == nullptr) return;
    const std::string text = "fault in " + note->text() + "\n";
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

fault_note::fault_note(std::function<std::string()> text) : text_(std::move(text)) {
    [[maybe_unused]] static const bool installed = install();
    mine = this;
    latest = this;
}

fault_note::~fault_note() {
    mine = nullptr;
    latest = nullptr;
}

} // namespace support
