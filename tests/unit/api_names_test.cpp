// SPDX-License-Identifier: Apache-2.0
// Names of types, modes, statuses and ISAs, both ways.
#include <gtest/gtest.h>

#include <string>

#include "harness/type_lists.hpp"

#include <libselect/libselect.hpp>

namespace {

using libselect::data_type;

TEST(names, every_type_round_trips) {
    for (const data_type type : support::all_types())
        EXPECT_EQ(libselect::data_type_from_string(to_string(type)), type);
}

TEST(names, an_unknown_name_leaves_the_output_alone) {
    libselect_data_type_t type = libselect_bf16;
    libselect_auto_broadcast_t mode = libselect_auto_broadcast_pdpd;
    for (const char *name : {"", "F32", "f32 ", "undef", "NUMPY", "explicit", "unknown"}) {
        EXPECT_EQ(libselect_data_type_from_string(name, &type), libselect_invalid_arguments);
        EXPECT_EQ(libselect_auto_broadcast_from_string(name, &mode), libselect_invalid_arguments);
    }
    EXPECT_EQ(type, libselect_bf16);
    EXPECT_EQ(mode, libselect_auto_broadcast_pdpd);
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
    EXPECT_LT(message.size(), 500U);
    libselect_auto_broadcast_t mode = libselect_auto_broadcast_none;
    EXPECT_EQ(libselect_auto_broadcast_from_string("\n\x7f", &mode), libselect_invalid_arguments);
    EXPECT_EQ(std::string(libselect_last_error()).find("auto_broadcast: \"\\x0a\\x7f\" is"), 0U);
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
    const char *const names[] {"success", "out_of_memory", "invalid_arguments", "unimplemented",
            "runtime_error", "invalid_graph_op", "invalid_shape", "invalid_data_type"};
    const libselect_status_t statuses[] {libselect_success, libselect_out_of_memory,
            libselect_invalid_arguments, libselect_unimplemented, libselect_runtime_error,
            libselect_invalid_graph_op, libselect_invalid_shape, libselect_invalid_data_type};
    for (std::size_t i = 0; i < std::size(statuses); ++i)
        EXPECT_STREQ(libselect_status_name(statuses[i]), names[i]);
}

TEST(names, status_values_in_the_gaps_are_unknown) {
    for (const int value : {4, 6, 7, 11})
        EXPECT_STREQ(libselect_status_name(static_cast<libselect_status_t>(value)), "unknown");
}

TEST(version, of_the_library_is_that_of_the_header) {
    EXPECT_EQ(libselect::version(), std::to_string(LIBSELECT_VERSION_MAJOR) + "."
                                            + std::to_string(LIBSELECT_VERSION_MINOR) + "."
                                            + std::to_string(LIBSELECT_VERSION_PATCH));
}

} // namespace
