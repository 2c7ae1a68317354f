// SPDX-License-Identifier: Apache-2.0
// Checks of internal contracts as they run, in builds that ask for them.
#ifndef LIBSELECT_BASE_DCHECK_HPP
#define LIBSELECT_BASE_DCHECK_HPP

#include <initializer_list>

namespace libselect {

// Whether this build checks its contracts: Debug, sanitizer and fuzz builds do, Release does not.
// The CMake option LIBSELECT_DCHECKS decides.
#if defined(LIBSELECT_DCHECKS)
inline constexpr bool has_dchecks = true;
#else
inline constexpr bool has_dchecks = false;
#endif

// Writes "FILE:LINE: broken contract: CONDITION, with NAMES = VALUES" to stderr and aborts.
[[noreturn]] void dcheck_failed(const char *file, int line, const char *condition,
        const char *names, std::initializer_list<long long> values) noexcept;

} // namespace libselect

// Checks what a caller inside the library has promised. Input of users is never checked by this: it
// gets a status. The values, integers that fit long long, are shown when the condition is false.
// Without has_dchecks nothing is evaluated.
#define LIBSELECT_DCHECK(condition, ...)                                                           \
    do {                                                                                           \
        if constexpr (::libselect::has_dchecks) {                                                  \
            if (!(condition))                                                                      \
                ::libselect::dcheck_failed(                                                        \
                        __FILE__, __LINE__, #condition, #__VA_ARGS__, {__VA_ARGS__});              \
        }                                                                                          \
    } while (false)

#endif
