// SPDX-License-Identifier: Apache-2.0
// Handles of another kind count as NULL and are named in the text.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "unit/c_objects.hpp"

namespace {

using operands = std::array<const libselect_logical_tensor_t *, 4>;

std::string refusal(
        const std::string &argument, const std::string &kind, const std::string &fault) {
    return argument + " " + fault + "; it must point to a " + kind + " in use";
}

class api_handles : public testing::Test {
protected:
    const unit::c_tensor mask_ = unit::make_tensor(libselect_boolean, {2, 3});
    const unit::c_tensor source_ = unit::make_tensor(libselect_f32, {2, 3});
    const unit::c_op op_ = unit::make_op(mask_, source_, source_);
    const unit::c_primitive primitive_ = unit::make_primitive(op_);
    const operands tensors_ {mask_.get(), source_.get(), source_.get(), source_.get()};

    // Executes, and tells whether dst was written.
    [[nodiscard]] static bool is_written_by(
            const libselect_primitive_t *primitive, const operands &tensors) {
        std::array<std::uint8_t, 6> cond {1, 0, 1, 0, 1, 0};
        std::array<float, 6> ones {}, twos {}, result {};
        ones.fill(1);
        twos.fill(2);
        const std::array<libselect_memory_t, 4> memories {{{tensors[0], cond.data(), sizeof cond},
                {tensors[1], ones.data(), sizeof ones}, {tensors[2], twos.data(), sizeof twos},
                {tensors[3], result.data(), sizeof result}}};
        const libselect_status_t status = libselect_execute(
                primitive, &memories[0], &memories[1], &memories[2], &memories[3]);
        const bool is_right = result == std::array<float, 6> {1, 2, 1, 2, 1, 2};
        const bool is_untouched = result == std::array<float, 6> {};
        EXPECT_TRUE(status == libselect_success ? is_right : is_untouched);
        EXPECT_TRUE(status == libselect_success || status == libselect_invalid_arguments);
        return status == libselect_success;
    }

    static void expect_no_op(const operands &tensors, const std::string &text) {
        libselect_select_op_t *made = nullptr;
        EXPECT_EQ(libselect_select_op_create(&made, tensors[0], tensors[1], tensors[2], tensors[3],
                          libselect_auto_broadcast_numpy, LIBSELECT_DEFAULT_AXIS),
                libselect_invalid_arguments);
        EXPECT_EQ(made, nullptr);
        EXPECT_EQ(libselect_last_error(), text);
    }

    static void expect_no_primitive(const libselect_select_op_t *op, const std::string &text) {
        libselect_primitive_t *made = nullptr;
        EXPECT_EQ(libselect_primitive_create(&made, op, 0), libselect_invalid_arguments);
        EXPECT_EQ(made, nullptr);
        EXPECT_EQ(libselect_last_error(), text);
    }
};

TEST_F(api_handles, an_object_of_another_kind_counts_as_no_tensor) {
    const auto *other = reinterpret_cast<const libselect_logical_tensor_t *>(op_.get());
    EXPECT_EQ(libselect_logical_tensor_data_type(other), libselect_undef);
    EXPECT_EQ(libselect_logical_tensor_rank(other), LIBSELECT_UNKNOWN_RANK);
    EXPECT_EQ(libselect_logical_tensor_dims(other), nullptr);
    EXPECT_EQ(libselect_logical_tensor_strides(other), nullptr);
    EXPECT_EQ(libselect_logical_tensor_retain(other), nullptr);
    std::size_t size = 77;
    EXPECT_EQ(libselect_logical_tensor_size_bytes(other, &size), libselect_invalid_arguments);
    EXPECT_EQ(size, 77U);
    EXPECT_EQ(libselect_last_error(), refusal("tensor:", "logical tensor", "is a select_op"));
}

TEST_F(api_handles, an_operand_of_another_kind_is_refused) {
    const auto *other = reinterpret_cast<const libselect_logical_tensor_t *>(op_.get());
    constexpr std::array<const char *, 4> names {"cond", "src0", "src1", "dst"};
    for (std::size_t i = 0; i < 4; ++i) {
        operands tensors = tensors_;
        tensors.at(i) = other;
        expect_no_op(tensors,
                refusal(names.at(i) + std::string(":"), "logical tensor", "is a select_op"));
        EXPECT_FALSE(is_written_by(primitive_.get(), tensors));
        EXPECT_EQ(libselect_last_error(),
                refusal(names.at(i) + std::string(": the memory's logical tensor"),
                        "logical tensor", "is a select_op"));
    }
}

TEST_F(api_handles, an_object_of_another_kind_counts_as_no_op) {
    const auto *other = reinterpret_cast<const libselect_select_op_t *>(source_.get());
    EXPECT_EQ(libselect_select_op_cond(other), nullptr);
    EXPECT_EQ(libselect_select_op_src0(other), nullptr);
    EXPECT_EQ(libselect_select_op_src1(other), nullptr);
    EXPECT_EQ(libselect_select_op_dst(other), nullptr);
    EXPECT_EQ(libselect_select_op_auto_broadcast(other), libselect_auto_broadcast_numpy);
    EXPECT_EQ(libselect_select_op_axis(other), LIBSELECT_DEFAULT_AXIS);
    EXPECT_EQ(libselect_select_op_print(other, nullptr, 0), 0U);
    EXPECT_EQ(libselect_last_error(), refusal("object:", "select_op", "is a logical tensor"));
}

TEST_F(api_handles, an_object_of_another_kind_counts_as_no_primitive) {
    const auto *other = reinterpret_cast<const libselect_primitive_t *>(op_.get());
    EXPECT_FALSE(is_written_by(other, tensors_));
    EXPECT_EQ(libselect_last_error(), refusal("primitive:", "primitive", "is a select_op"));
    EXPECT_EQ(libselect_primitive_implementation(other), nullptr);
    EXPECT_EQ(libselect_primitive_max_threads(other), 0);
    EXPECT_EQ(libselect_primitive_print(other, nullptr, 0), 0U);
}

TEST_F(api_handles, the_text_says_of_what_kind_an_object_is) {
    const auto *op_as_tensor = reinterpret_cast<const libselect_logical_tensor_t *>(op_.get());
    const auto *tensor_as_op = reinterpret_cast<const libselect_select_op_t *>(source_.get());
    const auto *op_as_primitive = reinterpret_cast<const libselect_primitive_t *>(op_.get());
    const auto *primitive_as_op = reinterpret_cast<const libselect_select_op_t *>(primitive_.get());
    expect_no_op({mask_.get(), op_as_tensor, source_.get(), nullptr},
            refusal("src0:", "logical tensor", "is a select_op"));
    expect_no_primitive(tensor_as_op, refusal("op:", "select_op", "is a logical tensor"));
    expect_no_primitive(primitive_as_op, refusal("op:", "select_op", "is a primitive"));
    EXPECT_FALSE(is_written_by(op_as_primitive, tensors_));
    EXPECT_EQ(libselect_last_error(), refusal("primitive:", "primitive", "is a select_op"));
    const std::vector<char> zeros(10000);
    EXPECT_FALSE(
            is_written_by(reinterpret_cast<const libselect_primitive_t *>(zeros.data()), tensors_));
    EXPECT_EQ(libselect_last_error(),
            refusal("primitive:", "primitive", "points to no object of this library"));
}

TEST_F(api_handles, objects_of_another_kind_are_not_destroyed) {
    libselect_primitive_destroy(reinterpret_cast<libselect_primitive_t *>(op_.get()));
    libselect_select_op_destroy(reinterpret_cast<libselect_select_op_t *>(primitive_.get()));
    libselect_logical_tensor_destroy(
            reinterpret_cast<libselect_logical_tensor_t *>(primitive_.get()));
    EXPECT_TRUE(is_written_by(primitive_.get(), tensors_));
    EXPECT_TRUE(is_written_by(unit::make_primitive(op_).get(), tensors_));
}

TEST_F(api_handles, an_op_keeps_its_tensors_when_they_are_destroyed_too_often) {
    unit::c_tensor scalar = unit::make_tensor(libselect_f32, {2, 3}, {3, 1});
    const unit::c_op op = unit::make_op(mask_, scalar, source_);
    libselect_logical_tensor_t *const handle = scalar.release();
    for (int i = 0; i < 5; ++i)
        libselect_logical_tensor_destroy(handle);
    operands tensors = tensors_;
    tensors[1] = libselect_select_op_src0(op.get());
    ASSERT_EQ(tensors[1], handle);
    EXPECT_TRUE(is_written_by(unit::make_primitive(op).get(), tensors));
    EXPECT_EQ(libselect_logical_tensor_rank(handle), 2);
}

TEST_F(api_handles, threads_may_destroy_at_once) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([this] {
            for (int n = 0; n < 500; ++n) {
                const unit::c_tensor own = unit::make_tensor(libselect_f32, {2, 3});
                const unit::c_op op = unit::make_op(mask_, own, source_);
                const operands tensors {mask_.get(), own.get(), source_.get(), source_.get()};
                EXPECT_TRUE(is_written_by(unit::make_primitive(op).get(), tensors));
            }
        });
    for (std::thread &one : threads)
        one.join();
}

} // namespace
