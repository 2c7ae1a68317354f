// SPDX-License-Identifier: Apache-2.0
// The times of the kinds of work.
#include "plan/work.hpp"

#include <array>
#include <cstddef>

namespace libselect {
namespace {

// Nanoseconds of one unit of each kind: a fit by least squares to the times of all forms of 469
// problems of `select_bench --suite search` was moved, one constant at a time, to where the forms
// that it chooses take the least time. That was done on 70 % of 3,916 problems of seed 521 that had
// all their forms timed, and judged on the others, of which these took over 1.15 times the best
// loop nest: 7.1 % before, 6.2 % after, about 4 % with the best form of each (one measurement, with
// its noise; AMD EPYC, Zen 3, jit:avx2, 2026-11-22; no command of the tree repeats the fit). Those
// of jumped and compiled rows are guesses, judged by the forms that they choose only: half of the
// jumps of random conditions are mispredicted, few of others. Times in memory beyond the last cache
// were few.
//
// Those of near and far writes, crowded writes, strided and taking rows, copy calls, copied bytes,
// kernel rows and vectors are of a second fit, from where the first one ended: means of 8 fits to
// random parts of 2,400 problems of seed 911, without the constants that could as well stay. The
// forms take over 1.15 times the best loop nest in 5.9 % of these problems, 6.5 % before, and of
// 2,652 others (seed 915) in 2.8 %, 3.2 % before (AMD EPYC, family 25 model 17, jit:avx512,
// 2026-11-23; no command of the tree repeats it). Short strided rows had branches then, see
// kernel/strided_rows.cpp. Crowded writes are a compromise: that CPU has 1.2.
//
// Both fits are older than the count of lines that transpose kernels read once, and of last blocks
// by their size; no constant was moved for that.
//
// Those of generated strided rows are read off the table of jit/strided_generator.cpp, and that of
// strided calls off one problem: 800 calls for 28 elements each took 19 us, of which 12 in kernels
// (Intel Xeon, Granite Rapids class, 2026-11-25).
//
// That of far leaps is a compromise of 2.5, 5 and 8: with 5, w4/100x12x512x4 and w4/64x7x32x156, in
// place with permuted sources, take 0.61 and 0.66 of the time (`select_bench --suite search`, AMD
// EPYC, Zen 3, 32 MiB of last level that neighbours use, 2026-11-25). On AMD Zen 4
// leaps take no longer than jumps (same day; see plan/form_choice.cpp).
//
// That of rows of bands is a guess: without it, bands come before forms of earlier fits where
// estimates are within a twentieth of each other. Tests of plan_form_choice have three such plans.
//
// Those of filled and reversed rows are of calls of the copies alone, by the vectors of each ISA
// (same CPU and day, no command repeats it).
//
// Measured on the first CPU, as ns of an element of 100 lines that fit the second-level cache, less
// those of other strides (same day, a loop that moves 4 bytes from and to rows of a stride):
//     stride | 4096 | 24576 | 65536 | 1024 | 4160, 24640, 65600
//     reads  | 2.1  | 3.2   | 2.7   | 1.3  | 0.7 to 1.5
//     writes | 4.2  | 5.5   | 5.1   | 2.6  | 0.5 to 0.8
struct unit_time {
    work kind;
    double ns;
};
constexpr std::array<unit_time, n_work_kinds> unit_times {{
        {work::calls, 1.1},
        {work::strided_calls, 9},
        {work::band_rows, 8},
        {work::boxes, 40},
        {work::copies, 1.2},
        {work::copy_calls, 17},
        {work::run_rows, 0.86},
        {work::long_rows, 1.3},
        {work::copied_bytes, 0.02},
        {work::repeated_bytes, 0.03},
        {work::filled_rows, 0.5},
        {work::filled_vectors, 0.43},
        {work::reversed_rows, 1.5},
        {work::reversed_bytes, 0.028},
        {work::halved_bytes, 0.042},
        {work::moved_rows, 3},
        {work::moved_elements, 0.3},
        {work::lone_elements, 0.17},
        {work::moved_wide, 0.5},
        {work::scattered_elements, 0.3},
        {work::transpose_bytes, 0.021},
        {work::narrow_bytes, 0.027},
        {work::partial_rows, 3},
        {work::kernel_rows, 1.7},
        {work::compiled_rows, 8},
        {work::jumped_rows, 1.5},
        {work::kernel_vectors, 0.38},
        {work::slabs, 86},
        {work::periods, 29},
        {work::partial_groups, 92},
        {work::taking_rows, 3},
        {work::strided_rows, 5.4},
        {work::strided_elements, 0.6},
        {work::straight_rows, 0.5},
        {work::looped_rows, 2.5},
        {work::generated_elements, 0.3},
        {work::generated_steps, 0.03},
        {work::blended_rows, 3.1},
        {work::blended_elements, 0.26},
        {work::blended_stores, 0.26},
        {work::near_lines, 0.2},
        {work::near_jumps, 0.11},
        {work::near_writes, 0.37},
        {work::far_lines, 0.4},
        {work::far_jumps, 0.57},
        {work::far_writes, 0.47},
        {work::far_leaps, 5},
        {work::memory_lines, 0.86},
        {work::memory_jumps, 1.5},
        {work::page_jumps, 0.06},
        {work::far_page_jumps, 7.9},
        {work::crowded_reads, 0.81},
        {work::crowded_writes, 2},
}};

// In the order of the kinds.
constexpr bool are_in_order() noexcept {
    std::size_t n = 0;
    for (const unit_time &each : unit_times)
        if (static_cast<std::size_t>(each.kind) != n++) return false;
    return true;
}
static_assert(are_in_order());

} // namespace

double work_list::nanoseconds() const noexcept {
    double ns = 0;
    for (std::size_t i = 0; i < n_work_kinds; ++i)
        ns += amounts_[i] * unit_times[i].ns;
    return ns;
}

double work_list::nanoseconds_with_short_leaps() const noexcept {
    work_list all = *this;
    all[work::far_jumps] += all[work::far_leaps];
    all[work::far_leaps] = 0;
    return all.nanoseconds();
}

} // namespace libselect
