// SPDX-License-Identifier: Apache-2.0
// Says what was running when a guard page was hit.
#ifndef LIBSELECT_TESTS_HARNESS_FAULT_NOTE_HPP
#define LIBSELECT_TESTS_HARNESS_FAULT_NOTE_HPP

#include <functional>
#include <string>

namespace support {

// While an object of this class lives, a fault on any thread prints its text. The text is built
// only then, and the process still dies of the fault. If several objects live on several threads,
// that of the faulting thread is preferred.
class fault_note {
public:
    explicit fault_note(std::function<std::string()> text);
    fault_note(const fault_note &) = delete;
    fault_note &operator=(const fault_note &) = delete;
    ~fault_note();

    [[nodiscard]] std::string text() const { return text_(); }

private:
    const std::function<std::string()> text_;
};

} // namespace support

#endif
