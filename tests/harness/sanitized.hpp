// SPDX-License-Identifier: Apache-2.0
// Whether a sanitizer watches the tests.
#ifndef LIBSELECT_TESTS_HARNESS_SANITIZED_HPP
#define LIBSELECT_TESTS_HARNESS_SANITIZED_HPP

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIBSELECT_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LIBSELECT_SANITIZED 1
#endif
#endif

namespace support {

// Exhaustive tests of results, which take ten times as long under a sanitizer, go through fewer
// cases then: their largest ranks execute no other code.
#if defined(LIBSELECT_SANITIZED)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

} // namespace support

#endif
