// SPDX-License-Identifier: Apache-2.0
// Printing works as snprintf does.
#include <gtest/gtest.h>

#include <string>

#include "unit/c_objects.hpp"

namespace {

class api_print : public testing::Test {
protected:
    const unit::c_tensor mask_ = unit::make_tensor(libselect_boolean, {4, 5});
    const unit::c_tensor source_ = unit::make_tensor(libselect_f32, {2, 3, 4, 5});
    const unit::c_op op_ = unit::make_op(mask_, source_, source_);
    const unit::c_primitive primitive_ = unit::make_primitive(op_);
};

// Every size of buffer gets as much text as fits, a closing NUL, and the whole length.
template <typename T>
void expect_like_snprintf(std::size_t (*print)(const T *, char *, std::size_t), const T *object) {
    const std::size_t length = print(object, nullptr, 0);
    ASSERT_GT(length, 0U);
    std::string whole(length + 1, '#');
    ASSERT_EQ(print(object, whole.data(), whole.size()), length);
    ASSERT_EQ(whole.find('\0'), length);
    for (std::size_t n = 0; n <= length + 3; ++n) {
        std::string text(length + 8, '#');
        ASSERT_EQ(print(object, text.data(), n), length);
        const std::size_t kept = n == 0 ? 0 : std::min(length, n - 1);
        ASSERT_EQ(text.substr(0, kept), whole.substr(0, kept));
        ASSERT_EQ(text[kept], n > 0 ? '\0' : '#');
        ASSERT_EQ(text.find_first_not_of('#', n), std::string::npos);
    }
}

TEST_F(api_print, of_an_op_works_as_snprintf) {
    expect_like_snprintf(libselect_select_op_print, op_.get());
}

TEST_F(api_print, of_a_primitive_works_as_snprintf) {
    expect_like_snprintf(libselect_primitive_print, primitive_.get());
}

TEST_F(api_print, of_null_is_empty) {
    char text[] = "before";
    EXPECT_EQ(libselect_select_op_print(nullptr, text, sizeof text), 0U);
    EXPECT_EQ(libselect_primitive_print(nullptr, text, sizeof text), 0U);
    EXPECT_EQ(libselect_select_op_print(nullptr, nullptr, 0), 0U);
    EXPECT_EQ(libselect_primitive_print(nullptr, nullptr, 0), 0U);
}

TEST_F(api_print, of_an_op_has_types_and_dims) {
    char text[200];
    libselect_select_op_print(op_.get(), text, sizeof text);
    EXPECT_EQ(std::string(text).find("select cond:boolean:4x5 src0:f32:2x3x4x5 "), 0U) << text;
}

} // namespace
