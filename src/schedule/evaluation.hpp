// SPDX-License-Identifier: Apache-2.0
// The cut of a walk into blocks whose condition is evaluated before the kernels run.
#ifndef LIBSELECT_SCHEDULE_EVALUATION_HPP
#define LIBSELECT_SCHEDULE_EVALUATION_HPP

#include <array>
#include <cstdint>

#include "kernel/portable_kernels.hpp"
#include "plan/row_form.hpp"

namespace libselect {

// A block is a range of turns of one loop, with all turns of the loops inside it and one turn of
// each loop outside. Its condition bytes lie in scratch as cond's strides in the plan say, so the
// kernels run on them as on a boolean tensor. Every element is in one block: it is evaluated once.
struct evaluation {
    const portable_kernels *loops = nullptr; // null where the condition is boolean
    int level = 0;                           // the loop of the plan that is cut
    std::int64_t step = 1;                   // its turns in a block
    std::int64_t blocks_per_loop = 1;
    std::int64_t n_blocks = 1;
    std::int64_t scratch_bytes = 1;
};

// Condition bytes of a block, where rows need not stay whole: half of a first-level cache. `sh
// cmake/dev.sh tune` (AMD EPYC family 25 model 1, 2026-11-22): 8 to 64 Ki elements within a
// tenth, which is the noise; 2 Ki takes up to 1.2 of the time.
inline constexpr std::int64_t evaluated_bytes = 16 << 10;
// Bytes of dst in a block without scratch: each block ends with a fence. In the same run: flat from
// 128 KiB on, and 64 KiB takes up to 1.3 of the time.
inline constexpr std::int64_t direct_bytes = 512 << 10;

// Cuts a plan that is not empty into blocks of at most block_elems elements, or of one turn of the
// innermost loop that is cut. The innermost `n_columns` loops stay whole, where the form needs
// them to; 0 when columns may be cut too.
[[nodiscard]] evaluation make_evaluation(const plan &nest, int n_columns, std::int64_t block_elems,
        const portable_kernels &loops) noexcept;

} // namespace libselect

#endif
