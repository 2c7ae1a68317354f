// SPDX-License-Identifier: Apache-2.0
// Which ISA this run of the tests is about.
#include "unit/isa_of_this_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace unit {
namespace {

using libselect::cpu_isa;

cpu_isa isa_from_env(const char *variable, cpu_isa otherwise) {
    const char *name = std::getenv(variable);
    if (name == nullptr) return otherwise;
    for (const cpu_isa isa : {cpu_isa::portable, cpu_isa::scalar, cpu_isa::avx2, cpu_isa::avx512})
        if (std::string(name) == to_string(isa)) return isa;
    throw std::invalid_argument(std::string(variable) + "=" + name + " is no ISA");
}

} // namespace

isa_choice isa_of_this_run() {
    const cpu_isa effective = libselect::effective_cpu_isa();
    // The library checks its own variable: effective_cpu_isa has thrown for an unknown name.
    const cpu_isa required = isa_from_env("LIBSELECT_REQUIRE_ISA", cpu_isa::portable);
    const cpu_isa uncapped = std::max(effective, required);
    return {isa_from_env("LIBSELECT_MAX_CPU_ISA", uncapped), required, effective};
}

std::string implementation_name(cpu_isa isa) {
#if defined(LIBSELECT_JIT)
    return isa == cpu_isa::portable ? "portable" : std::string("jit:") + to_string(isa);
#else
    (void)isa; // chooses among the compiled loops
    return "portable";
#endif
}

} // namespace unit
