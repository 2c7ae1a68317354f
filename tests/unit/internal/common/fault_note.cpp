// SPDX-License-Identifier: Apache-2.0
// A signal handler that writes the text and hands the fault on.
#include "common/fault_note.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <utility>

namespace internal {
namespace {

std::atomic<const std::string *> current {nullptr};

constexpr std::array<int, 3> faults {SIGSEGV, SIGBUS, SIGILL};
std::array<struct sigaction, faults.size()> previous {};

void print_note(int) {
    for (std::size_t i = 0; i < faults.size(); ++i)
        sigaction(faults[i], &previous[i], nullptr);
    const std::string *text = current.load();
    if (text == nullptr) return;
    for (const std::string_view part :
            {std::string_view("fault in "), std::string_view(*text), std::string_view("\n")})
        [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, part.data(), part.size());
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

fault_note::fault_note(std::string text) : text_(std::move(text)) {
    [[maybe_unused]] static const bool installed = install();
    current = &text_;
}

fault_note::~fault_note() {
    current = nullptr;
}

} // namespace internal
