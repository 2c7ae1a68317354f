// SPDX-License-Identifier: Apache-2.0
// A dst that the caller gives: its dims against the inferred ones, its strides against each other.
#include <gtest/gtest.h>

#include <set>

#include "common/expect_failure.hpp"
#include "common/text_shape.hpp"
#include "harness/random.hpp"

namespace internal {
namespace {

using libselect::to_string;

std::string dst_of(const char *src0, const char *dst) {
    return to_string(*op_of("1", src0, "1", {.dst = dst}).dst);
}

std::string refusal(const char *src0, const std::string &dst) {
    return failure_of([&] { (void)op_of("1", src0, "1", {.dst = dst}); });
}

std::string shares_memory(const std::string &dst) {
    return "invalid_arguments: dst: " + dst
           + " makes two elements share memory; each element of dst needs its own";
}

TEST(op_select_op_dst, keeps_the_strides_that_are_given) {
    EXPECT_EQ(dst_of("2x3", "2x3:1x2"), "f32:2x3:strides 1x2");
    EXPECT_EQ(dst_of("2x3", "2x3:-8x-1"), "f32:2x3:strides -8x-1");
}

TEST(op_select_op_dst, is_the_object_that_was_given_where_nothing_is_filled_in) {
    const auto mask = tensor_of(libselect_boolean, "2x3");
    const auto source = tensor_of(libselect_f32, "2x3");
    for (const char *given : {"2x3", "2x3:1x2"}) {
        const auto result = tensor_of(libselect_f32, given);
        const auto op = libselect::make_select_op(*mask, *source, *source, result.get(), {});
        EXPECT_EQ(op.dst.get(), result.get()) << given;
    }
}

TEST(op_select_op_dst, takes_its_unknown_dims_from_inference) {
    EXPECT_EQ(dst_of("2x3", "?x3"), "f32:2x3");
    EXPECT_EQ(dst_of("2x3", "?x?:8x2"), "f32:2x3:strides 8x2");
    EXPECT_EQ(dst_of("2x3", "*"), "f32:2x3");
}

TEST(op_select_op_dst, gives_its_dims_where_inference_knows_none) {
    EXPECT_EQ(dst_of("?x3", "2x3:8x2"), "f32:2x3:strides 8x2");
    EXPECT_EQ(dst_of("?x?", "2x?"), "f32:2x?");
    EXPECT_EQ(dst_of("*", "2x3:8x2"), "f32:2x3:strides 8x2");
}

TEST(op_select_op_dst, has_the_inferred_rank) {
    EXPECT_EQ(refusal("2x3", "1x2x3"),
            "invalid_shape: dst: rank is 3, inferred rank is 2; a given dst must have the inferred "
            "shape (auto_broadcast=numpy)");
    EXPECT_EQ(refusal("2x3", "scalar"),
            "invalid_shape: dst: rank is 0, inferred rank is 2; a given dst must have the inferred "
            "shape (auto_broadcast=numpy)");
}

TEST(op_select_op_dst, has_the_inferred_dims) {
    EXPECT_EQ(refusal("2x3", "2x4"), "invalid_shape: dst: dim 1 is 4, inferred dim 1 is 3; a given "
                                     "dst must have the inferred "
                                     "shape (auto_broadcast=numpy)");
    EXPECT_EQ(refusal("1x3", "2x3"), "invalid_shape: dst: dim 0 is 2, inferred dim 0 is 1; a given "
                                     "dst must have the inferred "
                                     "shape (auto_broadcast=numpy)");
    EXPECT_EQ(refusal("?x3", "?x1"), "invalid_shape: dst: dim 1 is 1, inferred dim 1 is 3; a given "
                                     "dst must have the inferred "
                                     "shape (auto_broadcast=numpy)");
}

TEST(op_select_op_dst, elements_may_not_share_memory) {
    EXPECT_EQ(refusal("2", "2:0"), shares_memory("f32:2:strides 0"));
    EXPECT_EQ(refusal("2x3", "2x3:2x1"), shares_memory("f32:2x3:strides 2x1"));
    EXPECT_EQ(refusal("2x3", "2x3:2x-1"), shares_memory("f32:2x3:strides 2x-1"));
    EXPECT_EQ(refusal("3x3", "3x3:2x4"), shares_memory("f32:3x3:strides 2x4"));
    EXPECT_EQ(refusal("2x2x2", "2x2x2:5x3x2"), shares_memory("f32:2x2x2:strides 5x3x2"));
}

TEST(op_select_op_dst, odd_layouts_that_keep_elements_apart_are_taken) {
    EXPECT_EQ(refusal("2x3", "2x3:3x2"), "");
    EXPECT_EQ(refusal("2x3", "2x3:1x2"), "");
    EXPECT_EQ(refusal("1x3", "1x3:0x1"), "");
    EXPECT_EQ(refusal("2x0x3", "2x0x3:0x0x0"), "");
    EXPECT_EQ(refusal("2x2x2", "2x2x2:4x-2x1"), "");
}

TEST(op_select_op_dst, strides_are_judged_once_the_dims_are_known) {
    EXPECT_EQ(refusal("?x3", "?x3:0x1"), "");
    EXPECT_EQ(refusal("2x3", "?x3:0x1"), shares_memory("f32:2x3:strides 0x1"));
    EXPECT_EQ(refusal("?x3", "2x3:0x1"), shares_memory("f32:2x3:strides 0x1"));
}

TEST(op_select_op_dst, every_small_layout_is_judged_as_its_addresses_are) {
    for (const auto &dims : tuples_of({1, 2, 3}, 3))
        for (const auto &strides : tuples_of({-4, -3, -1, 0, 1, 2, 4, 9}, 3)) {
            std::set<std::int64_t> addresses;
            for (std::int64_t i = 0; i < dims[0]; ++i)
                for (std::int64_t j = 0; j < dims[1]; ++j)
                    for (std::int64_t k = 0; k < dims[2]; ++k)
                        addresses.insert(i * strides[0] + j * strides[1] + k * strides[2]);
            const bool apart =
                    static_cast<std::int64_t>(addresses.size()) == dims[0] * dims[1] * dims[2];
            const auto given =
                    libselect::make_logical_tensor(libselect_f32, 3, dims.data(), strides.data());
            const auto source =
                    libselect::make_logical_tensor(libselect_f32, 3, dims.data(), nullptr);
            const auto mask = tensor_of(libselect_boolean, "1");
            ASSERT_EQ(failure_of([&] {
                (void)libselect::make_select_op(*mask, *source, *source, given.get(), {});
            }),
                    apart ? "" : shares_memory(to_string(*given)));
        }
}

TEST(op_select_op_dst, offsets_beyond_63_bits_are_refused) {
    EXPECT_EQ(refusal("2x2", "2x2:4611686018427387904x1"),
            "invalid_arguments: dst: f32:2x2:strides 4611686018427387904x1 addresses offsets that "
            "do not fit 63 bits");
    EXPECT_EQ(refusal("2x2", "2x2:-9223372036854775808x1"),
            "invalid_arguments: dst: f32:2x2:strides -9223372036854775808x1 addresses offsets that "
            "do not fit 63 bits");
    EXPECT_EQ(refusal("1x2", "1x2:-9223372036854775808x1"), "");
}

// Whether 40 random strides of 50 bits leave 2^40 elements apart is a hard question.
TEST(op_select_op_dst, strides_too_hard_to_judge_are_refused) {
    support::random_source random(1);
    std::string dims, strides;
    for (int axis = 0; axis < 40; ++axis) {
        if (axis > 0) dims += 'x';
        if (axis > 0) strides += 'x';
        dims += '2';
        strides += std::to_string(random.next() >> 14U);
    }
    EXPECT_EQ(refusal(dims.c_str(), dims + ":" + strides),
            "invalid_arguments: dst: f32:" + dims + ":strides " + strides
                    + " may make two elements share memory; each element of dst needs its own");
}

} // namespace
} // namespace internal
