// SPDX-License-Identifier: Apache-2.0
// Floating-point environments other than the default one: rounding, and denormals that the CPU
// takes for zero.
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
};

inline std::vector<floating_environment> odd_environments() {
    return {{FE_TONEAREST, true}, {FE_UPWARD, false}, {FE_DOWNWARD, true}, {FE_TOWARDZERO, true}};
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
