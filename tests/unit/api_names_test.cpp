// SPDX-License-Identifier: Apache-2.0
// Names of types, modes, statuses and ISAs, both ways.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "harness/type_lists.hpp"

#include <libselect/libselect.hpp>

namespace {

using libselect::data_type;

// Whether the text of the last failure holds every one of these names.
void expect_last_error_lists(const std::vector<std::string> &names) {
    const std::string text = libselect_last_error();
    for (const std::string &name : names)
        EXPECT_NE(text.find(name), std::string::npos) << text;
}

TEST(names, every_type_round_trips) {
    for (const data_type type : support::all_types())
        EXPECT_EQ(libselect::data_type_from_string(to_string(type)), type);
}

TEST(names, openvino_spellings_parse) {
    const std::map<std::string, data_type> spellings {{"i8", data_type::s8},
            {"i16", data_type::s16}, {"i32", data_type::s32}, {"i64", data_type::s64},
            {"f8e4m3", data_type::f8_e4m3}, {"f8e5m2", data_type::f8_e5m2}};
    for (const auto &[name, type] : spellings)
        EXPECT_EQ(libselect::data_type_from_string(name), type);
}

TEST(names, unknown_type_is_refused_with_the_list_of_types) {
    libselect_data_type_t type = libselect_bf16;
    for (const char *name : {"f31", "", "F32", "f32 ", "undef"}) {
        EXPECT_EQ(libselect_data_type_from_string(name, &type), libselect_invalid_arguments);
        std::vector<std::string> all {name};
        for (const data_type valid : support::all_types())
            all.push_back(to_string(valid));
        expect_last_error_lists(all);
    }
    EXPECT_EQ(type, libselect_bf16);
}

TEST(names, every_mode_round_trips) {
    for (const char *name : {"none", "numpy", "pdpd", "multidirectional"})
        EXPECT_STREQ(to_string(libselect::auto_broadcast_from_string(name)), name);
}

TEST(names, a_message_quotes_the_beginning_of_a_long_name_and_no_control) {
    libselect_data_type_t type = libselect_undef;
    const std::string name = "a\nb\x1b[31m" + std::string(1000000, 'x');
    EXPECT_EQ(libselect_data_type_from_string(name.c_str(), &type), libselect_invalid_arguments);
    const std::string message = libselect_last_error();
    EXPECT_EQ(message.find("data_type: \"a\\x0ab\\x1b[31mxxx"), 0U) << message;
    EXPECT_NE(message.find("xxx...\" is not a type; the types are "), std::string::npos) << message;
    EXPECT_LT(message.size(), 400U);
    libselect_auto_broadcast_t mode = libselect_auto_broadcast_none;
    EXPECT_EQ(libselect_auto_broadcast_from_string("\n\x7f", &mode), libselect_invalid_arguments);
    EXPECT_EQ(std::string(libselect_last_error()).find("auto_broadcast: \"\\x0a\\x7f\" is"), 0U);
}

TEST(names, unknown_mode_is_refused_with_the_list_of_modes) {
    libselect_auto_broadcast_t mode = libselect_auto_broadcast_pdpd;
    for (const char *name : {"explicit", "", "NUMPY", "unknown"}) {
        EXPECT_EQ(libselect_auto_broadcast_from_string(name, &mode), libselect_invalid_arguments);
        expect_last_error_lists({name, "none", "numpy", "pdpd", "multidirectional"});
    }
    EXPECT_EQ(mode, libselect_auto_broadcast_pdpd);
}

TEST(names, values_that_are_none_have_a_name_all_the_same) {
    for (const int value : {-1, 99}) {
        EXPECT_STREQ(libselect_data_type_name(static_cast<libselect_data_type_t>(value)), "undef");
        EXPECT_STREQ(libselect_auto_broadcast_name(static_cast<libselect_auto_broadcast_t>(value)),
                "unknown");
        EXPECT_STREQ(libselect_status_name(static_cast<libselect_status_t>(value)), "unknown");
        EXPECT_STREQ(libselect_cpu_isa_name(static_cast<libselect_cpu_isa_t>(value)), "unknown");
    }
    EXPECT_STREQ(libselect_data_type_name(libselect_undef), "undef");
}

TEST(names, statuses_are_named_as_in_the_header) {
    EXPECT_STREQ(libselect_status_name(libselect_success), "success");
    EXPECT_STREQ(libselect_status_name(libselect_out_of_memory), "out_of_memory");
    EXPECT_STREQ(libselect_status_name(libselect_invalid_arguments), "invalid_arguments");
    EXPECT_STREQ(libselect_status_name(libselect_unimplemented), "unimplemented");
    EXPECT_STREQ(libselect_status_name(libselect_runtime_error), "runtime_error");
    EXPECT_STREQ(libselect_status_name(libselect_invalid_graph_op), "invalid_graph_op");
    EXPECT_STREQ(libselect_status_name(libselect_invalid_shape), "invalid_shape");
    EXPECT_STREQ(libselect_status_name(libselect_invalid_data_type), "invalid_data_type");
}

TEST(names, status_values_in_the_gaps_are_unknown) {
    for (const int value : {4, 6, 7, 11})
        EXPECT_STREQ(libselect_status_name(static_cast<libselect_status_t>(value)), "unknown");
}

TEST(names, isas_are_named_as_in_the_environment_variable) {
    EXPECT_STREQ(libselect_cpu_isa_name(libselect_cpu_isa_portable), "portable");
    EXPECT_STREQ(libselect_cpu_isa_name(libselect_cpu_isa_scalar), "scalar");
    EXPECT_STREQ(libselect_cpu_isa_name(libselect_cpu_isa_avx2), "avx2");
    EXPECT_STREQ(libselect_cpu_isa_name(libselect_cpu_isa_avx512), "avx512");
}

TEST(names, types_have_the_widths_of_the_specification) {
    using enum data_type;
    const std::map<std::size_t, std::vector<data_type>> widths {
            {1, {boolean, u8, s8, f8_e4m3, f8_e5m2}}, {2, {u16, s16, f16, bf16}},
            {4, {u32, s32, f32}}, {8, {u64, s64, f64, c64}}, {16, {c128}}, {0, {undef}}};
    for (const auto &[bytes, types] : widths)
        for (const data_type type : types)
            EXPECT_EQ(libselect::size_of(type), bytes);
    EXPECT_EQ(libselect::size_of(static_cast<data_type>(99)), 0U);
}

TEST(version, of_the_library_is_that_of_the_header) {
    EXPECT_EQ(libselect::version(), std::to_string(LIBSELECT_VERSION_MAJOR) + "."
                                            + std::to_string(LIBSELECT_VERSION_MINOR) + "."
                                            + std::to_string(LIBSELECT_VERSION_PATCH));
}

} // namespace
