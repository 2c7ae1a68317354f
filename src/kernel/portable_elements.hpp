// SPDX-License-Identifier: Apache-2.0
// Elements and vectors of the portable loops. Internal linkage, see portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_ELEMENTS_HPP
#define LIBSELECT_KERNEL_PORTABLE_ELEMENTS_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace libselect {
namespace {

__extension__ using bits_128 = unsigned __int128;

constexpr std::int64_t line_bytes = 64;

template <typename T>
constexpr std::int64_t width = sizeof(T);

template <typename T>
constexpr std::int64_t line_elems = line_bytes / width<T>;

// Conditions are prefetched so far ahead that the prefetch crosses the end of their page, where the
// hardware's prefetchers stop.
constexpr std::int64_t conditions_ahead = 8192;

// Calls a function template with the type that stands for elements of this width.
template <typename Call>
auto with_width(int elem_bytes, const Call &call) noexcept {
    switch (elem_bytes) {
    case 1:
        return call(std::uint8_t {});
    case 2:
        return call(std::uint16_t {});
    case 4:
        return call(std::uint32_t {});
    case 8:
        return call(std::uint64_t {});
    default:
        return call(bits_128 {});
    }
}

// Elements may be misaligned and of any type, hence memcpy.
template <typename T>
inline T load(const std::byte *at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <typename T>
inline void store(std::byte *at, T value) {
    std::memcpy(at, &value, sizeof value);
}

// A vector of a source, of which a blend takes some elements. For AVX-512 compilers would load it
// in the blend, under the mask, and that is slow: see avx512_generator.cpp.
template <typename Vector>
[[gnu::always_inline]] inline Vector load_whole(const std::byte *at) {
    Vector vector = load<Vector>(at);
#if defined(__AVX512BW__)
    __asm__("" : "+v"(vector)); // whatever uses the vector takes it from a register
#endif
    return vector;
}

// Vectors as GCC and clang know them; to compare two gives bytes of all bits or none.
template <typename T, std::int64_t n_bytes>
struct vector_of {
    using type [[gnu::vector_size(n_bytes)]] = T;
};

constexpr std::int64_t vector_bytes = 32;
using bytes_32 [[gnu::vector_size(32)]] = std::uint8_t;
using bytes_16 [[gnu::vector_size(16)]] = std::uint8_t;

// Whole cache lines, and whole vectors of conditions.
template <typename T>
constexpr std::int64_t block_elems = sizeof(T) == 1 ? 64 : 32;

// Elements of long rows that are computed before the first is stored, since a load waits for a
// store with the same lowest 12 bits of the address. Whole calls, ns by the lines of such a group
// (1 block: 1, 2 and 4), jit:avx512 beside them, 1,024 elements, operands 64, 1216, 1344 and 1472
// bytes into a page; 16, 1056, 1088 and 1120 bytes (Intel Xeon, family 6 model 106, 2026-11-29, a
// program outside the tree):
//     bytes of an element | 2                 | 4                    | 8
//     1 block > 4 > 8     | 61 > 58 > 53, 48  | 108 >  99 >  89,  79 | 202 > 185 > 162, 145
//     the other place     | 81 > 66 > 67, 67  | 149 > 113 > 113, 104 | 282 > 205 > 197, 178
// Streamed rows, us by blocks > by groups, operands 16, 304, 336 and 368 bytes into a page, two
// runs (the same machine and day):
//                                      | AVX-512                  | AVX2
//     bf16, 32x32x4096, src1 1 element | 1212 > 590, 1540 > 1020  | 1522 > 989, 1535 > 938
//     f32, 16 M                        | 14285 > 14073            | 13618 > 13298
//     f64, 4000x50x40, src0 1 element  | 11262 > 10245            | 9944 > 9637
//     f32, rows of 128                 | 802 > 852, 1076 > 1106   | 1230 > 1255, 1067 > 1075
template <typename T>
constexpr std::int64_t group_elems = 8 * line_elems<T>;

// Where a row begins, or what is left of one.
struct row_at {
    std::byte *dst;
    const std::byte *cond;
    const std::byte *src0;
    const std::byte *src1;
};

// Which sources are constant along the row.
template <bool first, bool second>
struct constants {
    static constexpr bool src0 = first;
    static constexpr bool src1 = second;
};

} // namespace
} // namespace libselect

#endif
