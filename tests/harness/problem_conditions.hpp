// SPDX-License-Identifier: Apache-2.0
// Conditions that decide as a problem's mask says, whatever they read.
#ifndef LIBSELECT_TESTS_HARNESS_PROBLEM_CONDITIONS_HPP
#define LIBSELECT_TESTS_HARNESS_PROBLEM_CONDITIONS_HPP

#include "harness/problem_data.hpp"

namespace support {

// What fill_operands() does to the inputs of the condition.
void fill_condition(const problem &what, const operand_pointers &at);

} // namespace support

#endif
