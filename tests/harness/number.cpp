// SPDX-License-Identifier: Apache-2.0
// From the bits of an element to its value.
#include "harness/number.hpp"

#include <bit>
#include <cstring>

namespace support {
namespace {

number normalised(bool is_negative, std::uint64_t significand, int exponent) {
    if (significand == 0) return {false, is_negative, 0, 0};
    const int shift = std::countl_zero(significand);
    return {false, is_negative, exponent - shift, significand << shift};
}

std::uint64_t bits_at(const std::byte *at, int n_bytes) {
    std::uint64_t bits = 0;
    for (int i = n_bytes; i-- > 0;)
        bits = bits << 8U | std::to_integer<std::uint64_t>(at[i]);
    return bits;
}

number float_of(std::uint64_t bits, const float_format &format) {
    const std::uint64_t mantissa = bits & ((std::uint64_t {1} << format.mantissa_bits) - 1);
    const std::uint64_t above = bits >> format.mantissa_bits;
    const std::uint64_t all_ones = (std::uint64_t {1} << format.exponent_bits) - 1;
    const std::uint64_t biased = above & all_ones;
    const bool is_negative = (above >> format.exponent_bits & 1U) != 0;
    if (biased == all_ones && format.has_infinity) {
        if (mantissa != 0) return {true};
        return {false, is_negative, number::infinite, std::uint64_t {1} << 63U};
    }
    const bool is_largest =
            biased == all_ones && mantissa + 1 == std::uint64_t {1} << format.mantissa_bits;
    if (is_largest && !format.has_infinity) return {true};
    const std::uint64_t hidden = biased == 0 ? 0 : std::uint64_t {1} << format.mantissa_bits;
    const int exponent = static_cast<int>(biased == 0 ? 1 : biased) - format.bias();
    return normalised(is_negative, hidden | mantissa, exponent - format.mantissa_bits);
}

bool is_signed_integer(libselect_data_type_t type) {
    return type == libselect_s8 || type == libselect_s16 || type == libselect_s32
           || type == libselect_s64;
}

int bytes_of(libselect_data_type_t type) {
    if (type <= libselect_f8_e5m2) return 1;
    if (type <= libselect_bf16) return 2;
    return type <= libselect_f32 ? 4 : 8;
}

number real_at(const std::byte *at, libselect_data_type_t type) {
    const int n_bytes = bytes_of(type);
    const std::uint64_t bits = bits_at(at, n_bytes);
    const float_format format = format_of(type);
    if (format.exponent_bits != 0) return float_of(bits, format);
    const bool is_negative = is_signed_integer(type) && (bits >> (8 * n_bytes - 1)) != 0;
    if (!is_negative) return normalised(false, bits, 0);
    // Two's complement of n_bytes.
    const std::uint64_t mask = ~std::uint64_t {0} >> (64 - 8 * n_bytes);
    return normalised(true, (~bits + 1) & mask, 0);
}

} // namespace

float_format format_of(libselect_data_type_t type) {
    switch (type) {
    case libselect_f8_e4m3:
        return {4, 3, false};
    case libselect_f8_e5m2:
        return {5, 2};
    case libselect_f16:
        return {5, 10};
    case libselect_bf16:
        return {8, 7};
    case libselect_f32:
    case libselect_c64:
        return {8, 23};
    case libselect_f64:
    case libselect_c128:
        return {11, 52};
    default:
        return {};
    }
}

std::partial_ordering operator<=>(const number &a, const number &b) {
    if (a.is_nan || b.is_nan) return std::partial_ordering::unordered;
    // -1, 0 or 1.
    const auto sign = [](const number &x) { return x.is_zero() ? 0 : x.is_negative ? -1 : 1; };
    if (sign(a) != sign(b)) return sign(a) <=> sign(b);
    if (sign(a) == 0) return std::partial_ordering::equivalent;
    const number &low = sign(a) < 0 ? b : a, &high = sign(a) < 0 ? a : b;
    if (low.exponent != high.exponent) return low.exponent <=> high.exponent;
    return low.significand <=> high.significand;
}

element element_at(const std::byte *at, libselect_data_type_t type) {
    if (type == libselect_c64) return {real_at(at, libselect_f32), real_at(at + 4, libselect_f32)};
    if (type == libselect_c128) return {real_at(at, libselect_f64), real_at(at + 8, libselect_f64)};
    return {real_at(at, type), {}};
}

bool is_nonzero(const element &value) {
    return !value[0].is_zero() || !value[1].is_zero();
}

bool holds(const element &lhs, libselect_relation_t relation, const element &rhs) {
    const std::partial_ordering order = lhs[0] <=> rhs[0];
    const bool equal = order == 0 && (lhs[1] <=> rhs[1]) == 0;
    switch (relation) {
    case libselect_relation_eq:
        return equal;
    case libselect_relation_ne:
        return !equal;
    case libselect_relation_lt:
        return order < 0;
    case libselect_relation_le:
        return order <= 0;
    case libselect_relation_gt:
        return order > 0;
    default:
        return order >= 0;
    }
}

} // namespace support
