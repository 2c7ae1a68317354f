// SPDX-License-Identifier: Apache-2.0
// Runs the tests on the ISA of LIBSELECT_MAX_CPU_ISA, or says that this CPU lacks it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <exception>

#include "unit/isa_of_this_run.hpp"

namespace {

// ctest shows a process that ends with this code as skipped.
constexpr int skip_return_code = 77;

// Tests on a lesser ISA than the one asked for would pass and prove nothing, so then none runs: a
// failure when LIBSELECT_REQUIRE_ISA asks for as much, else a skip.
int run_tests() {
    const unit::isa_choice isa = unit::isa_of_this_run();
    if (isa.effective >= isa.asked_for) return RUN_ALL_TESTS();
    const bool fails = isa.effective < std::min(isa.asked_for, isa.required);
    std::printf("[  %s ] every test: this CPU gives %s, LIBSELECT_MAX_CPU_ISA asks for %s, "
                "LIBSELECT_REQUIRE_ISA for %s\n",
            fails ? "FAILED " : "SKIPPED", to_string(isa.effective), to_string(isa.asked_for),
            to_string(isa.required));
    return fails ? 1 : skip_return_code;
}

} // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    try {
        return run_tests();
    } catch (const std::exception &wrong_variable) {
        std::printf("[  FAILED  ] every test: %s\n", wrong_variable.what());
        return 1;
    }
}
