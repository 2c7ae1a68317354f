// SPDX-License-Identifier: Apache-2.0
// The schedule: everything about an execution that is decided once, at creation.
#ifndef LIBSELECT_SCHEDULE_SCHEDULE_HPP
#define LIBSELECT_SCHEDULE_SCHEDULE_HPP

#include <array>
#include <cstdint>

#include "plan/row_form.hpp"
#include "plan/tiling.hpp"
#include "schedule/implementation_list.hpp"
#include "schedule/machine.hpp"

namespace libselect {

// The row kernels of one plan.
struct row_kernels {
    row_params params;                     // of the first one
    std::array<kernel_fn, 3> by_kept {};   // indexed by in_place
    kernel_fn ordinary = nullptr;          // in_place::none, without streaming stores
    std::uintptr_t dst_alignment_mask = 0; // bits of dst's address that must be 0 to stream
};

// The fused kernels of one plan. `streaming` has no run when nothing is streamed.
struct fused_kernels {
    fused_params params;
    fused_kernel ordinary;
    fused_kernel streaming;
};

struct schedule {
    plan walked; // the plan, its loops in the order of the walk
    row_form form;
    implementation_choice chosen;
    held_code held;      // what the kernels below are made of
    row_kernels rows;    // unless fused
    fused_kernels fused; // when fused
    per_operand<transpose_kernel> transposes {};
    // Whether streaming is worth it for one thread only.
    bool streams_marginally = false;
    tiling tiles;
    // The loops of the one kernel call that does it all; planes is 0 when one call cannot.
    kernel_loops whole {};
    int max_threads = 0;   // 0: as many as the arena of the caller has
    bool parallel = false; // whether the problem is worth more than one thread
};

// For a plan that is empty only `chosen` has a meaning. Throws failure when LIBSELECT_MAX_CPU_ISA
// is wrong, and std::bad_alloc.
[[nodiscard]] schedule make_schedule(
        const plan &made, int max_threads, const cache_sizes &caches = machine_cache_sizes());

// The loops of a call that walks `rows` rows of `planes` planes, of cols columns each.
[[nodiscard]] kernel_loops loops_of(
        const plan &walked, std::int64_t planes, std::int64_t rows, std::int64_t cols) noexcept;

} // namespace libselect

#endif
