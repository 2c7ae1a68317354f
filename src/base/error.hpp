// SPDX-License-Identifier: Apache-2.0
// The exception that carries a status and its sentence from any stage to the C interface.
#ifndef LIBSELECT_BASE_ERROR_HPP
#define LIBSELECT_BASE_ERROR_HPP

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

#include <libselect/libselect.h>

namespace libselect {

// Thrown inside the library only; src/api turns it into a status. The message names operand, axis,
// both values and the rule: "cond: dim 0 is 3, dst dim 0 is 1; cond may not enlarge dst (...)".
class failure : public std::runtime_error {
public:
    failure(libselect_status_t code, const std::string &message)
        : std::runtime_error(message),
          code_(code) {}
    [[nodiscard]] libselect_status_t code() const noexcept { return code_; }

private:
    libselect_status_t code_;
};

[[nodiscard]] const char *status_name(libselect_status_t code) noexcept;

// One piece of a message: text or a number.
class piece {
public:
    piece(const char *text) : text_(text) {}
    piece(const std::string &text) : text_(text) {}
    piece(long long number) : text_(std::to_string(number)) {}
    piece(long number) : text_(std::to_string(number)) {}
    piece(int number) : text_(std::to_string(number)) {}
    piece(unsigned long number) : text_(std::to_string(number)) {}
    [[nodiscard]] const std::string &text() const noexcept { return text_; }

private:
    std::string text_;
};

// Text that a caller wrote, prepared for a message. It is put in quotes and cut off when it is
// long, and a control byte becomes "\x1b". So the message stays one line of bounded length.
[[nodiscard]] std::string quoted(std::string_view text);

// Throws failure with the pieces joined.
[[noreturn]] void fail(libselect_status_t code, std::initializer_list<piece> pieces);

} // namespace libselect

#endif
