// SPDX-License-Identifier: Apache-2.0
// What a fuzz target does when a property does not hold: it prints the property and aborts. The
// fuzzer counts that as a crash.
#ifndef LIBSELECT_TESTS_FUZZ_FINDING_HPP
#define LIBSELECT_TESTS_FUZZ_FINDING_HPP

#include <string>

#include <libselect/libselect.h>

namespace fuzz {

// Prints the text and aborts.
[[noreturn]] void report(const std::string &text);

inline void require(bool holds, const char *property) {
    if (!holds) report(property);
}

// A set of statuses.
class statuses {
public:
    void add(libselect_status_t one) { bits_ |= bit(one); }
    [[nodiscard]] bool has(libselect_status_t one) const { return (bits_ & bit(one)) != 0; }
    [[nodiscard]] bool is_empty() const { return bits_ == 0; }

private:
    static unsigned bit(libselect_status_t one) { return 1U << static_cast<unsigned>(one); }
    unsigned bits_ = 0;
};

// Requires that the message of a refusal is one printable line.
void require_message(const char *message);

} // namespace fuzz

#endif
