// SPDX-License-Identifier: Apache-2.0
// Making, comparing, printing and sharing logical tensors.
#include "op/logical_tensor.hpp"

#include <gtest/gtest.h>

#include "common/expect_failure.hpp"
#include "common/text_shape.hpp"

namespace internal {
namespace {

using libselect::equal;
using libselect::make_logical_tensor;
using libselect::stride_kind;
using libselect::tensor_ref;
using libselect::to_string;

std::string strides_text(const libselect::logical_tensor &tensor) {
    std::string text;
    for (int axis = 0; axis < tensor.dims.rank; ++axis) {
        if (axis > 0) text += 'x';
        text += std::to_string(tensor.strides[static_cast<std::size_t>(axis)]);
    }
    return text;
}

bool are_equal(const tensor_ref &a, const tensor_ref &b) {
    EXPECT_EQ(equal(*a, *b), equal(*b, *a));
    return equal(*a, *b);
}

TEST(op_logical_tensor, strides_are_row_major_by_default) {
    const tensor_ref tensor = tensor_of(libselect_f32, "2x3x4x5");
    EXPECT_EQ(strides_text(*tensor), "60x20x5x1");
    EXPECT_EQ(tensor->strides_from, stride_kind::dense);
}

TEST(op_logical_tensor, a_zero_counts_as_1_in_default_strides) {
    EXPECT_EQ(strides_text(*tensor_of(libselect_f32, "2x0x4")), "4x4x1");
}

TEST(op_logical_tensor, default_strides_cannot_be_told_for_unknown_dims) {
    for (const char *dims : {"2x?", "?", "*"})
        EXPECT_EQ(tensor_of(libselect_f32, dims)->strides_from, stride_kind::unknown) << dims;
}

TEST(op_logical_tensor, default_strides_cannot_be_told_beyond_63_bits) {
    EXPECT_EQ(
            tensor_of(libselect_u8, "2x4294967296x2147483648")->strides_from, stride_kind::unknown);
    EXPECT_EQ(tensor_of(libselect_u8, "1x4294967296x2147483647")->strides_from, stride_kind::dense);
}

TEST(op_logical_tensor, given_strides_are_kept_whatever_they_are) {
    const tensor_ref tensor = tensor_of(libselect_f32, "2x3x4:-7x0x9223372036854775807");
    EXPECT_EQ(strides_text(*tensor), "-7x0x9223372036854775807");
    EXPECT_EQ(tensor->strides_from, stride_kind::given);
}

TEST(op_logical_tensor, dims_may_be_null_without_an_axis) {
    EXPECT_EQ(to_string(*make_logical_tensor(libselect_f32, 0, nullptr, nullptr)), "f32:scalar");
    EXPECT_EQ(to_string(*make_logical_tensor(libselect_f32, -1, nullptr, nullptr)), "f32:*");
}

TEST(op_logical_tensor, dims_may_not_be_null_with_an_axis) {
    EXPECT_EQ(failure_of([] { (void)make_logical_tensor(libselect_f32, 2, nullptr, nullptr); }),
            "invalid_arguments: logical_tensor: dims is NULL, rank is 2; one dim per axis is "
            "needed");
}

TEST(op_logical_tensor, the_rank_is_0_to_64_or_unknown) {
    const libselect::axis_array ones = [] {
        libselect::axis_array dims;
        dims.fill(1);
        return dims;
    }();
    EXPECT_EQ(make_logical_tensor(libselect_f32, 64, ones.data(), nullptr)->dims.rank, 64);
    for (const int rank : {65, -2, INT32_MAX, INT32_MIN})
        EXPECT_EQ(failure_of([&] {
            (void)make_logical_tensor(libselect_f32, rank, ones.data(), nullptr);
        }),
                "invalid_arguments: logical_tensor: rank is " + std::to_string(rank)
                        + "; it must be 0 to 64 or unknown");
}

TEST(op_logical_tensor, a_dim_is_not_negative) {
    EXPECT_EQ(failure_of([] { (void)tensor_of(libselect_f32, "2x-1x3"); }),
            "invalid_arguments: logical_tensor: dim 1 is -1; a dim must be >= 0 or unknown");
    // One above LIBSELECT_UNKNOWN_DIM.
    EXPECT_EQ(failure_of([] { (void)tensor_of(libselect_f32, "-9223372036854775807"); }),
            "invalid_arguments: logical_tensor: dim 0 is -9223372036854775807; a dim must be >= 0 "
            "or unknown");
}

TEST(op_logical_tensor, the_type_is_one_of_the_table) {
    for (const int type : {0, 20, 31})
        EXPECT_EQ(failure_of([&] {
            (void)make_logical_tensor(static_cast<libselect::data_type>(type), 0, nullptr, nullptr);
        }),
                "invalid_arguments: logical_tensor: type " + std::to_string(type)
                        + " is not a data type");
}

TEST(op_logical_tensor, equal_compares_type_rank_and_dims) {
    const tensor_ref tensor = tensor_of(libselect_f32, "2x3");
    EXPECT_TRUE(are_equal(tensor, tensor_of(libselect_f32, "2x3")));
    EXPECT_FALSE(are_equal(tensor, tensor_of(libselect_s32, "2x3")));
    EXPECT_FALSE(are_equal(tensor, tensor_of(libselect_f32, "2x4")));
    EXPECT_FALSE(are_equal(tensor, tensor_of(libselect_f32, "1x2x3")));
    EXPECT_FALSE(are_equal(tensor, tensor_of(libselect_f32, "2x?")));
    EXPECT_FALSE(are_equal(tensor, tensor_of(libselect_f32, "*")));
}

TEST(op_logical_tensor, equal_compares_strides_however_they_were_given) {
    const tensor_ref dense = tensor_of(libselect_f32, "2x3");
    EXPECT_TRUE(are_equal(dense, tensor_of(libselect_f32, "2x3:3x1")));
    EXPECT_FALSE(are_equal(dense, tensor_of(libselect_f32, "2x3:4x1")));
    EXPECT_FALSE(are_equal(dense, tensor_of(libselect_f32, "2x3:3x-1")));
}

TEST(op_logical_tensor, equal_does_not_look_at_the_stride_of_a_dim_of_1) {
    EXPECT_TRUE(
            are_equal(tensor_of(libselect_f32, "2x1x3:3x77x1"), tensor_of(libselect_f32, "2x1x3")));
}

TEST(op_logical_tensor, equal_ignores_strides_where_there_are_no_elements) {
    EXPECT_TRUE(
            are_equal(tensor_of(libselect_f32, "0x3:3x1"), tensor_of(libselect_f32, "0x3:1x7")));
}

TEST(op_logical_tensor, equal_tells_given_strides_of_unknown_dims_apart) {
    EXPECT_FALSE(
            are_equal(tensor_of(libselect_f32, "?x3:3x1"), tensor_of(libselect_f32, "?x3:4x1")));
}

TEST(op_logical_tensor, prints_type_dims_and_given_strides) {
    EXPECT_EQ(to_string(*tensor_of(libselect_f32, "2x3")), "f32:2x3");
    EXPECT_EQ(to_string(*tensor_of(libselect_bf16, "2x3:1x-2")), "bf16:2x3:strides 1x-2");
    EXPECT_EQ(to_string(*tensor_of(libselect_boolean, "scalar")), "boolean:scalar");
    EXPECT_EQ(to_string(*tensor_of(libselect_u8, "?x0x7")), "u8:?x0x7");
    EXPECT_EQ(to_string(*tensor_of(libselect_c128, "*")), "c128:*");
}

TEST(op_logical_tensor, every_owner_counts) {
    tensor_ref first = tensor_of(libselect_f32, "2");
    EXPECT_EQ(first->owners, 1);
    {
        const tensor_ref second = first;
        EXPECT_EQ(first->owners, 2);
        EXPECT_EQ(second.get(), first.get());
    }
    EXPECT_EQ(first->owners, 1);
    const tensor_ref moved = std::move(first);
    EXPECT_EQ(moved->owners, 1);
}

} // namespace
} // namespace internal
