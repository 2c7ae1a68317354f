// SPDX-License-Identifier: Apache-2.0
// What a plan refuses: unknown dims, and sizes and offsets beyond 63 bits.
#include <gtest/gtest.h>

#include "common/expect_failure.hpp"
#include "common/text_shape.hpp"
#include "plan/plan.hpp"

namespace internal {
namespace {

std::string plan_refusal(const std::string &cond, const std::string &src0, const std::string &src1,
        const op_options &options = {}) {
    return failure_of([&] { (void)plan_of(cond, src0, src1, options); });
}

TEST(plan_error, every_operand_needs_known_dims) {
    EXPECT_EQ(plan_refusal("2x?", "2x3", "1"),
            "invalid_graph_op: cond: dims are 2x?; a primitive needs every dim to be known");
    EXPECT_EQ(plan_refusal("1", "?x3", "2x1"),
            "invalid_graph_op: src0: dims are ?x3; a primitive needs every dim to be known");
    EXPECT_EQ(plan_refusal("1", "2x3", "?"),
            "invalid_graph_op: src1: dims are ?; a primitive needs every dim to be known");
    EXPECT_EQ(plan_refusal("1", "*", "3"),
            "invalid_graph_op: src0: dims are *; a primitive needs every dim to be known");
}

TEST(plan_error, unknown_dims_are_refused_without_elements_too) {
    EXPECT_EQ(plan_refusal("1", "0x?", "1"),
            "invalid_graph_op: src0: dims are 0x?; a primitive needs every dim to be known");
}

TEST(plan_error, the_number_of_elements_fits_63_bits) {
    EXPECT_EQ(plan_refusal("1", "4294967296x1", "2147483648", {.type = libselect_u8}),
            "invalid_shape: dst: 4294967296x2147483648 elements of 1 bytes are more bytes than fit "
            "63 bits");
    EXPECT_EQ(plan_refusal("1", "9223372036854775807x1", "9223372036854775807"),
            "invalid_shape: dst: 9223372036854775807x9223372036854775807 elements of 4 bytes are "
            "more bytes than fit 63 bits");
}

TEST(plan_error, the_number_of_bytes_fits_63_bits) {
    EXPECT_EQ(plan_refusal("1", "2147483648x1", "1073741824"),
            "invalid_shape: dst: 2147483648x1073741824 elements of 4 bytes are more bytes than fit "
            "63 bits");
    EXPECT_EQ(plan_refusal("1", "2147483648x1", "1073741824", {.type = libselect_u16}), "");
    EXPECT_EQ(plan_refusal("1", "576460752303423488", "1", {.type = libselect_c128}),
            "invalid_shape: dst: 576460752303423488 elements of 16 bytes are more bytes than fit "
            "63 bits");
}

TEST(plan_error, sizes_to_the_last_of_63_bits_are_planned) {
    const libselect::plan made = plan_of("1", "9223372036854775807", "1", {.type = libselect_u8});
    EXPECT_EQ(made.n_elems, INT64_MAX);
    EXPECT_EQ(plan_of("1", "2147483648x1", "2147483648", {.type = libselect_u8}).n_elems,
            std::int64_t {1} << 62U);
}

TEST(plan_error, more_than_2_to_the_31_elements_are_planned) {
    EXPECT_EQ(to_string(plan_of("65536x1", "65536x65536", "65536")),
            "plan: 4294967296 elements of 4 bytes, loops 65536x65536, strides in bytes: "
            "cond constant 1x0, src0 full 262144x4, src1 full 0x4, dst full 262144x4");
}

TEST(plan_error, offsets_of_every_operand_fit_63_bits) {
    EXPECT_EQ(plan_refusal("2:9223372036854775807", "2", "1"),
            "invalid_arguments: cond: boolean:2:strides 9223372036854775807 addresses offsets that "
            "do not fit 63 bits");
    EXPECT_EQ(plan_refusal("1", "2:2305843009213693952", "1"),
            "invalid_arguments: src0: f32:2:strides 2305843009213693952 addresses offsets that do "
            "not fit 63 bits");
    EXPECT_EQ(plan_refusal("1", "2", "2:-9223372036854775808"),
            "invalid_arguments: src1: f32:2:strides -9223372036854775808 addresses offsets that do "
            "not fit 63 bits");
    EXPECT_EQ(plan_refusal("1", "2", "1", {.dst = "2:2305843009213693951"}),
            "invalid_arguments: dst: f32:2:strides 2305843009213693951 addresses offsets that do "
            "not fit 63 bits");
}

TEST(plan_error, the_largest_offsets_are_planned) {
    EXPECT_EQ(to_string(plan_of("2:-9223372036854775806", "2:2305843009213693950", "1")),
            "plan: 2 elements of 4 bytes, loops 2, strides in bytes: "
            "cond strided -9223372036854775806, src0 strided 9223372036854775800, src1 constant 0, "
            "dst full 4");
}

TEST(plan_error, strides_of_a_tensor_without_elements_are_never_used) {
    EXPECT_EQ(plan_refusal("1", "2x0:9223372036854775807x1", "1"), "");
}

// Merging multiplies a stride by an extent, which leaves 63 bits here.
TEST(plan_error, a_merge_that_would_overflow_is_no_merge) {
    EXPECT_EQ(to_string(plan_of("2x3", "2x3:1x4611686018427387902", "1", {.type = libselect_u8})),
            "plan: 6 elements of 1 bytes, loops 2x3, strides in bytes: cond full 3x1, "
            "src0 strided 1x4611686018427387902, src1 constant 0x0, dst full 3x1");
}

} // namespace
} // namespace internal
