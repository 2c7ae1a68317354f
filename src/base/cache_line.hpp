// SPDX-License-Identifier: Apache-2.0
// Cache lines. Their size is that of every CPU that the library is tuned for.
#ifndef LIBSELECT_BASE_CACHE_LINE_HPP
#define LIBSELECT_BASE_CACHE_LINE_HPP

#include <cstdint>

namespace libselect {

inline constexpr std::int64_t line_bytes = 64;

// n_bytes, rounded up to whole lines.
[[nodiscard]] constexpr std::int64_t whole_lines(std::int64_t n_bytes) noexcept {
    return (n_bytes + line_bytes - 1) / line_bytes * line_bytes;
}

} // namespace libselect

#endif
