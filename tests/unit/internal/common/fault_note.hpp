// SPDX-License-Identifier: Apache-2.0
// Says what was running when a guard page was hit. crash_note of tests/support does it for problems
// of the public interface; its header brings libselect.hpp, whose names are also those of src/.
#ifndef INTERNAL_COMMON_FAULT_NOTE_HPP
#define INTERNAL_COMMON_FAULT_NOTE_HPP

#include <string>

namespace internal {

// While it lives, a fault on any thread prints the text before the process dies as it would have.
// One at a time.
class fault_note {
public:
    explicit fault_note(std::string text);
    fault_note(const fault_note &) = delete;
    fault_note &operator=(const fault_note &) = delete;
    ~fault_note();

private:
    const std::string text_;
};

} // namespace internal

#endif
