// SPDX-License-Identifier: Apache-2.0
// Estimated times of the forms of a walk: counted work, times what each kind of work takes.
#ifndef LIBSELECT_PLAN_FORM_COST_HPP
#define LIBSELECT_PLAN_FORM_COST_HPP

#include "plan/box_form.hpp"
#include "plan/cache_misses.hpp"
#include "plan/row_form.hpp"

namespace libselect {

// What the choice of a form knows of the kernels.
struct kernel_traits {
    int vector_bytes = 0;      // 0 for kernels without vectors
    bool are_compiled = false; // not generated for the rows of the problem
};

// Rows, fused or not, with or without gathered blocks.
[[nodiscard]] work_list work_of_rows(const walk_order &walk, const row_form &form,
        const kernel_traits &kernels, const cache_levels &levels) noexcept;
// Boxes of the last n_loops loops of the walk.
[[nodiscard]] work_list work_of_boxes(const walk_order &walk, const box_form &form,
        const kernel_traits &kernels, const cache_levels &levels) noexcept;
// Rows of any strides, without scratch, maybe in bands.
[[nodiscard]] work_list work_of_strided(const walk_order &walk, const row_form &form,
        const kernel_traits &kernels, const cache_levels &levels) noexcept;

} // namespace libselect

#endif
