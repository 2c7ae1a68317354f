// SPDX-License-Identifier: Apache-2.0
// Evaluating bits, numbers and intervals. Internal linkage, see portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_EVALUATE_HPP
#define LIBSELECT_KERNEL_PORTABLE_EVALUATE_HPP

#include "kernel/interval_range.hpp"
#include "kernel/portable_compare.hpp"

namespace libselect {
namespace {

// The bits of a number that decide whether it is zero: all but the signs of floats.
template <typename T>
T number_mask(data_type type) noexcept {
    switch (type) {
    case libselect_f8_e4m3:
    case libselect_f8_e5m2:
    case libselect_f16:
    case libselect_bf16:
    case libselect_f32:
    case libselect_f64:
        return static_cast<T>(~sign_bit<T>);
    case libselect_c64:
        return static_cast<T>(0x7fffffff7fffffff);
    case libselect_c128: // of one part
        return static_cast<T>(0x7fffffffffffffff);
    default:
        return static_cast<T>(~T {0});
    }
}

template <typename T>
void nonzero_row(const evaluate_args &args) {
    const T mask = number_mask<T>(args.condition->input_types[0]);
    const std::byte *from = args.data[0] + args.at[0];
    const std::int64_t stride = args.strides[0], n = args.n;
    std::byte *const out = args.out; // stores of bytes could change args, as compilers see it
    constexpr std::int64_t width = sizeof(T);
    if (stride == width) {
        for (std::int64_t i = 0; i < n; ++i)
            out[i] = static_cast<std::byte>((load_number<T>(from + i * width) & mask) != 0);
    } else {
        for (std::int64_t i = 0; i < n; ++i)
            out[i] = static_cast<std::byte>((load_number<T>(from + i * stride) & mask) != 0);
    }
}

void nonzero_pairs(const evaluate_args &args) {
    const auto mask = number_mask<std::uint64_t>(args.condition->input_types[0]);
    const std::byte *from = args.data[0] + args.at[0];
    for (std::int64_t i = 0; i < args.n; ++i, from += args.strides[0]) {
        const auto parts = load_number<std::uint64_t>(from) | load_number<std::uint64_t>(from + 8);
        args.out[i] = static_cast<std::byte>((parts & mask) != 0);
    }
}

void evaluate_nonzero(const evaluate_args &args) noexcept {
    switch (args.condition->input_width) {
    case 1:
        return nonzero_row<std::uint8_t>(args);
    case 2:
        return nonzero_row<std::uint16_t>(args);
    case 4:
        return nonzero_row<std::uint32_t>(args);
    case 8:
        return nonzero_row<std::uint64_t>(args);
    default:
        return nonzero_pairs(args);
    }
}

// The byte with the bit of this address, and the bit.
[[gnu::always_inline]] inline std::byte bit_at(
        const std::byte *data, std::int64_t at, bool is_msb) {
    const auto bit = static_cast<int>(at & 7);
    return data[at >> 3] & static_cast<std::byte>(is_msb ? 0x80 >> bit : 1 << bit);
}

// Adjacent bits. Eight of them become eight bytes: byte i of the product is the whole byte, of
// which the pattern keeps bit i.
void adjacent_bits(const evaluate_args &args, bool is_msb) {
    constexpr std::uint64_t every_byte = 0x0101010101010101;
    const std::uint64_t pattern = is_msb ? 0x0102040810204080 : 0x8040201008040201;
    const std::byte *data = args.data[0];
    std::int64_t at = args.at[0], i = 0;
    for (; i < args.n && (at & 7) != 0; ++i, ++at)
        args.out[i] = bit_at(data, at, is_msb);
    const std::byte *from = data + (at >> 3);
    std::byte *out = args.out + i;
    const std::int64_t n_bytes = (args.n - i) / 8;
    for (std::int64_t k = 0; k < n_bytes; ++k) {
        const std::uint64_t spread = std::to_integer<std::uint64_t>(from[k]) * every_byte & pattern;
        std::memcpy(out + 8 * k, &spread, sizeof spread);
    }
    for (i += 8 * n_bytes, at += 8 * n_bytes; i < args.n; ++i, ++at)
        args.out[i] = bit_at(data, at, is_msb);
}

void evaluate_bits(const evaluate_args &args) noexcept {
    const bool is_msb = args.condition->input_types[0] == libselect_u1_msb;
    if (args.strides[0] == 1) return adjacent_bits(args, is_msb);
    std::int64_t at = args.at[0];
    for (std::int64_t i = 0; i < args.n; ++i, at += args.strides[0])
        args.out[i] = bit_at(args.data[0], at, is_msb);
}

void fill_bytes(std::byte *out, std::int64_t first, std::int64_t last, std::byte value) {
    if (first < last)
        std::memset(out + first, static_cast<int>(value), static_cast<std::size_t>(last - first));
}

void evaluate_interval(const evaluate_args &args) noexcept {
    if (args.strides[0] != 0 || args.strides[1] != 0) {
        for (std::int64_t i = 0; i < args.n; ++i) {
            const element_range range = range_at(args, i);
            args.out[i] = static_cast<std::byte>(range.first <= i && i < range.last);
        }
        return;
    }
    const element_range range = range_at(args, 0);
    fill_bytes(args.out, 0, range.first, std::byte {0});
    fill_bytes(args.out, range.first, range.last, std::byte {1});
    fill_bytes(args.out, range.last, args.n, std::byte {0});
}

void evaluate(const evaluate_args &args) noexcept {
    switch (args.condition->kind) {
    case condition_kind::bits:
        return evaluate_bits(args);
    case condition_kind::nonzero:
        return evaluate_nonzero(args);
    case condition_kind::compare:
        return evaluate_compare(args);
    default:
        return evaluate_interval(args);
    }
}

} // namespace
} // namespace libselect

#endif
