// SPDX-License-Identifier: Apache-2.0
// Problems in the words of the command line.
#ifndef SELECTBENCH_PROBLEM_TEXT_HPP
#define SELECTBENCH_PROBLEM_TEXT_HPP

#include <string>

#include "problem.hpp"

namespace selectbench {

// cond:src0:src1, "4x5:2x3x4x5:scalar".
std::string shapes_text(const problem &what);

// What --strides takes, "::1x4"; "dense" when every operand is.
std::string all_strides_text(const problem &what);

const char *to_string(in_place alias);

} // namespace selectbench

#endif
