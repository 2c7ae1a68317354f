// SPDX-License-Identifier: Apache-2.0
// The schedule: everything about an execution that is decided at creation.
#ifndef LIBSELECT_SCHEDULE_SCHEDULE_HPP
#define LIBSELECT_SCHEDULE_SCHEDULE_HPP

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "plan/box_form.hpp"
#include "plan/row_form.hpp"
#include "plan/tiling.hpp"
#include "schedule/all_conditions.hpp"
#include "schedule/backward_rows.hpp"
#include "schedule/evaluation.hpp"
#include "schedule/kernels.hpp"

namespace libselect {

struct schedule {
    walk_order walk;
    row_form form;
    double estimated_ns = 0; // of the form; 0 without an estimate
    box_form box;            // when form.boxed
    implementation_choice chosen;
    held_code held;      // the code of the kernels below
    row_kernels rows;    // unless fused
    fused_kernels fused; // when fused
    per_operand<transpose_kernel> transposes {};
    bool streams_on_one_thread_only = false;
    bool prefetches_rows = false; // of blocks, those that are read where they lie
    // Where all conditions are looked at first: those that serve several elements each, and dense
    // ones before a form that gathers or has strided rows.
    std::shared_ptr<const all_conditions> looked_at;
    // Out of place, where most conditions take one source: all of that one is copied, then what
    // takes the other. On one thread, with the copies of looked_at.
    bool copies_common_first = false;
    // In place, changes are copied up to a larger share of the time of all.
    bool copies_many_changes = false;
    // All rows of a loop have the same conditions, side by side; in place that can save time.
    bool repeats_conditions = false;
    tiling tiles;
    evaluation evaluated; // instead of tiles, of a plan whose condition is evaluated
    // Where rows are long enough and their conditions allow it, one of these: then nothing is
    // evaluated.
    bool has_range_rows = false; // the loops of both are in evaluated.loops
    bool has_condition_rows = false;
    // The loops of the one kernel call that does it all; planes is 0 when one call cannot.
    kernel_loops whole {};
    backward_rows backwards; // of the same call, where everything stays in the caches of a core
    int max_threads = 0;     // 0: as many as the arena of the caller has
    bool parallel = false;   // whether the problem is worth more than one thread
};

// Whether, in place, each plane copies the changes of its rows, which repeat their conditions.
// Threads share the planes. One thread copies the changes of all rows first where they are
// gathered: a plane alone gives up at fewer runs (exec/repeated_rows.cpp).
[[nodiscard]] inline bool walks_repeated_rows(const schedule &decided) noexcept {
    return decided.repeats_conditions && (decided.parallel || !decided.form.gathers);
}

// Those of one plan, which all compute the same. The others are other ways (other_ways.hpp), which
// may be faster, since estimates have errors and know no conditions. They have the implementation
// of the first. There are none for a plan that is too small to be timed, or whose condition is
// evaluated.
struct schedules {
    schedule first;
    std::vector<schedule> others;
};

// For a plan that is empty only `chosen` and max_threads have a meaning. Both throw failure when
// LIBSELECT_MAX_CPU_ISA or LIBSELECT_MACHINE is wrong, and std::bad_alloc.
[[nodiscard]] schedules make_schedules(
        const plan &nest, int max_threads, const machine &model = this_machine());
// The first alone.
[[nodiscard]] schedule make_schedule(
        const plan &nest, int max_threads, const machine &model = this_machine());

// The loops of a call that walks `rows` rows of `planes` planes, of cols columns each.
[[nodiscard]] kernel_loops loops_of(
        const walk_order &walk, std::int64_t planes, std::int64_t rows, std::int64_t cols) noexcept;

} // namespace libselect

#endif
