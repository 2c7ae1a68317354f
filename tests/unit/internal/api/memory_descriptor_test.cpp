// SPDX-License-Identifier: Apache-2.0
// Tags and strides as oneDNN prints them.
#include <gtest/gtest.h>

#include "api/memory_descriptor.hpp"
#include "common/text_shape.hpp"

namespace internal {
namespace {

struct md_case {
    const char *tensor;   // dims:strides
    const char *expected; // tag:strides
};

class api_memory_descriptor : public testing::TestWithParam<md_case> {};

TEST_P(api_memory_descriptor, has_tag_and_strides) {
    const libselect::tensor_ref tensor = tensor_of(libselect_f32, GetParam().tensor);
    EXPECT_EQ(libselect::memory_descriptor("src0", *tensor),
            std::string("src0:f32::blocked:") + GetParam().expected + ":f0")
            << GetParam().tensor;
}

constexpr md_case md_cases[] = {
        {"scalar", ":"},
        {"7", "a:"},
        {"2x3x4x5", "abcd:"},
        {"2x3x4x5:60x20x5x1", "abcd:"},
        {"2x3x4x5:60x1x15x3", "acdb:"},          // channels last
        {"2x3x4x5:1x2x6x24", "dcba:"},           // the first axis fastest
        {"2x3x4x5:64x20x5x1", "abcd:64x20x5x1"}, // padded
        {"2x3:1x2", "ba:"},
        {"2x3:1x4", "ba:1x4"},
        {"2x3:-3x-1", "ab:-3x-1"}, // backwards
        {"2x3:0x1", "ab:0x1"},     // broadcast: stride 0 is the outermost
        {"2x3:1x0", "ba:1x0"},
        {"5", "a:"},
        {"5:2", "a:2"},
        {"5:-1", "a:-1"},
        {"1x3:99x1", "ab:"}, // the stride of one element does not matter
        {"1x3:0x1", "ab:"},
        {"2x1x4x5:20x1x5x1", "acdb:"}, // channels last, of one channel
        {"2x1x3:3x3x1", "abc:"},
        {"1x1:1x1", "ab:"},
        {"0x5", "ab:"}, // no element, so no stride
        {"0x5:7x9", "ab:"},
        {"1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2x3", "abcdefghijklmnopqrstuvwxyz:"},
};
INSTANTIATE_TEST_SUITE_P(layouts, api_memory_descriptor, testing::ValuesIn(md_cases));

TEST(api_memory_descriptor_types, are_named) {
    EXPECT_EQ(libselect::memory_descriptor("cond", *tensor_of(libselect_boolean, "2")),
            "cond:boolean::blocked:a::f0");
    EXPECT_EQ(libselect::memory_descriptor("dst", *tensor_of(libselect_f8_e4m3, "2")),
            "dst:f8_e4m3::blocked:a::f0");
}

TEST(api_memory_descriptor_rank, above_26_has_strides_for_letters) {
    std::string ones, strides;
    for (int axis = 0; axis < 26; ++axis) {
        ones += "1x";
        strides += "2x";
    }
    EXPECT_EQ(libselect::memory_descriptor("dst", *tensor_of(libselect_u8, ones + "2")),
            "dst:u8::blocked:*:" + strides + "1:f0");
}

TEST(api_memory_descriptor_dims, are_numbers) {
    EXPECT_EQ(libselect::problem_dims(parse_shape("4x5")), "4x5");
    EXPECT_EQ(libselect::problem_dims(parse_shape("0")), "0");
    EXPECT_EQ(libselect::problem_dims(parse_shape("scalar")), "1");
}

} // namespace
} // namespace internal
