// SPDX-License-Identifier: Apache-2.0
// An execution with a condition of any kind from bytes.
#ifndef LIBSELECT_TESTS_FUZZ_CONDITION_CASE_HPP
#define LIBSELECT_TESTS_FUZZ_CONDITION_CASE_HPP

#include "fuzz/execute_case.hpp"

namespace fuzz {

[[nodiscard]] execute_case read_condition_execution(byte_reader &bytes);

} // namespace fuzz

#endif
