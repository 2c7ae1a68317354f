// SPDX-License-Identifier: Apache-2.0
// The choice of forms for a plan, by their estimated times.
#ifndef LIBSELECT_PLAN_FORM_CHOICE_HPP
#define LIBSELECT_PLAN_FORM_CHOICE_HPP

#include <cstddef>
#include <vector>

#include "plan/box_form.hpp"
#include "plan/cache_sizes.hpp"
#include "plan/form_cost.hpp"
#include "plan/row_form.hpp"

namespace libselect {

struct form_choice {
    walk_order walk;
    row_form form;
    box_form box;  // when form.boxed
    double ns = 0; // the estimate
};

// Estimates of forms have errors of about this factor, so no form of a larger estimate is worth a
// try, and of the others these are enough. Of 349 problems of which the first form took over 1.15
// times the best loop nest in one measurement, so many did in three, by the forms that were tried:
// 1: 157, 2: 70, 3: 50, 4: 41, all without this factor: 31 (seeds 941 to 943 of `select_bench
// --suite search`; AMD EPYC, Zen 3, jit:avx2, 2026-11-24; no command of the tree repeats it).
inline constexpr double most_over_least_estimate = 2;
// The same of a form whose rows have one condition each. Not tuned.
inline constexpr double most_over_where_jumps = 3;
// Bands came later, as a kind of form beside the others, and with them the fifth. The last place is
// for the best form that leaps, chosen as if leaps took no longer than jumps.
inline constexpr std::size_t most_forms = 6;

// The forms of a plan that is not empty that take the least time by plan/form_cost.hpp, with these
// kernels on a core with these caches, that of the least estimate first. There is at least one.
// The best one with vectors, of strided rows, in bands, and whose rows have one condition each,
// strided or not, are among them where the estimates allow.
// Kernels without vectors get rows as they are, without an estimate. Throws std::bad_alloc.
[[nodiscard]] std::vector<form_choice> choose_forms(
        const plan &nest, const kernel_traits &kernels, const cache_sizes &caches);

// Strided rows in the order of the plan, that of dst, without an estimate. Rows of no strided
// operand are not for their kernels.
[[nodiscard]] form_choice strided_in_order(const plan &nest) noexcept;

} // namespace libselect

#endif
