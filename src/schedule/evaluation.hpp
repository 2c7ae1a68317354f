// SPDX-License-Identifier: Apache-2.0
// The cut of a walk into blocks whose condition is evaluated before the kernels run.
#ifndef LIBSELECT_SCHEDULE_EVALUATION_HPP
#define LIBSELECT_SCHEDULE_EVALUATION_HPP

#include <cstdint>

#include "kernel/evaluate.hpp"
#include "plan/row_form.hpp"

namespace libselect {

// A block is a range of turns of one loop, with all turns of the loops inside it and one turn of
// each loop outside. Its condition bytes lie in scratch as cond's strides in the plan say, so the
// kernels run on them as on a boolean tensor. Every element is in one block: it is evaluated once.
struct evaluation {
    evaluate_fn evaluate = nullptr; // null where the condition is boolean
    int level = 0;                  // the loop of the plan that is cut
    std::int64_t step = 1;          // its turns in a block
    std::int64_t blocks_per_loop = 1;
    std::int64_t n_blocks = 1;
    std::int64_t scratch_bytes = 1;
};

// Condition bytes of a block, where rows need not stay whole. Not tuned: half of a first-level
// cache.
inline constexpr std::int64_t evaluated_bytes = 16 << 10;

// Cuts a plan that is not empty. The innermost `n_columns` loops stay whole, where the form needs
// them to; 0 when columns may be cut too.
[[nodiscard]] evaluation make_evaluation(
        const plan &nest, int n_columns, evaluate_fn evaluate) noexcept;

} // namespace libselect

#endif
