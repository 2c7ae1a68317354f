// SPDX-License-Identifier: Apache-2.0
// Numbers as keys: signed integers in the order of the numbers. Internal linkage, see
// portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_NUMBERS_HPP
#define LIBSELECT_KERNEL_PORTABLE_NUMBERS_HPP

#include <cstring>
#include <limits>
#include <type_traits>

#include "kernel/evaluate.hpp"

namespace libselect {
namespace {

// Columns whose keys are held at a time.
constexpr std::int64_t key_cols = 256;

template <typename Bits>
using key_of = std::make_signed_t<Bits>;

template <typename Bits>
constexpr Bits sign_bit = static_cast<Bits>(Bits {1} << (8 * sizeof(Bits) - 1));

template <typename Bits_>
struct unsigned_number {
    using bits = Bits_;
    static key_of<bits> key(bits x, key_of<bits>) {
        return static_cast<key_of<bits>>(x ^ sign_bit<bits>);
    }
};

template <typename Bits_>
struct signed_number {
    using bits = Bits_;
    static key_of<bits> key(bits x, key_of<bits>) { return static_cast<key_of<bits>>(x); }
};

// `largest` is the magnitude behind which all are NaN. Both zeros have the key 0. The key of a NaN
// is the caller's choice; no number has the largest or the smallest key.
template <typename Bits_, Bits_ largest>
struct float_number {
    using bits = Bits_;
    static key_of<bits> key(bits x, key_of<bits> nan) {
        const auto magnitude = static_cast<bits>(x & static_cast<bits>(~sign_bit<bits>));
        const auto positive = static_cast<key_of<bits>>(magnitude);
        const auto negative = static_cast<key_of<bits>>(bits {0} - magnitude);
        const key_of<bits> number = static_cast<key_of<bits>>(x) < 0 ? negative : positive;
        return magnitude > largest ? nan : number;
    }
};

using e4m3_number = float_number<std::uint8_t, 0x7e>; // without infinities
using e5m2_number = float_number<std::uint8_t, 0x7c>;
using f16_number = float_number<std::uint16_t, 0x7c00>;
using bf16_number = float_number<std::uint16_t, 0x7f80>;
using f32_number = float_number<std::uint32_t, 0x7f800000>;
using f64_number = float_number<std::uint64_t, 0x7ff0000000000000>;

template <typename T>
[[gnu::always_inline]] inline T load_number(const std::byte *from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// keys[i] = the key of the number at from + i * stride.
template <typename Number>
void load_keys(
        void *keys, const std::byte *from, std::int64_t stride, std::int64_t n, bool is_low) {
    using bits = typename Number::bits;
    using key = key_of<bits>;
    auto *out = static_cast<key *>(keys);
    const key nan = is_low ? std::numeric_limits<key>::min() : std::numeric_limits<key>::max();
    constexpr std::int64_t width = sizeof(bits);
    if (stride == width) {
        for (std::int64_t i = 0; i < n; ++i)
            out[i] = Number::key(load_number<bits>(from + i * width), nan);
    } else if (stride == 0) {
        const key same = Number::key(load_number<bits>(from), nan);
        for (std::int64_t i = 0; i < n; ++i)
            out[i] = same;
    } else {
        for (std::int64_t i = 0; i < n; ++i)
            out[i] = Number::key(load_number<bits>(from + i * stride), nan);
    }
}

using load_keys_fn = void (*)(
        void *keys, const std::byte *from, std::int64_t stride, std::int64_t n, bool is_low);

// The loader of a type; of a complex type, that of its parts.
load_keys_fn loader_of(data_type type) noexcept {
    switch (type) {
    case libselect_u8:
        return load_keys<unsigned_number<std::uint8_t>>;
    case libselect_s8:
        return load_keys<signed_number<std::uint8_t>>;
    case libselect_f8_e4m3:
        return load_keys<e4m3_number>;
    case libselect_f8_e5m2:
        return load_keys<e5m2_number>;
    case libselect_u16:
        return load_keys<unsigned_number<std::uint16_t>>;
    case libselect_s16:
        return load_keys<signed_number<std::uint16_t>>;
    case libselect_f16:
        return load_keys<f16_number>;
    case libselect_bf16:
        return load_keys<bf16_number>;
    case libselect_u32:
        return load_keys<unsigned_number<std::uint32_t>>;
    case libselect_s32:
        return load_keys<signed_number<std::uint32_t>>;
    case libselect_f32:
    case libselect_c64:
        return load_keys<f32_number>;
    case libselect_u64:
        return load_keys<unsigned_number<std::uint64_t>>;
    case libselect_s64:
        return load_keys<signed_number<std::uint64_t>>;
    default:
        return load_keys<f64_number>;
    }
}

} // namespace
} // namespace libselect

#endif
