// SPDX-License-Identifier: Apache-2.0
// The choice between boxes and the row form of a plan, by their estimated times.
#ifndef LIBSELECT_PLAN_FORM_CHOICE_HPP
#define LIBSELECT_PLAN_FORM_CHOICE_HPP

#include "plan/box_form.hpp"
#include "plan/cache_sizes.hpp"
#include "plan/form_cost.hpp"
#include "plan/row_form.hpp"

namespace libselect {

struct form_choice {
    walk_order walk;
    row_form form;
    box_form box; // when form.boxed
};

// The form of a plan that is not empty that takes the least time by plan/form_cost.hpp, with these
// kernels on a core with these caches. Kernels without vectors get rows as they are.
[[nodiscard]] form_choice choose_form(
        const plan &nest, const kernel_traits &kernels, const cache_sizes &caches) noexcept;

} // namespace libselect

#endif
