// SPDX-License-Identifier: Apache-2.0
// Every refusal says one sentence, and a refused call leaves the objects it was given as they were.
#include <gtest/gtest.h>

#include <climits>
#include <functional>
#include <string>
#include <vector>

#include "unit/c_objects.hpp"

namespace {

class api_refusals : public testing::Test {
protected:
    const std::int64_t dims_[2] {2, 3};
    const unit::c_tensor mask_ = unit::make_tensor(libselect_boolean, {2, 3});
    const unit::c_tensor source_ = unit::make_tensor(libselect_f32, {2, 3});
    const unit::c_tensor wide_ = unit::make_tensor(libselect_f32, {2, 4});
    const unit::c_tensor repeating_ = unit::make_tensor(libselect_f32, {2, 3}, {0, 1});
    const unit::c_op op_ = unit::make_op(mask_, source_, source_);
    const unit::c_primitive primitive_ = unit::make_primitive(op_);
    libselect_logical_tensor_t *tensor_ = nullptr;
    libselect_select_op_t *new_op_ = nullptr;
    libselect_primitive_t *new_primitive_ = nullptr;

    libselect_status_t create_op(const unit::c_tensor &cond, const unit::c_tensor &src0,
            const unit::c_tensor &src1, const unit::c_tensor &dst, int mode, std::int64_t axis) {
        return libselect_select_op_create(&new_op_, cond.get(), src0.get(), src1.get(), dst.get(),
                static_cast<libselect_auto_broadcast_t>(mode), axis);
    }
    libselect_status_t create_tensor(int type, int rank, const std::int64_t *dims) {
        return libselect_logical_tensor_create(
                &tensor_, static_cast<libselect_data_type_t>(type), rank, dims, nullptr);
    }

    struct refusal {
        libselect_status_t status;
        const char *begin; // of the sentence
        std::function<libselect_status_t()> call;
    };
    [[nodiscard]] std::vector<refusal> all_refusals();

    // 2 x 3 ones over twos, by the primitive made before any refusal.
    [[nodiscard]] std::vector<float> execute() const {
        const std::vector<std::uint8_t> cond {1, 0, 1, 0, 1, 0};
        const std::vector<float> ones(6, 1), twos(6, 2);
        std::vector<float> result(6);
        const auto memory = [](const unit::c_tensor &tensor, const void *data) {
            return libselect_memory_t {
                    tensor.get(), const_cast<void *>(data), LIBSELECT_UNKNOWN_SIZE};
        };
        const libselect_memory_t memories[] {memory(mask_, cond.data()),
                memory(source_, ones.data()), memory(source_, twos.data()),
                memory(source_, result.data())};
        EXPECT_EQ(libselect_execute(
                          primitive_.get(), &memories[0], &memories[1], &memories[2], &memories[3]),
                libselect_success);
        return result;
    }
};

std::vector<api_refusals::refusal> api_refusals::all_refusals() {
    constexpr libselect_status_t invalid = libselect_invalid_arguments;
    static constexpr std::int64_t negative[2] {2, -1};
    static constexpr std::int64_t huge[2] {INT64_MAX, INT64_MAX};
    return {{invalid, "logical_tensor: type ", [this] { return create_tensor(99, 2, dims_); }},
            {invalid, "logical_tensor: rank ",
                    [this] { return create_tensor(libselect_f32, INT_MAX, dims_); }},
            {invalid, "logical_tensor: rank ",
                    [this] { return create_tensor(libselect_f32, 65, dims_); }},
            {invalid, "logical_tensor: rank ",
                    [this] { return create_tensor(libselect_f32, INT_MIN, dims_); }},
            {invalid, "logical_tensor: dims ",
                    [this] { return create_tensor(libselect_f32, 2, nullptr); }},
            {invalid, "logical_tensor: type ", [this] { return create_tensor(-1, 2, dims_); }},
            {invalid, "logical_tensor: dim 1 ",
                    [this] { return create_tensor(libselect_f32, 2, negative); }},
            {libselect_invalid_shape, "tensor: ",
                    [] {
                        const unit::c_tensor large =
                                unit::make_tensor(libselect_u8, {huge[0], huge[1]});
                        std::size_t size = 0;
                        return libselect_logical_tensor_size_bytes(large.get(), &size);
                    }},
            {invalid, "cond: ",
                    [this] { return create_op(nullptr, source_, source_, nullptr, 1, -1); }},
            {libselect_invalid_data_type, "cond: ",
                    [this] { return create_op(source_, source_, source_, nullptr, 1, -1); }},
            {libselect_invalid_data_type, "src",
                    [this] { return create_op(mask_, mask_, source_, nullptr, 1, -1); }},
            {libselect_invalid_shape,
                    "src1: ", [this] { return create_op(mask_, source_, wide_, nullptr, 1, -1); }},
            {libselect_invalid_shape,
                    "dst: ", [this] { return create_op(mask_, source_, source_, wide_, 1, -1); }},
            {invalid, "dst: ",
                    [this] { return create_op(mask_, source_, source_, repeating_, 1, -1); }},
            {invalid, "auto_broadcast: ",
                    [this] { return create_op(mask_, source_, source_, nullptr, 77, -1); }},
            {invalid, "auto_broadcast: ",
                    [this] { return create_op(mask_, source_, source_, nullptr, -1, -1); }},
            {invalid, "axis: ",
                    [this] { return create_op(mask_, source_, source_, nullptr, 1, INT64_MIN); }},
            {invalid, "max_threads: ", [this] {
                 return libselect_primitive_create(&new_primitive_, op_.get(), INT_MIN);
             }}};
}

TEST_F(api_refusals, begin_with_what_is_wrong_and_are_one_sentence) {
    for (const refusal &one : all_refusals()) {
        EXPECT_EQ(one.call(), one.status) << libselect_last_error();
        const std::string text = libselect_last_error();
        EXPECT_EQ(text.find(one.begin), 0U) << text;
        EXPECT_GT(text.size(), 15U);
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    }
}

TEST_F(api_refusals, leave_every_object_as_it_was) {
    const std::vector<float> before = execute();
    for (const refusal &one : all_refusals()) {
        EXPECT_NE(one.call(), libselect_success);
        EXPECT_EQ(execute(), before);
        EXPECT_EQ(tensor_, nullptr);
        EXPECT_EQ(new_op_, nullptr);
        EXPECT_EQ(new_primitive_, nullptr);
    }
    EXPECT_EQ(create_op(mask_, source_, source_, nullptr, 1, -1), libselect_success);
    libselect_select_op_destroy(new_op_);
}

} // namespace
