// SPDX-License-Identifier: Apache-2.0
// The table of element types: names, widths, OpenVINO's spellings.
#include "op/data_type.hpp"

#include <gtest/gtest.h>

#include "common/expect_failure.hpp"

namespace internal {
namespace {

using libselect::data_type;

constexpr data_type no_type = libselect_undef;

// Written from semantics.md, "Types".
const struct {
    data_type type;
    const char *name;
    std::size_t size;
} all_types[] = {
        {libselect_boolean, "boolean", 1},
        {libselect_u8, "u8", 1},
        {libselect_s8, "s8", 1},
        {libselect_f8_e4m3, "f8_e4m3", 1},
        {libselect_f8_e5m2, "f8_e5m2", 1},
        {libselect_u16, "u16", 2},
        {libselect_s16, "s16", 2},
        {libselect_f16, "f16", 2},
        {libselect_bf16, "bf16", 2},
        {libselect_u32, "u32", 4},
        {libselect_s32, "s32", 4},
        {libselect_f32, "f32", 4},
        {libselect_u64, "u64", 8},
        {libselect_s64, "s64", 8},
        {libselect_f64, "f64", 8},
        {libselect_c64, "c64", 8},
        {libselect_c128, "c128", 16},
        {libselect_u1, "u1", 1}, // eight of these share a byte
        {libselect_u1_msb, "u1_msb", 1},
};

TEST(op_data_type, every_type_has_its_width) {
    for (const auto &row : all_types)
        EXPECT_EQ(libselect::data_type_size(row.type), row.size) << row.name;
}

TEST(op_data_type, every_type_has_its_name) {
    for (const auto &row : all_types)
        EXPECT_STREQ(libselect::data_type_name(row.type), row.name);
}

TEST(op_data_type, bits_are_counted_in_bits) {
    for (const auto &row : all_types) {
        const bool is_bit = row.type == libselect_u1 || row.type == libselect_u1_msb;
        EXPECT_EQ(libselect::is_bit_type(row.type), is_bit) << row.name;
        EXPECT_EQ(libselect::unit_of(row.type).step, static_cast<int>(row.size)) << row.name;
    }
}

TEST(op_data_type, every_name_parses_to_its_type) {
    for (const auto &row : all_types)
        EXPECT_EQ(libselect::parse_data_type(row.name), row.type) << row.name;
}

TEST(op_data_type, values_beside_the_table_are_no_types) {
    for (int value = 0; value < 32; ++value) {
        bool listed = false;
        for (const auto &row : all_types)
            listed = listed || row.type == value;
        EXPECT_EQ(libselect::is_data_type(static_cast<data_type>(value)), listed) << value;
    }
}

TEST(op_data_type, numpy_and_pytorch_spellings_parse) {
    const struct {
        const char *name;
        data_type type;
    } table[] = {{"bool", libselect_boolean}, {"uint8", libselect_u8}, {"int8", libselect_s8},
            {"float8_e4m3fn", libselect_f8_e4m3}, {"float8_e5m2", libselect_f8_e5m2},
            {"uint16", libselect_u16}, {"int16", libselect_s16}, {"float16", libselect_f16},
            {"half", libselect_f16}, {"bfloat16", libselect_bf16}, {"uint32", libselect_u32},
            {"int32", libselect_s32}, {"float32", libselect_f32}, {"uint64", libselect_u64},
            {"int64", libselect_s64}, {"float64", libselect_f64}, {"double", libselect_f64},
            {"complex64", libselect_c64}, {"complex128", libselect_c128}};
    for (const auto &row : table)
        EXPECT_EQ(libselect::parse_data_type(row.name), row.type) << row.name;
}

TEST(op_data_type, knows_which_types_have_every_value_of_another) {
    const auto has = libselect::has_every_value;
    for (const data_type wide : {libselect_s32, libselect_f32, libselect_f16, libselect_bf16})
        for (const data_type narrow : {libselect_s8, libselect_u8}) {
            EXPECT_TRUE(has(wide, narrow));
            EXPECT_FALSE(has(narrow, wide));
        }
    for (const data_type narrow :
            {libselect_f16, libselect_bf16, libselect_f8_e4m3, libselect_f8_e5m2, libselect_s16})
        EXPECT_TRUE(has(libselect_f32, narrow));
    EXPECT_TRUE(has(libselect_f16, libselect_f8_e5m2));
    EXPECT_TRUE(has(libselect_c64, libselect_f32));
    EXPECT_TRUE(has(libselect_s64, libselect_u32));
    EXPECT_FALSE(has(libselect_f32, libselect_s32));
    EXPECT_FALSE(has(libselect_u16, libselect_s8));
    EXPECT_FALSE(has(libselect_s16, libselect_u16));
    EXPECT_FALSE(has(libselect_f16, libselect_bf16));
    EXPECT_FALSE(has(libselect_bf16, libselect_f16));
    EXPECT_FALSE(has(libselect_f16, libselect_u16));
    EXPECT_FALSE(has(libselect_f32, libselect_c64));
    for (const auto &row : all_types) {
        const bool is_truth = row.type <= libselect_boolean || row.type >= libselect_u1;
        EXPECT_EQ(has(row.type, row.type), !is_truth) << row.name;
        EXPECT_FALSE(has(row.type, libselect_boolean)) << row.name;
    }
}

TEST(op_data_type, openvino_spellings_parse) {
    EXPECT_EQ(libselect::parse_data_type("i8"), libselect_s8);
    EXPECT_EQ(libselect::parse_data_type("i16"), libselect_s16);
    EXPECT_EQ(libselect::parse_data_type("i32"), libselect_s32);
    EXPECT_EQ(libselect::parse_data_type("i64"), libselect_s64);
    EXPECT_EQ(libselect::parse_data_type("f8e4m3"), libselect_f8_e4m3);
    EXPECT_EQ(libselect::parse_data_type("f8e5m2"), libselect_f8_e5m2);
}

TEST(op_data_type, a_value_that_is_no_type_is_undef_of_no_bytes) {
    for (const data_type type : {no_type, static_cast<data_type>(20)}) {
        EXPECT_STREQ(libselect::data_type_name(type), "undef");
        EXPECT_EQ(libselect::data_type_size(type), 0U);
    }
}

TEST(op_data_type, an_unknown_name_is_refused_with_the_list_of_names) {
    for (const char *name : {"f33", "", "F32", "f32 ", "undef", "i4"})
        EXPECT_EQ(failure_of([&] { (void)libselect::parse_data_type(name); }),
                std::string("invalid_arguments: data_type: \"") + name
                        + "\" is not a type; the types are boolean (bool), u8 (uint8), s8 (i8, "
                          "int8), f8_e4m3 (f8e4m3, float8_e4m3fn), f8_e5m2 (f8e5m2, "
                          "float8_e5m2), u16 (uint16), s16 (i16, int16), f16 (float16, half), "
                          "bf16 (bfloat16), u32 (uint32), s32 (i32, int32), f32 (float32), u64 "
                          "(uint64), s64 (i64, int64), f64 (float64, double), c64 (complex64), "
                          "c128 (complex128), u1, u1_msb");
}

} // namespace
} // namespace internal
