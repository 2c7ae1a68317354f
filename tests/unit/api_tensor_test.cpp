// SPDX-License-Identifier: Apache-2.0
// Logical tensors and ops answer what they were made with.
#include <gtest/gtest.h>

#include "unit/c_objects.hpp"

#include <libselect/libselect.hpp>

// In c_api_compiles.c.
extern "C" int select_in_c99(float *dst);

namespace {

using libselect::data_type;
using libselect::dims;
using libselect::logical_tensor;

TEST(tensor, answers_type_rank_dims_and_strides) {
    const logical_tensor tensor(data_type::bf16, {2, 3}, {-7, 0});
    EXPECT_EQ(tensor.type(), data_type::bf16);
    EXPECT_EQ(tensor.rank(), 2);
    EXPECT_EQ(tensor.dims(), (dims {2, 3}));
    EXPECT_EQ(tensor.strides(), (dims {-7, 0}));
}

TEST(tensor, size_spans_the_lowest_to_the_highest_byte) {
    EXPECT_EQ(logical_tensor(data_type::u16, {3, 4}, {-10, 2}).size_bytes(), 2U * (20 + 6 + 1));
}

TEST(tensor, a_refused_size_leaves_the_output_alone) {
    std::size_t size_bytes = 55;
    const logical_tensor unknown(data_type::f32, {2, libselect::unknown_dim});
    const logical_tensor too_far(data_type::u8, {2}, {INT64_MIN});
    EXPECT_EQ(libselect_logical_tensor_size_bytes(unknown.get(), &size_bytes),
            libselect_invalid_shape);
    EXPECT_EQ(libselect_logical_tensor_size_bytes(too_far.get(), &size_bytes),
            libselect_invalid_arguments);
    EXPECT_EQ(size_bytes, 55U);
}

TEST(tensor, dims_and_strides_may_be_of_any_integer_type) {
    const std::vector<std::size_t> extents {2, 3};
    const std::vector<int> strides {1, -2};
    EXPECT_EQ(logical_tensor(data_type::f32, extents).dims(), (libselect::dims {2, 3}));
    const logical_tensor given(data_type::u1, extents, strides, 5);
    EXPECT_EQ(given.dims(), (libselect::dims {2, 3}));
    EXPECT_EQ(given.strides(), (libselect::dims {1, -2}));
    EXPECT_EQ(given.offset(), 5);
    const libselect::dims own {3, 1};
    EXPECT_EQ(logical_tensor(data_type::f32, extents, own).strides(), own);
}

// As a signed number it would be an unknown dim.
TEST(tensor, a_dim_beyond_63_bits_is_refused) {
    try {
        const std::vector<std::uint64_t> extents {2, std::uint64_t {1} << 63U};
        (void)logical_tensor(data_type::f32, extents);
        ADD_FAILURE();
    } catch (const libselect::error &refused) {
        EXPECT_EQ(refused.code(), libselect::status::invalid_arguments);
        EXPECT_STREQ(refused.what(),
                "logical_tensor: 9223372036854775808 is no dim or stride; they fit 63 bits");
    }
}

TEST(tensor, strides_that_cannot_be_told_are_null) {
    EXPECT_EQ(libselect_logical_tensor_strides(
                      logical_tensor(data_type::f32, {libselect::unknown_dim}).get()),
            nullptr);
    EXPECT_EQ(libselect_logical_tensor_strides(
                      logical_tensor(data_type::f32, {1, INT64_MAX, INT64_MAX}).get()),
            nullptr);
}

TEST(tensor, retained_once_is_destroyed_twice) {
    libselect_logical_tensor_t *tensor = unit::make_tensor(libselect_f32, {2}).release();
    EXPECT_EQ(libselect_logical_tensor_retain(tensor), tensor);
    libselect_logical_tensor_destroy(tensor);
    EXPECT_EQ(libselect_logical_tensor_rank(tensor), 1);
    libselect_logical_tensor_destroy(tensor);
}

TEST(tensor, copies_and_moves_keep_the_object) {
    logical_tensor first(data_type::f32, {5});
    const logical_tensor copy = first;
    const logical_tensor moved = std::move(first);
    EXPECT_EQ(copy.get(), moved.get());
    EXPECT_EQ(copy.dims(), (dims {5}));
}

TEST(op, answers_what_it_was_made_with) {
    const logical_tensor mask(data_type::boolean, {3}), source(data_type::f32, {2, 3, 4});
    const logical_tensor fill(data_type::f32, {1, 4});
    const libselect::select_op op(mask, source, fill, {"pdpd", 1});
    EXPECT_EQ(libselect_select_op_cond(op.get()), mask.get());
    EXPECT_EQ(libselect_select_op_src0(op.get()), source.get());
    EXPECT_EQ(libselect_select_op_src1(op.get()), fill.get());
    EXPECT_EQ(op.attr().mode, libselect::auto_broadcast::pdpd);
    EXPECT_EQ(op.attr().axis, 1);
    EXPECT_EQ(op.dst().dims(), (dims {2, 3, 4}));
    EXPECT_EQ(op.dst().strides(), (dims {12, 4, 1}));
}

TEST(op, outlives_its_tensors) {
    unit::c_tensor mask = unit::make_tensor(libselect_boolean, {});
    unit::c_tensor source = unit::make_tensor(libselect_f32, {2, 3});
    const unit::c_op op = unit::make_op(mask, source, source);
    mask.reset();
    source.reset();
    EXPECT_EQ(libselect_logical_tensor_rank(libselect_select_op_src0(op.get())), 2);
    EXPECT_NE(unit::make_primitive(op), nullptr);
}

TEST(c_interface, serves_a_c99_program) {
    float dst[2] {};
    EXPECT_EQ(select_in_c99(dst), 0);
    EXPECT_EQ(dst[0], 1);
    EXPECT_EQ(dst[1], 3);
}

} // namespace
