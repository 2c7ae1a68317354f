// SPDX-License-Identifier: Apache-2.0
// Portable vectors for copies: one element many times, elements in the opposite order, and every
// second element. Internal linkage, see portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_COPY_VECTORS_HPP
#define LIBSELECT_KERNEL_PORTABLE_COPY_VECTORS_HPP

#include <type_traits>
#include <utility>

#include "kernel/portable_elements.hpp"

namespace libselect {
namespace {

template <std::int64_t n_bytes>
using bytes_of = typename vector_of<std::uint8_t, n_bytes>::type;
template <typename T, typename Vector>
using elements_in = typename vector_of<T, width<Vector>>::type;

// The widest vectors of the ISA.
#if defined(__AVX512BW__)
using widest = bytes_of<64>;
#elif defined(__AVX2__)
using widest = bytes_of<32>;
#else
using widest = bytes_of<16>;
#endif

template <typename T, typename Vector>
constexpr std::int64_t lanes_of = width<Vector> / width<T>;
template <typename T, typename Vector>
using indices_of = std::make_index_sequence<static_cast<std::size_t>(lanes_of<T, Vector>)>;

#if defined(__AVX2__) || !defined(__SSE2__) || defined(__clang__)
template <typename T>
constexpr bool is_one_shuffle = true;
#else // of narrow elements, GCC 12 makes a move for each
template <typename T>
constexpr bool is_one_shuffle = sizeof(T) >= 4;
#endif

// A vector twice in one of twice the width.
template <typename Vector, std::size_t... i>
[[gnu::always_inline]] inline Vector doubled(
        const bytes_of<width<Vector> / 2> &half, std::index_sequence<i...>) {
    const auto words =
            reinterpret_cast<elements_in<std::uint64_t, bytes_of<width<Vector> / 2>>>(half);
    return reinterpret_cast<Vector>(
            __builtin_shufflevector(words, words, (i % (sizeof...(i) / 2))...));
}

// One element, many times.
template <typename T, typename Vector>
[[gnu::always_inline]] inline Vector repeated(const std::byte *at) {
    if constexpr (width<Vector> == width<T>) {
        return load<Vector>(at);
    } else if constexpr (std::is_integral_v<Vector>) {
        constexpr auto ones = static_cast<Vector>(~Vector {}) / static_cast<T>(~T {});
        return static_cast<Vector>(ones * load<T>(at));
    } else if constexpr (width<T> == 16) {
        return doubled<Vector>(
                repeated<T, bytes_of<width<Vector> / 2>>(at), indices_of<std::uint64_t, Vector> {});
    } else {
        return reinterpret_cast<Vector>(elements_in<T, Vector> {} + load<T>(at));
    }
}

template <typename T, typename Vector, std::size_t... i>
[[gnu::always_inline]] inline Vector reversed_by(const Vector &from, std::index_sequence<i...>) {
    const auto all = reinterpret_cast<elements_in<T, Vector>>(from);
    return reinterpret_cast<Vector>(__builtin_shufflevector(all, all, (sizeof...(i) - 1 - i)...));
}

// The elements of a vector in the opposite order.
template <typename T, typename Vector>
[[gnu::always_inline]] inline Vector reversed(const Vector &from) {
    if constexpr (is_one_shuffle<T>) {
        return reversed_by<T>(from, indices_of<T, Vector> {});
    } else {
        using words = elements_in<std::uint64_t, Vector>;
        const auto all = reinterpret_cast<words>(from);
        constexpr std::uint64_t low_halves = 0x0000ffff0000ffff;
        const auto swapped = [](std::uint64_t word) {
            if (width<T> == 1) return __builtin_bswap64(word);
            word = (word & low_halves) << 16U | (word >> 16U & low_halves);
            return word << 32U | word >> 32U;
        };
        return reinterpret_cast<Vector>(words {swapped(all[1]), swapped(all[0])});
    }
}

template <typename T, std::size_t first, typename Vector, std::size_t... i>
[[gnu::always_inline]] inline Vector second_by(
        const Vector &low, const Vector &high, std::index_sequence<i...>) {
    return reinterpret_cast<Vector>(
            __builtin_shufflevector(reinterpret_cast<elements_in<T, Vector>>(low),
                    reinterpret_cast<elements_in<T, Vector>>(high), (2 * i + first)...));
}

// Every second element of two vectors, from the first or the second one on.
template <typename T, std::size_t first, typename Vector>
[[gnu::always_inline]] inline Vector second_elements(const Vector &low, const Vector &high) {
#if defined(__SSE2__)
    if constexpr (sizeof(T) == 2 && !is_one_shuffle<T>) {
        // The packed numbers have a sign, or they would be cut off.
        const auto with_sign = [](const Vector &two) {
            const auto words = reinterpret_cast<__m128i>(two);
            return _mm_srai_epi32(first == 0 ? _mm_slli_epi32(words, 16) : words, 16);
        };
        return reinterpret_cast<Vector>(_mm_packs_epi32(with_sign(low), with_sign(high)));
    } else
#endif
        return second_by<T, first>(low, high, indices_of<T, Vector> {});
}

} // namespace
} // namespace libselect

#endif
