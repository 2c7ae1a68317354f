// SPDX-License-Identifier: Apache-2.0
// Runs an execution in every copy of the library, and judges each.
#ifndef LIBSELECT_TESTS_FUZZ_RUN_EXECUTION_HPP
#define LIBSELECT_TESTS_FUZZ_RUN_EXECUTION_HPP

#include "fuzz/execute_case.hpp"

namespace fuzz {

// How the library is called.
enum class interface : std::uint8_t {
    of_0_1, // a tensor of bytes, four memories
    of_0_2  // a condition of any kind, arguments by their parts
};

void run_execution(const execute_case &given, interface by);

} // namespace fuzz

#endif
