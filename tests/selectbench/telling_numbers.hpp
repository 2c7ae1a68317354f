// SPDX-License-Identifier: Apache-2.0
// Numbers on which comparisons go wrong, among those that decide as the mask says.
#ifndef SELECTBENCH_TELLING_NUMBERS_HPP
#define SELECTBENCH_TELLING_NUMBERS_HPP

#include "harness/problem_data.hpp"

namespace selectbench {

// With the default mask, makes every eighth number that a condition reads, or so, a NaN, a zero of
// either sign, a denormal, an extreme or a neighbour of 1. Any other mask is asked for and stays.
void add_telling_numbers(const support::problem &what, const support::operand_pointers &at);

} // namespace selectbench

#endif
