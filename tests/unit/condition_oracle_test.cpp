// SPDX-License-Identifier: Apache-2.0
// The judges of conditions: their numbers, their decisions, and what random problems meet.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "harness/condition_data.hpp"
#include "harness/condition_oracle.hpp"
#include "harness/number.hpp"
#include "harness/random_condition.hpp"

namespace {

using support::condition_view;
using support::dims;
using support::element;
using support::problem;

constexpr libselect_relation_t all_relations[] {libselect_relation_eq, libselect_relation_ne,
        libselect_relation_lt, libselect_relation_le, libselect_relation_gt, libselect_relation_ge};

element of_bits(libselect_data_type_t type, std::uint64_t bits) {
    return support::element_at(reinterpret_cast<const std::byte *>(&bits), type);
}

template <typename T>
bool native(T a, libselect_relation_t relation, T b) {
    switch (relation) {
    case libselect_relation_eq:
        return a == b;
    case libselect_relation_ne:
        return a != b;
    case libselect_relation_lt:
        return a < b;
    case libselect_relation_le:
        return a <= b;
    case libselect_relation_gt:
        return a > b;
    default:
        return a >= b;
    }
}

// Every pair of telling values, of neighbours of them, and of random ones.
template <typename T>
void expect_as_the_cpu_compares(libselect_data_type_t type) {
    support::random_source random(20261101);
    std::vector<std::uint64_t> values = support::telling_bits(type);
    for (int i = 0; i < 40; ++i)
        values.push_back(i % 2 == 0 ? random.next() : values[random.below(values.size())] + 1);
    for (const std::uint64_t a : values)
        for (const std::uint64_t b : values)
            for (const libselect_relation_t relation : all_relations) {
                T x, y;
                std::memcpy(&x, &a, sizeof x);
                std::memcpy(&y, &b, sizeof y);
                ASSERT_EQ(
                        holds(of_bits(type, a), relation, of_bits(type, b)), native(x, relation, y))
                        << libselect_data_type_name(type) << ' ' << std::hex << a << ' ' << b << ' '
                        << relation;
            }
}

TEST(number, compares_as_the_cpu_does) {
    expect_as_the_cpu_compares<float>(libselect_f32);
    expect_as_the_cpu_compares<double>(libselect_f64);
    expect_as_the_cpu_compares<std::int8_t>(libselect_s8);
    expect_as_the_cpu_compares<std::uint8_t>(libselect_u8);
    expect_as_the_cpu_compares<std::int16_t>(libselect_s16);
    expect_as_the_cpu_compares<std::uint16_t>(libselect_u16);
    expect_as_the_cpu_compares<std::int32_t>(libselect_s32);
    expect_as_the_cpu_compares<std::uint32_t>(libselect_u32);
    expect_as_the_cpu_compares<std::int64_t>(libselect_s64);
    expect_as_the_cpu_compares<std::uint64_t>(libselect_u64);
}

// The value of a finite small float, as the format's definition says.
double value_of(std::uint64_t bits, int exponent_bits, int mantissa_bits) {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const auto mantissa = static_cast<double>(bits & ((1U << mantissa_bits) - 1));
    const auto exponent = static_cast<int>(bits >> mantissa_bits & ((1U << exponent_bits) - 1));
    const double magnitude = exponent == 0 ? std::ldexp(mantissa, 1 - bias - mantissa_bits)
                                           : std::ldexp(mantissa + std::ldexp(1.0, mantissa_bits),
                                                   exponent - bias - mantissa_bits);
    return (bits >> (exponent_bits + mantissa_bits) & 1U) != 0 ? -magnitude : magnitude;
}

// Each pair of bytes of f8; of f16 and bf16 each against its neighbours and some others.
TEST(number, of_a_small_float_is_its_value) {
    constexpr struct {
        libselect_data_type_t type;
        int exponent_bits, mantissa_bits;
        std::uint64_t first_special; // without the sign
    } formats[] {{libselect_f8_e4m3, 4, 3, 0x7f}, {libselect_f8_e5m2, 5, 2, 0x7c},
            {libselect_f16, 5, 10, 0x7c00}, {libselect_bf16, 8, 7, 0x7f80}};
    for (const auto &format : formats) {
        const std::uint64_t sign = std::uint64_t {1}
                                   << (format.exponent_bits + format.mantissa_bits);
        const std::uint64_t step = sign > 0x80 ? 1009 : 1;
        for (std::uint64_t a = 0; a < 2 * sign; ++a)
            for (std::uint64_t b = a % step; b < 2 * sign; b += step) {
                if ((a & (sign - 1)) >= format.first_special
                        || (b & (sign - 1)) >= format.first_special)
                    continue;
                const double x = value_of(a, format.exponent_bits, format.mantissa_bits);
                const double y = value_of(b, format.exponent_bits, format.mantissa_bits);
                ASSERT_EQ(of_bits(format.type, a)[0] <=> of_bits(format.type, b)[0], x <=> y)
                        << format.type << ' ' << a << ' ' << b;
            }
    }
}

TEST(number, of_special_bytes_of_f8) {
    for (const std::uint64_t bits : {0x7fU, 0xffU})
        EXPECT_TRUE(of_bits(libselect_f8_e4m3, bits)[0].is_nan);
    EXPECT_FALSE(of_bits(libselect_f8_e4m3, 0x7e)[0].is_nan); // 448
    EXPECT_FALSE(of_bits(libselect_f8_e5m2, 0x7c)[0].is_nan); // infinity
    for (const std::uint64_t bits : {0x7dU, 0x7eU, 0x7fU, 0xfdU})
        EXPECT_TRUE(of_bits(libselect_f8_e5m2, bits)[0].is_nan);
    EXPECT_TRUE(holds(of_bits(libselect_f8_e5m2, 0x7b), libselect_relation_lt,
            of_bits(libselect_f8_e5m2, 0x7c)));
}

TEST(number, is_nonzero_where_either_part_is) {
    const float parts[] {0, -0.0F, 0, 1e-45F, -0.0F, std::numeric_limits<float>::quiet_NaN()};
    const auto *bytes = reinterpret_cast<const std::byte *>(parts);
    EXPECT_FALSE(is_nonzero(support::element_at(bytes, libselect_c64)));
    EXPECT_TRUE(is_nonzero(support::element_at(bytes + 8, libselect_c64)));
    EXPECT_TRUE(is_nonzero(support::element_at(bytes + 16, libselect_c64)));
}

std::string decided(const condition_view &condition, const dims &dst) {
    std::string text;
    for (const std::byte value : support::decide(condition, dst, "numpy", -1))
        text += value == std::byte {0} ? 'F' : 'T';
    return text;
}

TEST(decide, bits_are_counted_from_either_end_and_from_an_offset) {
    constexpr std::byte bytes[] {std::byte {0x05}, std::byte {0xa0}, std::byte {0x28}};
    condition_view bits {{.kind = libselect_condition_bits, .type = libselect_u1},
            {bytes, {3}, {1}}, {}, {}, {}};
    EXPECT_EQ(decided(bits, {3}), "TFT");
    bits.cond.data = bytes + 2;
    bits.cond.offset = 3;
    EXPECT_EQ(decided(bits, {3}), "TFT");
    bits.rule.type = libselect_u1_msb;
    bits.cond = {bytes + 1, {3}, {1}};
    EXPECT_EQ(decided(bits, {3}), "TFT");
    // Bits 10, 8, 6 of u1: two of the second byte, one of the first.
    bits.rule.type = libselect_u1;
    bits.cond = {bytes + 1, {2, 3}, {0, -2}, false, 5};
    EXPECT_EQ(decided(bits, {2, 3}), "TFFTFF");
}

TEST(decide, intervals_look_at_rows_and_columns) {
    const auto interval = [](int axis, std::optional<std::int64_t> lower,
                                  std::optional<std::int64_t> upper) {
        return condition_view {{.kind = libselect_condition_interval,
                                       .axis = axis,
                                       .row_axis = axis == -1 ? -2 : -1,
                                       .lower = lower,
                                       .upper = upper},
                {}, {}, {}, {}};
    };
    EXPECT_EQ(decided(interval(-1, {}, 0), {3, 3}), "TFFTTFTTT");
    EXPECT_EQ(decided(interval(-1, {}, 2), {2, 4}), "TTTFTTTT");
    EXPECT_EQ(decided(interval(-1, -1, 0), {3, 3}), "TFFTTFFTT");
    EXPECT_EQ(decided(interval(-2, {}, 0), {3, 3}), "TTTFTTFFT");
    EXPECT_EQ(decided(interval(-1, {}, {}), {2}), "TT");
    EXPECT_EQ(decided(interval(-1, {}, std::numeric_limits<std::int64_t>::max()), {2, 2}), "TTTT");
    EXPECT_EQ(decided(interval(-1, std::numeric_limits<std::int64_t>::min(), {}), {2, 2}), "TTTT");
}

TEST(decide, begin_and_end_are_read_per_row) {
    const std::int32_t begins[] {1, 3, -5};
    const std::int64_t ends[] {3, 1, std::int64_t {1} << 40};
    const condition_view both {
            {.kind = libselect_condition_interval, .begin = libselect_s32, .end = libselect_s64},
            {}, {}, {reinterpret_cast<const std::byte *>(begins), {3, 1}, {1, 1}},
            {reinterpret_cast<const std::byte *>(ends), {3, 1}, {1, 1}}};
    EXPECT_EQ(decided(both, {3, 4}), "FTTFFFFFTTTT");
}

TEST(random_condition, meets_every_kind_layout_and_alias) {
    bool none = false, pdpd = false, high_rank = false, scalar = false, empty = false;
    bool lhs = false, rhs = false, both = false, source_too = false, nonzero = false;
    bool both_ways = false, offset = false, backwards = false, bounds = false;
    for (std::uint64_t seed = 1; seed < 6000; ++seed) {
        support::random_source random(seed);
        const problem what = support::random_condition_problem(random);
        none |= what.mode == "none";
        pdpd |= what.mode == "pdpd" && what.axis > 0 && what.rule.is_compare();
        high_rank |= what.dst.dims.size() == 64;
        scalar |= what.dst.dims.empty();
        empty |= support::n_elems(what.dst.dims) == 0;
        lhs |= what.rule.is_compare() && what.cond_is_dst;
        rhs |= what.rhs_is_dst;
        both |= what.cond_is_dst && what.rhs_is_dst;
        source_too |= what.cond_is_dst && what.alias == support::in_place::src1;
        nonzero |= !what.rule.is_compare() && what.cond_is_dst;
        both_ways |= what.rule.is_compare() && what.cond.dims != what.dst.dims
                     && what.rhs.dims != what.dst.dims;
        offset |= what.cond.offset != 0 && what.dst.offset != 0;
        backwards |= support::addressed_bytes(what.cond, what.rule.type).low < -10;
        bounds |= what.rule.begin != libselect_undef && what.rule.end != libselect_undef
                  && what.rule.lower && what.rule.upper;
    }
    EXPECT_TRUE(none && pdpd && high_rank && scalar && empty);
    EXPECT_TRUE(lhs && rhs && both && source_too && nonzero);
    EXPECT_TRUE(both_ways && offset && backwards && bounds);
}

} // namespace
