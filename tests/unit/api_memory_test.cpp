// SPDX-License-Identifier: Apache-2.0
// What execute demands of memories: the op's tensor, data, and room.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "unit/c_objects.hpp"

namespace {

constexpr std::array<const char *, 4> memory_names {"cond", "src0", "src1", "dst"};

// A 2 x 5 f32 Select with a dst of its own strides, all in exact sizes.
class api_memory : public testing::Test {
protected:
    api_memory() {
        memories_[0] = {mask_.get(), cond_.data(), cond_.size()};
        memories_[1] = {backwards_.get(), &src0_[9], 40};
        memories_[2] = {scalar_.get(), &src1_, 4};
        memories_[3] = {padded_.get(), dst_.data(), 4 * (7 + 5)};
    }
    libselect_status_t execute() {
        return libselect_execute(
                primitive_.get(), &memories_[0], &memories_[1], &memories_[2], &memories_[3]);
    }
    // The library has refused: dst is as it was, and the text names the operand.
    void expect_refused(std::size_t operand) {
        EXPECT_EQ(execute(), libselect_invalid_arguments);
        EXPECT_EQ(dst_, std::vector<float>(12, -1));
        EXPECT_EQ(std::string(libselect_last_error()).find(memory_names[operand]), 0U)
                << libselect_last_error();
    }
    void expect_refused_with(const unit::c_tensor &tensor, std::size_t operand) {
        const libselect_logical_tensor_t *const right = memories_[operand].tensor;
        memories_[operand].tensor = tensor.get();
        expect_refused(operand);
        memories_[operand].tensor = right;
    }

    const unit::c_tensor mask_ = unit::make_tensor(libselect_boolean, {2, 5});
    const unit::c_tensor backwards_ = unit::make_tensor(libselect_f32, {2, 5}, {-5, -1});
    const unit::c_tensor scalar_ = unit::make_tensor(libselect_f32, {});
    const unit::c_tensor padded_ = unit::make_tensor(libselect_f32, {2, 5}, {7, 1});
    const unit::c_op op_ = unit::make_op(mask_, backwards_, scalar_, padded_);
    const unit::c_primitive primitive_ = unit::make_primitive(op_);

    std::vector<std::uint8_t> cond_ = std::vector<std::uint8_t>(10, 1);
    std::vector<float> src0_ {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    float src1_ = 100;
    std::vector<float> dst_ = std::vector<float>(12, -1);
    std::array<libselect_memory_t, 4> memories_ {};
};

TEST_F(api_memory, exact_sizes_are_accepted) {
    ASSERT_EQ(execute(), libselect_success) << libselect_last_error();
    EXPECT_EQ(dst_, (std::vector<float> {9, 8, 7, 6, 5, -1, -1, 4, 3, 2, 1, 0}));
}

TEST_F(api_memory, unknown_sizes_are_accepted) {
    for (libselect_memory_t &memory : memories_)
        memory.size_bytes = LIBSELECT_UNKNOWN_SIZE;
    EXPECT_EQ(execute(), libselect_success);
}

TEST_F(api_memory, a_size_one_byte_too_small_is_refused_for_each_operand) {
    for (std::size_t i = 0; i < 4; ++i) {
        --memories_[i].size_bytes;
        expect_refused(i);
        ++memories_[i].size_bytes;
    }
}

TEST_F(api_memory, size_bytes_query_is_the_exact_size_for_each_operand) {
    for (const libselect_memory_t &memory : memories_) {
        std::size_t size_bytes = 0;
        EXPECT_EQ(
                libselect_logical_tensor_size_bytes(memory.tensor, &size_bytes), libselect_success);
        EXPECT_EQ(size_bytes, memory.size_bytes);
    }
}

TEST_F(api_memory, null_data_is_refused_for_each_operand) {
    for (std::size_t i = 0; i < 4; ++i) {
        void *const data = memories_[i].data;
        memories_[i].data = nullptr;
        expect_refused(i);
        memories_[i].data = data;
    }
}

TEST_F(api_memory, null_tensor_is_refused_for_each_operand) {
    for (std::size_t i = 0; i < 4; ++i) {
        const libselect_logical_tensor_t *const tensor = memories_[i].tensor;
        memories_[i].tensor = nullptr;
        expect_refused(i);
        memories_[i].tensor = tensor;
    }
}

TEST_F(api_memory, null_memory_is_refused_for_each_operand) {
    for (std::size_t i = 0; i < 4; ++i) {
        const auto at = [&](std::size_t j) { return i == j ? nullptr : &memories_[j]; };
        EXPECT_EQ(libselect_execute(primitive_.get(), at(0), at(1), at(2), at(3)),
                libselect_invalid_arguments);
        EXPECT_EQ(dst_, std::vector<float>(12, -1));
    }
}

TEST_F(api_memory, null_primitive_is_refused) {
    EXPECT_EQ(
            libselect_execute(nullptr, &memories_[0], &memories_[1], &memories_[2], &memories_[3]),
            libselect_invalid_arguments);
}

TEST_F(api_memory, an_equal_tensor_made_apart_is_accepted_for_each_operand) {
    const std::array<unit::c_tensor, 4> equal {unit::make_tensor(libselect_boolean, {2, 5}, {5, 1}),
            unit::make_tensor(libselect_f32, {2, 5}, {-5, -1}),
            unit::make_tensor(libselect_f32, {}), unit::make_tensor(libselect_f32, {2, 5}, {7, 1})};
    for (std::size_t i = 0; i < 4; ++i)
        memories_[i].tensor = equal[i].get();
    EXPECT_EQ(execute(), libselect_success) << libselect_last_error();
}

TEST_F(api_memory, a_tensor_of_another_type_is_refused_for_each_operand) {
    const std::array<unit::c_tensor, 4> other {unit::make_tensor(libselect_u8, {2, 5}),
            unit::make_tensor(libselect_s32, {2, 5}, {-5, -1}),
            unit::make_tensor(libselect_s32, {}), unit::make_tensor(libselect_s32, {2, 5}, {7, 1})};
    for (std::size_t i = 0; i < 4; ++i)
        expect_refused_with(other[i], i);
}

TEST_F(api_memory, a_tensor_of_other_dims_is_refused_for_each_operand) {
    const std::array<unit::c_tensor, 4> other {unit::make_tensor(libselect_boolean, {5, 2}),
            unit::make_tensor(libselect_f32, {2, 4}, {-5, -1}),
            unit::make_tensor(libselect_f32, {1}),
            unit::make_tensor(libselect_f32, {1, 2, 5}, {14, 7, 1})};
    for (std::size_t i = 0; i < 4; ++i)
        expect_refused_with(other[i], i);
}

TEST_F(api_memory, a_tensor_of_other_strides_is_refused_for_each_operand_with_a_stride) {
    const std::array<unit::c_tensor, 4> other {unit::make_tensor(libselect_boolean, {2, 5}, {6, 1}),
            unit::make_tensor(libselect_f32, {2, 5}), nullptr,
            unit::make_tensor(libselect_f32, {2, 5})};
    for (const std::size_t i : {0U, 1U, 3U})
        expect_refused_with(other[i], i);
}

TEST_F(api_memory, a_primitive_outlives_its_op_and_is_unharmed_by_refusals) {
    const unit::c_tensor mask = unit::make_tensor(libselect_boolean, {2, 5});
    unit::c_op op = unit::make_op(mask, backwards_, scalar_, padded_);
    const unit::c_primitive primitive = unit::make_primitive(op);
    op.reset();
    memories_[3].size_bytes = 1;
    EXPECT_EQ(libselect_execute(
                      primitive.get(), &memories_[0], &memories_[1], &memories_[2], &memories_[3]),
            libselect_invalid_arguments);
    memories_[3].size_bytes = LIBSELECT_UNKNOWN_SIZE;
    EXPECT_EQ(libselect_execute(
                      primitive.get(), &memories_[0], &memories_[1], &memories_[2], &memories_[3]),
            libselect_success);
    EXPECT_EQ(dst_[0], 9);
}

} // namespace
