// SPDX-License-Identifier: Apache-2.0
// Which ISA this run of the tests checks.
#ifndef LIBSELECT_TESTS_UNIT_ISA_OF_THIS_RUN_HPP
#define LIBSELECT_TESTS_UNIT_ISA_OF_THIS_RUN_HPP

#include <string>

#include <libselect/libselect.hpp>

namespace unit {

struct isa_choice {
    libselect::cpu_isa asked_for; // LIBSELECT_MAX_CPU_ISA; without it, the effective one
    libselect::cpu_isa required;  // LIBSELECT_REQUIRE_ISA; without it, portable
    libselect::cpu_isa effective; // what the library finds
};

// Throws std::invalid_argument when LIBSELECT_REQUIRE_ISA names no ISA.
isa_choice isa_of_this_run();

// "jit:avx512": the implementation that a dense problem gets on an ISA.
std::string implementation_name(libselect::cpu_isa isa);

} // namespace unit

#endif
