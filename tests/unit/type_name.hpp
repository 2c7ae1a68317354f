// SPDX-License-Identifier: Apache-2.0
// Names the instances of tests that run over data types.
#ifndef LIBSELECT_TESTS_UNIT_TYPE_NAME_HPP
#define LIBSELECT_TESTS_UNIT_TYPE_NAME_HPP

#include <gtest/gtest.h>

#include <string>

#include <libselect/libselect.hpp>

namespace unit {

inline std::string type_name(const testing::TestParamInfo<libselect::data_type> &info) {
    return to_string(info.param);
}

} // namespace unit

#endif
