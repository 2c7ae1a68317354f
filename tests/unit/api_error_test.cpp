// SPDX-License-Identifier: Apache-2.0
// The last error: its text, its thread, its life; and the exceptions made of it.
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "unit/c_objects.hpp"

#include <libselect/libselect.hpp>

namespace {

// Makes a failing call whose text names this number.
void fail_with_rank(int rank) {
    const std::vector<std::int64_t> dims(1000, 1);
    libselect_logical_tensor_t *tensor = nullptr;
    ASSERT_EQ(libselect_logical_tensor_create(&tensor, libselect_f32, rank, dims.data(), nullptr),
            libselect_invalid_arguments);
}

bool last_error_names(const char *text) {
    return std::string(libselect_last_error()).find(text) != std::string::npos;
}

TEST(last_error, is_empty_on_a_thread_that_has_not_failed) {
    std::string text = "not read";
    std::thread([&] { text = libselect_last_error(); }).join();
    EXPECT_EQ(text, "");
}

TEST(last_error, says_what_the_last_failure_was) {
    fail_with_rank(111);
    EXPECT_TRUE(last_error_names("111"));
    fail_with_rank(222);
    EXPECT_TRUE(last_error_names("222"));
}

TEST(last_error, survives_a_success) {
    fail_with_rank(333);
    EXPECT_NE(unit::make_tensor(libselect_f32, {2}), nullptr);
    EXPECT_TRUE(last_error_names("333"));
}

TEST(last_error, belongs_to_its_thread) {
    fail_with_rank(444);
    std::thread([] { fail_with_rank(555); }).join();
    EXPECT_TRUE(last_error_names("444"));
}

bool last_error_ends_with(const std::string &rule) {
    const std::string text = libselect_last_error();
    return text.size() > rule.size() && text.substr(text.size() - rule.size()) == rule;
}

TEST(last_error, of_two_tensors_of_rank_64_has_its_rule) {
    const std::vector<std::int64_t> ones(64, 1), strides(64, INT64_MIN);
    const unit::c_tensor mask = unit::make_tensor(libselect_boolean, {});
    const unit::c_tensor source = unit::make_tensor(libselect_f8_e4m3, ones, strides);
    const unit::c_tensor other = unit::make_tensor(libselect_f8_e5m2, ones, strides);
    const unit::c_primitive primitive =
            unit::make_primitive(unit::make_op(mask, source, source, source));
    ASSERT_NE(primitive, nullptr);
    char one = 1;
    const libselect_memory_t cond {mask.get(), &one, 1}, src {source.get(), &one, 1},
            dst {other.get(), &one, 1};
    EXPECT_NE(libselect_execute(primitive.get(), &cond, &src, &src, &dst), libselect_success);
    EXPECT_TRUE(last_error_ends_with("; they must be equal")) << libselect_last_error();
    EXPECT_GT(std::string(libselect_last_error()).size(), 64U * 2 * (2 + 21));
}

TEST(last_error, of_the_longest_tensor_has_its_rule) {
    const std::vector<std::int64_t> dims(64, INT64_MAX);
    const unit::c_tensor tensor = unit::make_tensor(libselect_f32, dims, dims);
    ASSERT_NE(tensor, nullptr);
    std::size_t size_bytes = 0;
    EXPECT_NE(libselect_logical_tensor_size_bytes(tensor.get(), &size_bytes), libselect_success);
    EXPECT_TRUE(last_error_ends_with("63 bits")) << libselect_last_error();
}

TEST(error, carries_the_status_and_the_last_error) {
    const libselect::logical_tensor mask(libselect::data_type::boolean, {3});
    const libselect::logical_tensor source(libselect::data_type::f32, {2});
    try {
        libselect::select_op(mask, source, source);
        FAIL() << "cond 3 over dst 2 was taken";
    } catch (const libselect::error &refusal) {
        EXPECT_EQ(refusal.code(), libselect::status::invalid_shape);
        EXPECT_STREQ(refusal.what(), libselect_last_error());
    }
}

TEST(error, strides_of_another_number_than_dims_are_refused) {
    try {
        libselect::logical_tensor(libselect::data_type::f32, {2, 3}, {1});
        FAIL() << "one stride for two dims was taken";
    } catch (const libselect::error &refusal) {
        EXPECT_EQ(refusal.code(), libselect::status::invalid_arguments);
    }
}

TEST(unknown_shapes, a_primitive_with_an_unknown_rank_is_refused) {
    const libselect::logical_tensor mask(libselect::data_type::boolean, {});
    const auto source = libselect::logical_tensor::unknown_rank(libselect::data_type::f32);
    const libselect::select_op op(mask, source, source);
    libselect_primitive_t *primitive = nullptr;
    EXPECT_EQ(libselect_primitive_create(&primitive, op.get(), 0), libselect_invalid_graph_op);
    EXPECT_FALSE(op.dst().has_rank());
}

} // namespace
