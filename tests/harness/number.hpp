// SPDX-License-Identifier: Apache-2.0
// The exact value of an element of any numeric type, in integers alone: neither MXCSR nor a
// rounding mode has an influence.
#ifndef LIBSELECT_TESTS_HARNESS_NUMBER_HPP
#define LIBSELECT_TESTS_HARNESS_NUMBER_HPP

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <libselect/libselect.h>

namespace support {

// significand * 2^exponent, with a sign. The top bit of the significand is 1, unless the number is
// zero.
struct number {
    static constexpr int infinite = std::numeric_limits<int>::max(); // an exponent

    bool is_nan = false;
    bool is_negative = false;
    int exponent = 0;
    std::uint64_t significand = 0;

    [[nodiscard]] bool is_zero() const { return !is_nan && significand == 0; }
};

// By value: a NaN is unordered, -0.0 equals 0.0.
std::partial_ordering operator<=>(const number &a, const number &b);

// The real and the imaginary part, which is 0 for types that are not complex. The type is none of
// boolean and bits.
using element = std::array<number, 2>;
element element_at(const std::byte *at, libselect_data_type_t type);

// Whether either part is not zero; a NaN is not.
bool is_nonzero(const element &value);

// Whether `lhs relation rhs`. Only eq and ne look at the imaginary parts.
bool holds(const element &lhs, libselect_relation_t relation, const element &rhs);

// The layout of a floating-point type below its sign. An exponent of all ones means infinity and
// NaN, but in f8_e4m3 (the OCP's e4m3fn) only all ones of both is NaN and the rest are numbers.
struct float_format {
    int exponent_bits = 0; // 0 for a type that is no float
    int mantissa_bits = 0;
    bool has_infinity = true;

    [[nodiscard]] int bias() const { return (1 << (exponent_bits - 1)) - 1; }
};
// Of the type, or of the parts of a complex one.
float_format format_of(libselect_data_type_t type);

} // namespace support

#endif
