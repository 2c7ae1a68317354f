// SPDX-License-Identifier: Apache-2.0
// Blocks for AVX-512: a test makes a bit of each condition, and vectors of 64 bytes are blended
// under these. Internal linkage, see portable_blocks.hpp.
//
// From loops GCC 12 makes vectors of 32 bytes, whose masks it widens step by step, and for 1 byte
// loads under a mask. Whole calls, ns from loops > by masks, jit:avx512 beside them, operands at
// lines; 16, 1056, 2064 and 3088 bytes into a page (Intel Xeon, family 6 model 106, 2026-11-29, a
// program outside the tree):
//     bytes of an element  | 2               | 4               | 8
//     1,024, at lines      | 113 >  78,   63 | 249 > 148,  129 |  209 >  158,  146
//     1,024                | 128 >  89,   86 | 134 > 113,  114 |  219 >  188,  185
//     4,096, at lines      | 325 > 180,  163 | 492 > 471,  479 | 1041 > 1034, 1087
//     4,096                | 263 > 221,  239 | 609 > 594,  597 | 1185 > 1232, 1191
#ifndef LIBSELECT_KERNEL_PORTABLE_MASKED_HPP
#define LIBSELECT_KERNEL_PORTABLE_MASKED_HPP

#include "kernel/portable_elements.hpp"

#if defined(__AVX512BW__)
namespace libselect {
namespace {

template <typename T>
constexpr bool is_masked = sizeof(T) <= 8;

// A bit for each condition of a vector.
template <typename T>
[[gnu::always_inline]] inline auto taken_in_vector(const std::byte *at) {
    if constexpr (sizeof(T) == 1) {
        const auto conditions = load<__m512i>(at);
        return _mm512_test_epi8_mask(conditions, conditions);
    } else if constexpr (sizeof(T) == 2) {
        const auto conditions = load<__m256i>(at);
        return _mm256_test_epi8_mask(conditions, conditions);
    } else if constexpr (sizeof(T) == 4) {
        const auto conditions = load<__m128i>(at);
        return _mm_test_epi8_mask(conditions, conditions);
    } else {
        const auto conditions = _mm_cvtsi64_si128(load<long long>(at));
        return static_cast<__mmask8>(_mm_test_epi8_mask(conditions, conditions));
    }
}

template <typename T, typename Mask>
[[gnu::always_inline]] inline __m512i choose_masked(
        Mask taken, const __m512i &if_true, const __m512i &if_false) {
    if constexpr (sizeof(T) == 1)
        return _mm512_mask_blend_epi8(taken, if_false, if_true);
    else if constexpr (sizeof(T) == 2)
        return _mm512_mask_blend_epi16(taken, if_false, if_true);
    else if constexpr (sizeof(T) == 4)
        return _mm512_mask_blend_epi32(taken, if_false, if_true);
    else
        return _mm512_mask_blend_epi64(taken, if_false, if_true);
}

// A vector of a source.
template <typename T>
[[gnu::always_inline]] inline __m512i masked_source(
        const std::byte *from, bool is_constant, std::int64_t offset) {
    using elements [[gnu::vector_size(64)]] = T;
    if (is_constant) return reinterpret_cast<__m512i>(elements {} + load<T>(from));
    return load_whole<__m512i>(from + offset);
}

// n elements of a row, whole vectors, of which all are computed before the first is stored, as by
// generated kernels.
template <typename T, typename Constants, std::int64_t n>
[[gnu::always_inline]] inline void select_masked(std::byte *to, const row_at &row) {
    static_assert(n % line_elems<T> == 0);
    __m512i results[n / line_elems<T>];
    std::int64_t i = 0;
    for (__m512i &result : results) {
        const std::int64_t offset = i * width<T>;
        result = choose_masked<T>(taken_in_vector<T>(row.cond + i),
                masked_source<T>(row.src0, Constants::src0, offset),
                masked_source<T>(row.src1, Constants::src1, offset));
        i += line_elems<T>;
    }
    std::byte *at = to;
    for (const __m512i &result : results) {
        store(at, result);
        at += line_bytes;
    }
}

} // namespace
} // namespace libselect
#endif

#endif
