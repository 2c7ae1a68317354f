// SPDX-License-Identifier: Apache-2.0
// Blocks whose conditions are spread over the elements by shuffles. Internal linkage, see
// portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_SHUFFLED_HPP
#define LIBSELECT_KERNEL_PORTABLE_SHUFFLED_HPP

#include <utility>

#include "kernel/portable_elements.hpp"

#if defined(__AVX2__)
namespace libselect {
namespace {

// The value at `from` in all elements.
template <typename T>
[[gnu::always_inline]] inline bytes_32 same_in_all(const std::byte *from) {
    if constexpr (sizeof(T) == 16) {
        return reinterpret_cast<bytes_32>(_mm256_broadcastsi128_si256(load<__m128i>(from)));
    } else {
        using elements [[gnu::vector_size(32)]] = T;
        return reinterpret_cast<bytes_32>(elements {} + load<T>(from));
    }
}

// Where one shuffle spreads as many conditions as a vector has elements. From loops GCC 12 makes,
// for 4 bytes on AVX2, masks that it widens step by step: 32 elements in the first-level cache
// take 3.7 ns, by shuffles 2.7 (AMD Zen 3, 2026-11-22); for 16 bytes, vectors of one element. Two
// vectors share a load of conditions, and on AVX2 their comparison. Whole calls of 4 KiB in L1, ns
// (AMD EPYC, family 25 model 1, 2026-11-28, a program outside the tree):
//     bytes of an element        | 4            | 8            | 16
//     apart > by pairs           | 80.7 > 73.3  | 81.8 > 70.1  | 198 > 70.8
//     the same, src0 a constant  | 81.1 > 61.1  | 81.4 > 63.1  | 198 > 63.0
// For AVX-512 others are masked, see portable_masked.hpp.
template <typename T>
#if defined(__AVX512BW__)
constexpr bool is_shuffled = sizeof(T) == 16;
#else
constexpr bool is_shuffled = sizeof(T) >= 4;
#endif

template <typename T>
constexpr std::int64_t shuffled_elems = vector_bytes / width<T>;

// The conditions of two vectors, in each half of a vector.
template <typename T>
[[gnu::always_inline]] inline bytes_32 conditions_of_pair(const std::byte *at) {
    if constexpr (sizeof(T) == 16) return same_in_all<std::uint32_t>(at);
    if constexpr (sizeof(T) == 8) return same_in_all<std::uint64_t>(at);
    return same_in_all<bits_128>(at);
}

// To all bytes of each element what the byte of its condition holds, from number `first` on.
template <typename T, std::int64_t first, std::size_t... byte>
[[gnu::always_inline]] inline bytes_32 spread_bytes(
        const bytes_32 &of_pair, std::index_sequence<byte...>) {
    return __builtin_shufflevector(
            of_pair, of_pair, static_cast<int>(byte / 16 * 16 + first + byte / width<T>)...);
}

// The vector of elements i and behind, by the conditions from number `first` of the pair on.
template <typename T, typename Constants, std::int64_t first>
[[gnu::always_inline]] inline bytes_32 choose_elems(
        const row_at &row, std::int64_t i, const bytes_32 &of_pair) {
    const bytes_32 spread =
            spread_bytes<T, first>(of_pair, std::make_index_sequence<vector_bytes> {});
    const bytes_32 if_true = Constants::src0 ? same_in_all<T>(row.src0)
                                             : load_whole<bytes_32>(row.src0 + i * width<T>);
    const bytes_32 if_false = Constants::src1 ? same_in_all<T>(row.src1)
                                              : load_whole<bytes_32>(row.src1 + i * width<T>);
#if defined(__AVX512BW__)
    return spread == 0 ? if_false : if_true;
#else
    return reinterpret_cast<bytes_32>(_mm256_blendv_epi8(reinterpret_cast<__m256i>(if_true),
            reinterpret_cast<__m256i>(if_false), reinterpret_cast<__m256i>(spread)));
#endif
}

// n elements of a row, whole pairs of vectors. On AVX2 conditions are compared before they are
// spread, once for both vectors; on AVX-512 a comparison gives the mask that the blend takes.
template <typename T, typename Constants, std::int64_t n>
[[gnu::always_inline]] inline void select_shuffled(std::byte *to, const row_at &row) {
    constexpr std::int64_t lanes = shuffled_elems<T>;
    static_assert(n % (2 * lanes) == 0);
    for (std::int64_t i = 0; i < n; i += 2 * lanes) {
        bytes_32 of_pair = conditions_of_pair<T>(row.cond + i);
#if !defined(__AVX512BW__)
        of_pair = reinterpret_cast<bytes_32>(of_pair == 0);
#endif
        const bytes_32 low = choose_elems<T, Constants, 0>(row, i, of_pair);
        const bytes_32 high = choose_elems<T, Constants, lanes>(row, i + lanes, of_pair);
        store(to + i * width<T>, low);
        store(to + (i + lanes) * width<T>, high);
    }
}

} // namespace
} // namespace libselect
#endif

#endif
