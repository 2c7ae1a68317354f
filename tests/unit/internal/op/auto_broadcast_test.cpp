// SPDX-License-Identifier: Apache-2.0
// Names of the broadcast modes, and which attributes belong together.
#include "op/auto_broadcast.hpp"

#include <gtest/gtest.h>

#include "common/expect_failure.hpp"

namespace internal {
namespace {

using libselect::attributes;
using libselect::auto_broadcast;

// A value that a caller's C enum may hold.
auto_broadcast value_of(int value) {
    return static_cast<auto_broadcast>(value);
}

const struct {
    auto_broadcast mode;
    const char *name;
} all_modes[] = {
        {libselect_auto_broadcast_none, "none"},
        {libselect_auto_broadcast_numpy, "numpy"},
        {libselect_auto_broadcast_pdpd, "pdpd"},
        {libselect_auto_broadcast_multidirectional, "multidirectional"},
};

std::string check_of(auto_broadcast mode, std::int64_t axis) {
    return failure_of([&] { libselect::check({mode, axis}); });
}

TEST(op_auto_broadcast, every_mode_has_its_name) {
    for (const auto &row : all_modes)
        EXPECT_STREQ(libselect::auto_broadcast_name(row.mode), row.name);
    EXPECT_STREQ(libselect::auto_broadcast_name(value_of(4)), "unknown");
}

TEST(op_auto_broadcast, every_name_parses_to_its_mode) {
    for (const auto &row : all_modes)
        EXPECT_EQ(libselect::parse_auto_broadcast(row.name), row.mode) << row.name;
}

TEST(op_auto_broadcast, the_default_is_numpy_with_axis_minus_1) {
    EXPECT_EQ(attributes {}.mode, libselect_auto_broadcast_numpy);
    EXPECT_EQ(attributes {}.axis, -1);
}

TEST(op_auto_broadcast, an_unknown_name_is_refused_with_the_list_of_names) {
    for (const char *name : {"", "NUMPY", "explicit", "numpy "})
        EXPECT_EQ(failure_of([&] { (void)libselect::parse_auto_broadcast(name); }),
                std::string("invalid_arguments: auto_broadcast: \"") + name
                        + "\" is not a mode; the modes are none, numpy, pdpd, multidirectional");
}

TEST(op_auto_broadcast, a_value_that_is_no_mode_is_refused) {
    EXPECT_EQ(check_of(value_of(4), -1),
            "invalid_arguments: auto_broadcast: 4 is not a mode; the modes are none, numpy, pdpd, "
            "multidirectional");
}

TEST(op_auto_broadcast, every_mode_takes_the_default_axis) {
    for (const auto &row : all_modes)
        EXPECT_EQ(check_of(row.mode, -1), "");
}

TEST(op_auto_broadcast, only_pdpd_takes_another_axis) {
    EXPECT_EQ(check_of(libselect_auto_broadcast_pdpd, 3), "");
    for (const auto &row : all_modes) {
        if (row.mode == libselect_auto_broadcast_pdpd) continue;
        for (const std::int64_t axis : {std::int64_t {0}, std::int64_t {-2}, INT64_MAX})
            EXPECT_EQ(check_of(row.mode, axis),
                    "invalid_arguments: axis: is " + std::to_string(axis)
                            + ", must be -1 with auto_broadcast=" + row.name
                            + "; only pdpd has an axis");
    }
}

} // namespace
} // namespace internal
