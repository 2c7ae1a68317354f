// SPDX-License-Identifier: Apache-2.0
// What a test does when the CPU lacks an ISA: a visible skip, or a failure where CI says so.
#ifndef INTERNAL_COMMON_NEEDED_ISA_HPP
#define INTERNAL_COMMON_NEEDED_ISA_HPP

#include <cstdlib>
#include <string>

#include "kernel/cpu_isa.hpp"

namespace internal {

enum class isa_verdict { run, skip, fail };

// LIBSELECT_REQUIRE_ISA=avx512 says that the CPU has that ISA and those below it.
inline isa_verdict verdict_on(libselect::cpu_isa needed) {
    if (needed <= libselect::detected_cpu_isa()) return isa_verdict::run;
    const char *required = std::getenv("LIBSELECT_REQUIRE_ISA");
    if (required == nullptr || *required == '\0') return isa_verdict::skip;
    return needed <= libselect::parse_cpu_isa(required) ? isa_verdict::fail : isa_verdict::skip;
}

} // namespace internal

// Where a test begins.
#define INTERNAL_NEEDS_ISA(needed)                                                                 \
    switch (internal::verdict_on(needed)) {                                                        \
    case internal::isa_verdict::run:                                                               \
        break;                                                                                     \
    case internal::isa_verdict::skip:                                                              \
        GTEST_SKIP() << "this CPU or system lacks " << libselect::cpu_isa_name(needed);            \
    case internal::isa_verdict::fail:                                                              \
        FAIL() << "LIBSELECT_REQUIRE_ISA: this CPU or system lacks "                               \
               << libselect::cpu_isa_name(needed);                                                 \
    }

#endif
