// SPDX-License-Identifier: Apache-2.0
// The op descriptor: its checks of attributes and types, what it keeps, how it prints.
#include "op/select_op.hpp"

#include <gtest/gtest.h>

#include "common/expect_failure.hpp"
#include "common/text_shape.hpp"

namespace internal {
namespace {

using libselect::equal;
using libselect::make_select_op;
using libselect::select_op;
using libselect::tensor_ref;
using libselect::to_string;

std::string op_refusal(const std::string &cond, const std::string &src0, const std::string &src1,
        const op_options &options = {}) {
    return failure_of([&] { (void)op_of(cond, src0, src1, options); });
}

TEST(op_select_op, keeps_its_operands_and_attributes) {
    const tensor_ref condition = tensor_of(libselect_boolean, "4");
    const tensor_ref if_true = tensor_of(libselect_f32, "2x4");
    const tensor_ref if_false = tensor_of(libselect_f32, "4");
    const select_op op = make_select_op(
            *condition, *if_true, *if_false, nullptr, {libselect_auto_broadcast_pdpd, 1});
    EXPECT_EQ(op.cond.tensor(), condition.get());
    EXPECT_EQ(op.src0.get(), if_true.get());
    EXPECT_EQ(op.src1.get(), if_false.get());
    EXPECT_EQ(op.attr.mode, libselect_auto_broadcast_pdpd);
    EXPECT_EQ(op.attr.axis, 1);
}

TEST(op_select_op, infers_a_dense_dst_of_the_type_of_src0) {
    const select_op op = op_of("4x5", "scalar", "2x3x4x5", {.type = libselect_bf16});
    EXPECT_EQ(to_string(*op.dst), "bf16:2x3x4x5");
    EXPECT_TRUE(equal(*op.dst, *tensor_of(libselect_bf16, "2x3x4x5:60x20x5x1")));
}

TEST(op_select_op, infers_what_it_can_from_unknown_shapes) {
    EXPECT_EQ(to_string(*op_of("?", "?x1", "?x3").dst), "f32:?x3");
    EXPECT_EQ(to_string(*op_of("?", "*", "?x3").dst), "f32:*");
}

TEST(op_select_op, one_tensor_may_be_several_operands) {
    const tensor_ref mask = tensor_of(libselect_boolean, "3");
    const select_op op = make_select_op(*mask, *mask, *mask, mask.get(), {});
    EXPECT_EQ(to_string(op), "select cond:boolean:3 src0:boolean:3 src1:boolean:3 dst:boolean:3 "
                             "auto_broadcast:numpy");
}

TEST(op_select_op, takes_every_type_as_source) {
    for (int type = 1; type <= 17; ++type)
        EXPECT_EQ(op_refusal("2", "2", "2", {.type = static_cast<libselect::data_type>(type)}), "");
}

TEST(op_select_op, cond_must_be_boolean) {
    const tensor_ref tensor = tensor_of(libselect_u8, "3");
    EXPECT_EQ(failure_of([&] { (void)make_select_op(*tensor, *tensor, *tensor, nullptr, {}); }),
            "invalid_data_type: cond: type is u8; it must be boolean, u1 or u1_msb; describe the "
            "bytes "
            "as boolean, or make the condition nonzero of them");
}

TEST(op_select_op, src1_has_the_type_of_src0) {
    const tensor_ref mask = tensor_of(libselect_boolean, "3");
    const tensor_ref floats = tensor_of(libselect_f32, "3");
    const tensor_ref ints = tensor_of(libselect_s32, "3");
    EXPECT_EQ(failure_of([&] { (void)make_select_op(*mask, *floats, *ints, nullptr, {}); }),
            "invalid_data_type: src1: type is s32, src0 type is f32; src0, src1 and dst must have "
            "one type");
}

TEST(op_select_op, dst_has_the_type_of_src0) {
    const tensor_ref mask = tensor_of(libselect_boolean, "3");
    const tensor_ref floats = tensor_of(libselect_f32, "3");
    const tensor_ref ints = tensor_of(libselect_s32, "3");
    EXPECT_EQ(failure_of([&] { (void)make_select_op(*mask, *floats, *floats, ints.get(), {}); }),
            "invalid_data_type: dst: type is s32, src0 type is f32; src0, src1 and dst must have "
            "one type");
}

TEST(op_select_op, checks_attributes_then_types_then_shapes) {
    const tensor_ref ints = tensor_of(libselect_s32, "3");
    const tensor_ref other = tensor_of(libselect_f32, "2");
    EXPECT_EQ(failure_of([&] {
        (void)make_select_op(*ints, *ints, *other, nullptr, {libselect_auto_broadcast_numpy, 0});
    }),
            "invalid_arguments: axis: is 0, must be -1 with auto_broadcast=numpy; only pdpd has an "
            "axis");
    EXPECT_EQ(failure_of([&] { (void)make_select_op(*ints, *ints, *other, nullptr, {}); }),
            "invalid_data_type: cond: type is s32; it must be boolean, u1 or u1_msb; the condition "
            "nonzero takes numbers");
}

TEST(op_select_op, a_wrong_shape_is_refused_with_the_sentence_of_inference) {
    EXPECT_EQ(op_refusal("3x5", "2x3x4x5", "1"),
            "invalid_shape: cond: dim 0 is 3, dst dim 2 is 4; cond may not enlarge dst "
            "(auto_broadcast=numpy)");
}

TEST(op_select_op, takes_all_axes_of_pdpd_that_fit) {
    const libselect::attributes axis_1 {libselect_auto_broadcast_pdpd, 1};
    EXPECT_EQ(to_string(*op_of("3x4", "2x3x4x5", "3x1", {.attr = axis_1}).dst), "f32:2x3x4x5");
    EXPECT_EQ(op_refusal("2x4", "2x4", "4", {.attr = axis_1}),
            "invalid_shape: cond: axis 1 + rank 2 is beyond src0 rank 2; an input may not end after "
            "src0 (auto_broadcast=pdpd)");
}

TEST(op_select_op, prints_operands_layouts_and_attributes) {
    EXPECT_EQ(to_string(op_of("4x5", "scalar", "2x3x4x5")),
            "select cond:boolean:4x5 src0:f32:scalar src1:f32:2x3x4x5 dst:f32:2x3x4x5 "
            "auto_broadcast:numpy");
    const libselect::attributes axis_0 {libselect_auto_broadcast_pdpd, 0};
    EXPECT_EQ(to_string(op_of("2", "2x3:1x2", "2", {.dst = "2x3:4x1", .attr = axis_0})),
            "select cond:boolean:2 src0:f32:2x3:strides 1x2 src1:f32:2 dst:f32:2x3:strides 4x1 "
            "auto_broadcast:pdpd axis:0");
}

} // namespace
} // namespace internal
