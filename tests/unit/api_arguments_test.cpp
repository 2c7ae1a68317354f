// SPDX-License-Identifier: Apache-2.0
// NULL for every pointer: refused, and nothing is written. For values see api_refusals_test.cpp.
#include <gtest/gtest.h>

#include "unit/c_objects.hpp"

namespace {

// A pointer that no call may overwrite when it fails.
template <typename T>
T *untouched() {
    static char object;
    return reinterpret_cast<T *>(&object);
}

class api_arguments : public testing::Test {
protected:
    const std::int64_t dims_[2] {2, 3};
    const std::int64_t strides_[2] {3, 1};
    const unit::c_tensor mask_ = unit::make_tensor(libselect_boolean, {2, 3});
    const unit::c_tensor source_ = unit::make_tensor(libselect_f32, {2, 3});
    const unit::c_op op_ = unit::make_op(mask_, source_, source_);

    libselect_logical_tensor_t *tensor_ = untouched<libselect_logical_tensor_t>();
    libselect_select_op_t *new_op_ = untouched<libselect_select_op_t>();
    libselect_primitive_t *primitive_ = untouched<libselect_primitive_t>();

    // No failing call has written its output.
    void TearDown() override {
        EXPECT_EQ(tensor_, untouched<libselect_logical_tensor_t>());
        EXPECT_EQ(new_op_, untouched<libselect_select_op_t>());
        EXPECT_EQ(primitive_, untouched<libselect_primitive_t>());
    }

    libselect_status_t create_op(
            const unit::c_tensor &cond, const unit::c_tensor &src0, const unit::c_tensor &src1) {
        return libselect_select_op_create(&new_op_, cond.get(), src0.get(), src1.get(), nullptr,
                libselect_auto_broadcast_numpy, -1);
    }
};

TEST_F(api_arguments, tensor_create_refuses_null_output) {
    EXPECT_EQ(libselect_logical_tensor_create(nullptr, libselect_f32, 2, dims_, strides_),
            libselect_invalid_arguments);
}

TEST_F(api_arguments, tensor_size_refuses_null) {
    std::size_t size_bytes = 77;
    EXPECT_EQ(
            libselect_logical_tensor_size_bytes(nullptr, &size_bytes), libselect_invalid_arguments);
    EXPECT_EQ(size_bytes, 77U);
    EXPECT_EQ(libselect_logical_tensor_size_bytes(source_.get(), nullptr),
            libselect_invalid_arguments);
}

TEST_F(api_arguments, op_create_refuses_null_output) {
    EXPECT_EQ(libselect_select_op_create(nullptr, mask_.get(), source_.get(), source_.get(),
                      nullptr, libselect_auto_broadcast_numpy, -1),
            libselect_invalid_arguments);
}

TEST_F(api_arguments, op_create_refuses_each_null_input) {
    EXPECT_EQ(create_op(nullptr, source_, source_), libselect_invalid_arguments);
    EXPECT_EQ(create_op(mask_, nullptr, source_), libselect_invalid_arguments);
    EXPECT_EQ(create_op(mask_, source_, nullptr), libselect_invalid_arguments);
}

TEST_F(api_arguments, primitive_create_refuses_null) {
    EXPECT_EQ(libselect_primitive_create(nullptr, op_.get(), 0), libselect_invalid_arguments);
    EXPECT_EQ(libselect_primitive_create(&primitive_, nullptr, 0), libselect_invalid_arguments);
}

TEST_F(api_arguments, from_string_refuses_null) {
    libselect_data_type_t type = libselect_f32;
    libselect_auto_broadcast_t mode = libselect_auto_broadcast_pdpd;
    EXPECT_EQ(libselect_data_type_from_string(nullptr, &type), libselect_invalid_arguments);
    EXPECT_EQ(libselect_data_type_from_string("f32", nullptr), libselect_invalid_arguments);
    EXPECT_EQ(libselect_auto_broadcast_from_string(nullptr, &mode), libselect_invalid_arguments);
    EXPECT_EQ(libselect_auto_broadcast_from_string("numpy", nullptr), libselect_invalid_arguments);
    EXPECT_EQ(type, libselect_f32);
    EXPECT_EQ(mode, libselect_auto_broadcast_pdpd);
}

TEST_F(api_arguments, effective_isa_refuses_null) {
    EXPECT_EQ(libselect_effective_cpu_isa(nullptr), libselect_invalid_arguments);
}

TEST_F(api_arguments, max_isa_refuses_foreign_values) {
    for (const int isa : {-1, 4, 99})
        EXPECT_EQ(libselect_set_max_cpu_isa(static_cast<libselect_cpu_isa_t>(isa)),
                libselect_invalid_arguments);
}

TEST_F(api_arguments, destroy_and_retain_accept_null) {
    libselect_logical_tensor_destroy(nullptr);
    libselect_select_op_destroy(nullptr);
    libselect_primitive_destroy(nullptr);
    EXPECT_EQ(libselect_logical_tensor_retain(nullptr), nullptr);
}

TEST_F(api_arguments, queries_of_null_answer_their_defaults) {
    EXPECT_EQ(libselect_logical_tensor_data_type(nullptr), libselect_undef);
    EXPECT_EQ(libselect_logical_tensor_rank(nullptr), LIBSELECT_UNKNOWN_RANK);
    EXPECT_EQ(libselect_logical_tensor_dims(nullptr), nullptr);
    EXPECT_EQ(libselect_logical_tensor_strides(nullptr), nullptr);
    EXPECT_EQ(libselect_select_op_cond(nullptr), nullptr);
    EXPECT_EQ(libselect_select_op_src0(nullptr), nullptr);
    EXPECT_EQ(libselect_select_op_src1(nullptr), nullptr);
    EXPECT_EQ(libselect_select_op_dst(nullptr), nullptr);
    EXPECT_EQ(libselect_select_op_auto_broadcast(nullptr), libselect_auto_broadcast_numpy);
    EXPECT_EQ(libselect_select_op_axis(nullptr), LIBSELECT_DEFAULT_AXIS);
    EXPECT_EQ(libselect_primitive_implementation(nullptr), nullptr);
}

} // namespace
