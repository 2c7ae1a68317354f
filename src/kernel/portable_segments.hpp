// SPDX-License-Identifier: Apache-2.0
// Filling and copying segments. Internal linkage, see portable_blocks.hpp.
//
// Segments begin and end anywhere. So the first and the last line are stored without alignment,
// each as a whole or in two halves that overlap, and what lies between begins with a cache line.
#ifndef LIBSELECT_KERNEL_PORTABLE_SEGMENTS_HPP
#define LIBSELECT_KERNEL_PORTABLE_SEGMENTS_HPP

#include "kernel/portable_blocks.hpp"
#include "kernel/portable_relations.hpp"

namespace libselect {
namespace {

// Copies n_bytes, fewer than a line, of a line that lies apart.
[[gnu::always_inline]] inline void store_piece(
        std::byte *to, const std::byte *line, std::int64_t n_bytes) {
    const auto store_ends = [&](auto width) {
        constexpr std::int64_t half = width();
        if (n_bytes < half) __builtin_unreachable(); // what GCC 12 does not see
        std::memcpy(to, line, half);
        std::memcpy(to + n_bytes - half, line + n_bytes - half, half);
    };
    if (n_bytes >= 32)
        store_ends(std::integral_constant<std::int64_t, 32> {});
    else if (n_bytes >= 16)
        store_ends(std::integral_constant<std::int64_t, 16> {});
    else if (n_bytes >= 8)
        store_ends(std::integral_constant<std::int64_t, 8> {});
    else if (n_bytes >= 4)
        store_ends(std::integral_constant<std::int64_t, 4> {});
    else if (n_bytes >= 2)
        store_ends(std::integral_constant<std::int64_t, 2> {});
    else if (n_bytes == 1)
        *to = *line;
}

// Copies 64 bytes that lie apart, in vectors: GCC 12 makes a memcpy of them moves of 16 bytes.
template <bool streams>
[[gnu::always_inline]] inline void store_line(std::byte *to, const std::byte *line) {
    if constexpr (streams)
        stream(to, line, line_bytes);
    else
        for (std::int64_t i = 0; i < line_bytes; i += number_vector_bytes)
            store(to + i, load<vector_bits>(line + i));
}

template <typename T, bool streams>
void fill_segment(std::byte *to, const std::byte *from, std::int64_t n) noexcept {
    alignas(line_bytes) std::byte line[line_bytes];
    const T value = load<T>(from);
    for (std::int64_t i = 0; i < line_bytes / width<T>; ++i)
        store(line + i * width<T>, value);
    const std::int64_t n_bytes = n * width<T>;
    if (n_bytes < line_bytes) return store_piece(to, line, n_bytes);
    const std::int64_t head = elems_to_line<T>(to, n) * width<T>;
    if (head != 0) store_piece(to, line, head);
    std::int64_t done = head;
    for (; done + line_bytes <= n_bytes; done += line_bytes)
        store_line<streams>(to + done, line);
    if (done < n_bytes) store_piece(to + done, line, n_bytes - done);
}

template <typename T, bool streams>
void copy_segment(std::byte *to, const std::byte *from, std::int64_t n) noexcept {
    if constexpr (streams)
        copy_row_streaming(to, from, n * width<T>);
    else
        copy_row(to, from, n * width<T>);
}

} // namespace
} // namespace libselect

#endif
