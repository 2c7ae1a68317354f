// SPDX-License-Identifier: Apache-2.0
// The bytes that a tensor addresses, up to the end of 63 bits.
#include <gtest/gtest.h>

#include <algorithm>

#include "common/expect_failure.hpp"
#include "common/text_shape.hpp"
#include "op/logical_tensor.hpp"

namespace internal {
namespace {

using libselect::byte_span;
using libselect::to_string;

byte_span span(libselect::data_type type, const std::string &text) {
    return libselect::span_of(*tensor_of(type, text), "src0");
}

std::string refusal(libselect::data_type type, const std::string &text) {
    return failure_of([&] { (void)span(type, text); });
}

TEST(op_span, a_dense_tensor_takes_its_elements) {
    EXPECT_EQ(span(libselect_f32, "2x3x4"), (byte_span {0, 96}));
    EXPECT_EQ(span(libselect_boolean, "7"), (byte_span {0, 7}));
    EXPECT_EQ(span(libselect_c128, "scalar"), (byte_span {0, 16}));
}

TEST(op_span, a_negative_stride_reaches_below_the_pointer) {
    EXPECT_EQ(span(libselect_f32, "3:-1"), (byte_span {-8, 4}));
    EXPECT_EQ(span(libselect_u16, "2x3:-10x2"), (byte_span {-20, 10}));
    EXPECT_EQ(span(libselect_u8, "2x3:-10x-2"), (byte_span {-14, 1}));
}

TEST(op_span, the_last_row_is_not_padded) {
    EXPECT_EQ(span(libselect_f32, "2x3:8x1"), (byte_span {0, 44}));
}

TEST(op_span, strides_of_0_and_of_dims_of_1_reach_nowhere) {
    EXPECT_EQ(span(libselect_f32, "5x1x2:0x9223372036854775807x1"), (byte_span {0, 8}));
}

TEST(op_span, a_tensor_without_elements_takes_no_byte) {
    EXPECT_EQ(span(libselect_f32, "2x0x9223372036854775807"), (byte_span {0, 0}));
    EXPECT_EQ(span(libselect_f32, "2x0:9223372036854775807x-9223372036854775808"),
            (byte_span {0, 0}));
}

TEST(op_span, agrees_with_the_addresses_of_all_elements) {
    for (const auto &dims : tuples_of({1, 2, 3}, 2))
        for (const auto &strides : tuples_of({-4, -1, 0, 1, 3}, 2)) {
            byte_span expected {0, 4};
            for (std::int64_t i = 0; i < dims[0]; ++i)
                for (std::int64_t j = 0; j < dims[1]; ++j) {
                    const std::int64_t at = 4 * (i * strides[0] + j * strides[1]);
                    expected.low = std::min(expected.low, at);
                    expected.high = std::max(expected.high, at + 4);
                }
            const auto tensor =
                    libselect::make_logical_tensor(libselect_f32, 2, dims.data(), strides.data());
            EXPECT_EQ(libselect::span_of(*tensor, "src0"), expected) << to_string(*tensor);
        }
}

TEST(op_span, takes_sizes_to_the_last_of_63_bits) {
    EXPECT_EQ(span(libselect_u8, "9223372036854775807"), (byte_span {0, 9223372036854775807}));
    EXPECT_EQ(span(libselect_u8, "2:9223372036854775806"), (byte_span {0, 9223372036854775807}));
    EXPECT_EQ(span(libselect_u8, "2:-9223372036854775806"), (byte_span {-9223372036854775806, 1}));
}

TEST(op_span, refuses_dense_sizes_beyond_63_bits_as_a_shape) {
    EXPECT_EQ(refusal(libselect_u16, "9223372036854775807"),
            "invalid_shape: src0: u16:9223372036854775807 addresses offsets that do not fit 63 "
            "bits");
    EXPECT_EQ(refusal(libselect_u8, "4294967296x2147483648"),
            "invalid_shape: src0: u8:4294967296x2147483648 addresses offsets that do not fit 63 "
            "bits");
    EXPECT_EQ(refusal(libselect_c128, "1152921504606846976"),
            "invalid_shape: src0: c128:1152921504606846976 addresses offsets that do not fit 63 "
            "bits");
}

TEST(op_span, refuses_strides_beyond_63_bits_as_an_argument) {
    const struct {
        libselect::data_type type;
        const char *dims, *strides;
    } table[] = {
            {libselect_u8, "2", "9223372036854775807"},
            {libselect_u8, "2", "-9223372036854775807"},
            {libselect_u8, "2", "-9223372036854775808"},
            {libselect_u8, "3", "-9223372036854775808"},
            {libselect_f32, "2", "2305843009213693952"},
            {libselect_u8, "2x2", "4611686018427387904x-4611686018427387904"},
            {libselect_u8, "2x2", "4611686018427387904x4611686018427387904"},
            {libselect_u8, "9223372036854775807", "2"},
    };
    for (const auto &row : table)
        EXPECT_EQ(refusal(row.type, std::string(row.dims) + ":" + row.strides),
                std::string("invalid_arguments: src0: ") + libselect::data_type_name(row.type) + ":"
                        + row.dims + ":strides " + row.strides
                        + " addresses offsets that do not fit 63 bits");
}

TEST(op_span, begins_at_the_offset) {
    const std::int64_t dims[] {2, 3}, strides[] {3, 1};
    for (const std::int64_t *given : {static_cast<const std::int64_t *>(nullptr), strides}) {
        const auto f32 = libselect::make_logical_tensor(libselect_f32, 2, dims, given, 5);
        EXPECT_EQ(libselect::span_of(*f32, "src0"), (byte_span {20, 44}));
        const auto before = libselect::make_logical_tensor(libselect_f32, 2, dims, given, -2);
        EXPECT_EQ(libselect::span_of(*before, "src0"), (byte_span {-8, 16}));
        const auto bits = libselect::make_logical_tensor(libselect_u1, 2, dims, given, 13);
        EXPECT_EQ(libselect::span_of(*bits, "cond"), (byte_span {1, 3}));
    }
}

TEST(op_span, refuses_an_offset_beyond_63_bits_as_an_argument) {
    const auto refusal_at = [](libselect::data_type type, std::vector<std::int64_t> dims,
                                    std::int64_t offset) {
        const auto tensor = libselect::make_logical_tensor(
                type, static_cast<int>(dims.size()), dims.data(), nullptr, offset);
        return failure_of([&] { (void)libselect::span_of(*tensor, "src0"); });
    };
    for (const std::int64_t offset : {INT64_MAX, INT64_MIN, INT64_MAX / 4 + 1})
        EXPECT_EQ(refusal_at(libselect_f32, {2, 3}, offset),
                "invalid_arguments: src0: f32:2x3:offset " + std::to_string(offset)
                        + " addresses offsets that do not fit 63 bits");
    EXPECT_EQ(refusal_at(libselect_u1, {8}, INT64_MAX),
            "invalid_arguments: src0: u1:8:offset 9223372036854775807 addresses offsets that do "
            "not fit 63 bits");
    // The shape alone is too large.
    EXPECT_EQ(refusal_at(libselect_f32, {INT64_MAX}, 1),
            "invalid_shape: src0: f32:9223372036854775807:offset 1 addresses offsets that do not "
            "fit 63 bits");
}

TEST(op_span, refuses_unknown_dims) {
    EXPECT_EQ(refusal(libselect_u8, "2x?"),
            "invalid_shape: src0: dims are 2x?; a size needs every dim to be known");
    EXPECT_EQ(refusal(libselect_u8, "*"),
            "invalid_shape: src0: dims are *; a size needs every dim to be known");
    EXPECT_EQ(refusal(libselect_u8, "0x?"),
            "invalid_shape: src0: dims are 0x?; a size needs every dim to be known");
}

} // namespace
} // namespace internal
