// SPDX-License-Identifier: Apache-2.0
// Relations between vectors of numbers. Internal linkage, see portable_blocks.hpp.
//
// Integers compare as signed ones: the sign bit of unsigned ones is exchanged. f32 and f64 compare
// as the CPU does, unless MXCSR says that it takes denormals for zero or has exceptions for NaN.
// Other floats, and all under such an MXCSR, have keys as in portable_numbers.hpp: that takes 6
// operations a side.
#ifndef LIBSELECT_KERNEL_PORTABLE_RELATIONS_HPP
#define LIBSELECT_KERNEL_PORTABLE_RELATIONS_HPP

#include "kernel/portable_blocks.hpp"
#include "kernel/portable_numbers.hpp"

namespace libselect {
namespace {

// GCC 12 takes vectors apart that are longer than the CPU's, where it compares them.
#if defined(__AVX2__)
constexpr std::int64_t number_vector_bytes = 32;
#else
constexpr std::int64_t number_vector_bytes = 16;
#endif

template <typename T>
using vector = typename vector_of<T, number_vector_bytes>::type;
using vector_bits = vector<std::uint8_t>;

template <typename T>
[[gnu::always_inline]] inline vector<T> in_all_lanes(T value) {
    return vector<T> {} + value;
}

[[gnu::always_inline]] inline bool has_any_bit(vector_bits bits) {
#if defined(__AVX2__)
    const auto all = reinterpret_cast<__m256i>(bits);
    return _mm256_testz_si256(all, all) == 0;
#else
    const auto halves = reinterpret_cast<vector<std::uint64_t>>(bits);
    return (halves[0] | halves[1]) != 0;
#endif
}

// A bit for each lane of `elem_bytes`, whose bits are all equal.
template <std::int64_t elem_bytes>
[[gnu::always_inline]] inline std::uint64_t bits_of_lanes(vector_bits lanes) {
#if defined(__AVX2__)
    const auto v = reinterpret_cast<__m256i>(lanes);
    if constexpr (elem_bytes == 8)
        return static_cast<std::uint64_t>(_mm256_movemask_pd(_mm256_castsi256_pd(v)));
    if constexpr (elem_bytes == 4)
        return static_cast<std::uint64_t>(_mm256_movemask_ps(_mm256_castsi256_ps(v)));
    const __m256i narrowed = elem_bytes == 2 ? _mm256_packs_epi16(v, _mm256_setzero_si256()) : v;
    const auto bits = static_cast<std::uint32_t>(_mm256_movemask_epi8(narrowed));
    return elem_bytes == 2 ? (bits & 0xff) | (bits >> 8 & 0xff00) : bits;
#elif defined(__SSE2__)
    const auto v = reinterpret_cast<__m128i>(lanes);
    if constexpr (elem_bytes == 8)
        return static_cast<std::uint64_t>(_mm_movemask_pd(_mm_castsi128_pd(v)));
    if constexpr (elem_bytes == 4)
        return static_cast<std::uint64_t>(_mm_movemask_ps(_mm_castsi128_ps(v)));
    const __m128i narrowed = elem_bytes == 2 ? _mm_packs_epi16(v, _mm_setzero_si128()) : v;
    return static_cast<std::uint64_t>(_mm_movemask_epi8(narrowed));
#else
    std::uint64_t bits = 0;
    for (std::int64_t i = 0; i < number_vector_bytes; i += elem_bytes)
        bits |= static_cast<std::uint64_t>(lanes[i] & 1) << (i / elem_bytes);
    return bits;
#endif
}

// Whether the CPU compares floats by their value, and without a trap.
inline bool compares_floats_by_value() noexcept {
#if defined(__SSE2__)
    constexpr unsigned denormals_are_zero = 0x40, masked = 0x1f80;
    return (_mm_getcsr() & (denormals_are_zero | masked)) == masked;
#else
    return false;
#endif
}

// The relation that a loop computes: after the sides change places, and with the result inverted.
struct basic_relation {
    relation how; // eq, lt, or le
    bool swaps_sides;
    bool inverts;
};

// Floats have le, since !(b < a) holds for NaN.
constexpr basic_relation basic_relation_of(relation how, bool has_le) noexcept {
    switch (how) {
    case libselect_relation_eq:
        return {libselect_relation_eq, false, false};
    case libselect_relation_ne:
        return {libselect_relation_eq, false, true};
    case libselect_relation_lt:
        return {libselect_relation_lt, false, false};
    case libselect_relation_gt:
        return {libselect_relation_lt, true, false};
    case libselect_relation_le:
        return has_le ? basic_relation {libselect_relation_le, false, false}
                      : basic_relation {libselect_relation_lt, true, true};
    default:
        return has_le ? basic_relation {libselect_relation_le, true, false}
                      : basic_relation {libselect_relation_lt, false, true};
    }
}

// What the keys of numbers depend on, of all types of one width.
struct number_format {
    std::uint64_t kept = ~std::uint64_t {0}; // bits of an integer that count
    std::uint64_t flipped = 0;               // and those that are exchanged
    std::uint64_t largest = 0;               // magnitude of a float behind which all are NaN
    bool nan_is_less = false;                // a NaN on the left is less than any number, and
                                             // one on the right is greater; else neither is
};

number_format integer_format(std::int64_t width, bool is_signed) noexcept {
    const std::uint64_t sign = std::uint64_t {1} << (8 * width - 1);
    return {~std::uint64_t {0}, is_signed ? 0 : sign, 0, false};
}

constexpr number_format float_format(std::uint64_t largest) noexcept {
    return {~std::uint64_t {0}, 0, largest, false};
}

// Of a type that is not complex.
number_format format_of(data_type type) noexcept {
    switch (type) {
    case libselect_f8_e4m3:
        return float_format(0x7e); // without infinities
    case libselect_f8_e5m2:
        return float_format(0x7c);
    case libselect_f16:
        return float_format(0x7c00);
    case libselect_bf16:
        return float_format(0x7f80);
    case libselect_f32:
        return float_format(0x7f800000);
    case libselect_f64:
        return float_format(0x7ff0000000000000);
    case libselect_u8:
        return integer_format(1, false);
    case libselect_u16:
        return integer_format(2, false);
    case libselect_u32:
        return integer_format(4, false);
    case libselect_u64:
        return integer_format(8, false);
    default:
        return integer_format(8, true);
    }
}

// The bits of a number that decide whether it is zero: all but the signs of floats.
std::uint64_t significant_bits(data_type type, std::int64_t width) noexcept {
    const std::uint64_t sign = std::uint64_t {1} << (8 * width - 1);
    if (type == libselect_c64) return 0x7fffffff7fffffff;
    return format_of(type).largest != 0 ? ~sign : ~std::uint64_t {0};
}

// Each of the keys has `of`: what is compared instead of a vector of numbers. side is 0 or 1.
template <typename Bits>
class integer_keys {
public:
    using bits = Bits;
    static constexpr bool has_le = false;
    [[gnu::always_inline]] explicit integer_keys(const number_format &format)
        : kept_(in_all_lanes(static_cast<Bits>(format.kept))),
          flipped_(in_all_lanes(static_cast<Bits>(format.flipped))) {}
    [[gnu::always_inline]] auto of(vector_bits numbers, int) const {
        return reinterpret_cast<vector<key_of<Bits>>>(
                (reinterpret_cast<vector<Bits>>(numbers) & kept_) ^ flipped_);
    }

private:
    vector<Bits> kept_, flipped_;
};

template <typename Bits>
class float_keys {
public:
    using bits = Bits;
    using key = key_of<Bits>;
    static constexpr bool has_le = false;
    [[gnu::always_inline]] explicit float_keys(const number_format &format)
        : largest_(in_all_lanes(static_cast<key>(format.largest))) {
        constexpr key least = std::numeric_limits<key>::min(), most = ~least;
        nan_[0] = in_all_lanes(format.nan_is_less ? least : most);
        nan_[1] = in_all_lanes(format.nan_is_less ? most : least);
    }
    [[gnu::always_inline]] vector<key> of(vector_bits numbers, int side) const {
        const auto x = reinterpret_cast<vector<key>>(numbers);
        const vector<key> sign = x < 0; // all bits of a lane, or none
        const vector<key> magnitude = x & in_all_lanes(std::numeric_limits<key>::max());
        return magnitude > largest_ ? nan_[side] : (magnitude ^ sign) - sign;
    }

private:
    vector<key> largest_, nan_[2];
};

template <typename Float>
class float_values {
public:
    using bits = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;
    static constexpr bool has_le = true;
    [[gnu::always_inline]] explicit float_values(const number_format &) {}
    [[gnu::always_inline]] vector<Float> of(vector_bits numbers, int) const {
        return reinterpret_cast<vector<Float>>(numbers);
    }
};

// All bits of a lane, or none.
template <relation how, typename Vector>
[[gnu::always_inline]] inline vector_bits holds(Vector lhs, Vector rhs) {
    if constexpr (how == libselect_relation_eq)
        return reinterpret_cast<vector_bits>(lhs == rhs);
    else if constexpr (how == libselect_relation_lt)
        return reinterpret_cast<vector_bits>(lhs < rhs);
    else
        return reinterpret_cast<vector_bits>(lhs <= rhs);
}

} // namespace
} // namespace libselect

#endif
