// SPDX-License-Identifier: Apache-2.0
// Floating-point environments other than the default one: rounding, denormals that the CPU takes
// for zero, and traps for numbers that are none.
#ifndef LIBSELECT_TESTS_UNIT_FLOATING_ENVIRONMENT_HPP
#define LIBSELECT_TESTS_UNIT_FLOATING_ENVIRONMENT_HPP

#include <cfenv>
#include <vector>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace unit {

struct floating_environment {
    int rounding;
    bool denormals_are_zero; // of operands and of results; x86 only
    bool traps;              // where an operand is a signalling NaN or a denormal; x86 only
};

inline std::vector<floating_environment> odd_environments() {
    return {{FE_TONEAREST, true, false}, {FE_UPWARD, false, false}, {FE_DOWNWARD, true, false},
            {FE_TOWARDZERO, true, false}, {FE_TONEAREST, false, true}};
}

// The environment of this thread, while an object lives.
class in_environment {
public:
    explicit in_environment(const floating_environment &wanted) {
        std::fegetenv(&before_);
        std::fesetround(wanted.rounding);
#if defined(__SSE2__)
        constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
        if (wanted.denormals_are_zero)
            _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero);
        constexpr unsigned masks = 0x0180; // of invalid operations and of denormals
        if (wanted.traps) _mm_setcsr((_mm_getcsr() & ~0x3fU) & ~masks);
#endif
    }
    in_environment(const in_environment &) = delete;
    in_environment &operator=(const in_environment &) = delete;
    ~in_environment() {
        std::fesetenv(&before_);
    }

private:
    std::fenv_t before_ {};
};

} // namespace unit

#endif
