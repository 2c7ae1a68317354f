// SPDX-License-Identifier: Apache-2.0
// The border of the C interface: exceptions end here, as a status and a text.
#ifndef LIBSELECT_API_GUARD_HPP
#define LIBSELECT_API_GUARD_HPP

#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <type_traits>

#include "base/error.hpp"
#include "base/handle.hpp"

namespace libselect {

// Keeps the text for libselect_last_error on this thread; one too long for the buffer is cut.
void set_last_error(const char *message) noexcept;

libselect_status_t status_of_current_exception() noexcept;

// Runs the body of an entry point. An exception becomes a status and the last error. Inlined
// always: the body of an execution would get its arguments by way of memory.
template <typename Body>
[[gnu::always_inline]] inline libselect_status_t guarded(const Body &body) noexcept {
    try {
        body();
        return libselect_success;
    } catch (...) {
        return status_of_current_exception();
    }
}

// Throws invalid_arguments: the pointer argument `name` is NULL.
[[noreturn]] void fail_null(const char *name);

// Throws invalid_arguments when a pointer argument is NULL. The text is made elsewhere, so that the
// check is small enough to be inlined.
inline void check_not_null(const void *pointer, const char *name) {
    if (pointer == nullptr) [[unlikely]]
        fail_null(name);
}

// Copies the printable form of an object as snprintf does: at most n_bytes with the closing NUL.
// Returns the length of the whole form; 0 for NULL and when memory runs out.
template <typename Object>
std::size_t print_guarded(const Object *object, char *text, std::size_t n_bytes,
        std::string (*text_of)(const std::type_identity_t<Object> &)) noexcept {
    std::size_t length = 0;
    if (text != nullptr && n_bytes > 0) *text = '\0';
    (void)guarded([&] {
        check_handle(object, "object");
        const std::string form = text_of(*object);
        length = form.size();
        if (text == nullptr || n_bytes == 0) return;
        const std::size_t n = std::min(length, n_bytes - 1);
        std::memcpy(text, form.data(), n);
        text[n] = '\0';
    });
    return length;
}

} // namespace libselect

#endif
