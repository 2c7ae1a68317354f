// SPDX-License-Identifier: Apache-2.0
// Random valid problems with a condition of any kind.
#ifndef LIBSELECT_TESTS_HARNESS_RANDOM_CONDITION_HPP
#define LIBSELECT_TESTS_HARNESS_RANDOM_CONDITION_HPP

#include <vector>

#include "harness/problem.hpp"
#include "harness/random.hpp"

namespace support {

// The types whose values a condition can look at: all but boolean.
const std::vector<libselect_data_type_t> &numeric_types();

// A problem of rank 0 to 64 whose condition is of this kind; an interval has rank 1 at least.
problem random_condition_problem(libselect_condition_kind_t kind, random_source &random);

// The same, of any kind.
problem random_condition_problem(random_source &random);

} // namespace support

#endif
