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

TEST(tensor, without_strides_is_dense_with_the_last_dim_fastest) {
    EXPECT_EQ(logical_tensor(data_type::f32, {2, 3, 4}).strides(), (dims {12, 4, 1}));
}

TEST(tensor, of_rank_zero_is_a_scalar_of_one_element) {
    const logical_tensor scalar(data_type::f64, {});
    EXPECT_EQ(scalar.rank(), 0);
    EXPECT_EQ(scalar.size_bytes(), 8U);
}

TEST(tensor, with_a_zero_dim_has_no_bytes) {
    EXPECT_EQ(logical_tensor(data_type::f64, {3, 0}).size_bytes(), 0U);
}

TEST(tensor, size_spans_the_lowest_to_the_highest_byte) {
    EXPECT_EQ(logical_tensor(data_type::u16, {3, 4}, {-10, 2}).size_bytes(), 2U * (20 + 6 + 1));
}

TEST(tensor, size_with_zero_strides_counts_the_repeated_element_once) {
    EXPECT_EQ(logical_tensor(data_type::u16, {3, 4}, {0, 0}).size_bytes(), 2U);
}

void expect_no_size(
        const logical_tensor &tensor, libselect_status_t status = libselect_invalid_shape) {
    std::size_t size_bytes = 55;
    EXPECT_EQ(libselect_logical_tensor_size_bytes(tensor.get(), &size_bytes), status);
    EXPECT_EQ(size_bytes, 55U);
}

TEST(tensor, size_with_an_unknown_dim_is_refused) {
    expect_no_size(logical_tensor(data_type::f32, {2, libselect::unknown_dim}));
}

constexpr std::int64_t big = std::int64_t {1} << 61;

TEST(tensor, size_of_dims_beyond_63_bits_is_refused) {
    expect_no_size(logical_tensor(data_type::f32, {big}));
    expect_no_size(logical_tensor(data_type::u8, {4, 4, big}));
}

TEST(tensor, size_of_strides_beyond_63_bits_is_refused) {
    constexpr auto status = libselect_invalid_arguments;
    constexpr std::int64_t half = INT64_MAX / 2 + 2;
    expect_no_size(logical_tensor(data_type::f64, {2}, {big}), status);
    expect_no_size(logical_tensor(data_type::u8, {2}, {INT64_MIN}), status);
    expect_no_size(logical_tensor(data_type::u8, {2, 2}, {half, -half}), status);
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
}

TEST(op, infers_a_dense_dst) {
    const logical_tensor mask(data_type::boolean, {4, 1});
    const logical_tensor src0(data_type::s8, {2, 1, 5}), src1(data_type::s8, {4, 1}, {-3, 1});
    const libselect::select_op op(mask, src0, src1);
    EXPECT_EQ(op.dst().type(), data_type::s8);
    EXPECT_EQ(op.dst().dims(), (dims {2, 4, 5}));
    EXPECT_EQ(op.dst().strides(), (dims {20, 5, 1}));
}

TEST(op, keeps_the_strides_of_a_given_dst) {
    const logical_tensor mask(data_type::boolean, {}), source(data_type::s8, {2, 3});
    const libselect::select_op op(
            mask, source, source, logical_tensor(data_type::s8, {2, 3}, {1, -2}));
    EXPECT_EQ(op.dst().strides(), (dims {1, -2}));
}

TEST(op, refuses_a_given_dst_of_another_shape_or_type) {
    const unit::c_tensor mask = unit::make_tensor(libselect_boolean, {});
    const unit::c_tensor source = unit::make_tensor(libselect_f32, {2, 3});
    EXPECT_EQ(
            unit::make_op(mask, source, source, unit::make_tensor(libselect_f32, {3, 2})), nullptr);
    EXPECT_EQ(unit::make_op(mask, source, source, unit::make_tensor(libselect_f32, {1, 2, 3})),
            nullptr);
    EXPECT_EQ(
            unit::make_op(mask, source, source, unit::make_tensor(libselect_s32, {2, 3})), nullptr);
    EXPECT_NE(
            unit::make_op(mask, source, source, unit::make_tensor(libselect_f32, {2, 3})), nullptr);
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
