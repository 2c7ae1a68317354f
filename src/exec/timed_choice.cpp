// SPDX-License-Identifier: Apache-2.0
// Rounds of timed runs.
#include "exec/timed_choice.hpp"

#include <algorithm>

namespace libselect {
namespace {

// Runs that are shorter may find their data in a cache. Not tuned.
constexpr double long_ns = 3e6;
// Of such runs. With rows of two runs, of which the second was timed, up to three times, a way of
// 180 us with ordinary stores lost to one of 220 with streaming ones in 10 of 20 primitives, and
// with these in 5 of 72 (14 MB of bytes in an L3 of 32, `select_bench --filter image_rgb --memory
// malloc --threads 1` with a line that prints the choice, which is not in the tree; AMD EPYC,
// family 25 model 17, 2026-11-26; 44 of the 72 with a limit of 4 in most_rows_by).
constexpr int runs_in_a_row = 3, most_rows = 2;

// Another way than the first is taken from so many hundredths less time on: less may be noise. Not
// tuned.
constexpr std::int64_t gain_percent = 5;
// A way whose run took so many hundredths less than all before it runs once more: a cache still
// fills. Ordinary stores took 952 774 754 580 562 479 396 370 381 us in a row, and streaming ones
// 400: with three runs in a row, these were taken (14 MB of floats in an L3 of 32 MiB, malloc,
// `select_bench --suite workloads --filter distilbert` with a line that prints the times, which is
// not in the tree; one thread, AMD EPYC, family 25 model 1, 2026-11-28).
constexpr std::int64_t growth_percent = 2;
// Time that is lost on slower ways is a hundredth of all, or less where rounds would begin more
// often than this.
constexpr std::int64_t runs_per_loss = 100, least_gap = 256;
// The second round begins after a part of that: the first one may be of a cold machine. Ways took
// 403 360 469 445 us in a first round, and 147 187 114 128 in the second (Intel Xeon, family 6
// model 106, 2026-11-29, `select_bench --suite search --problem` of this, with a line that prints
// the times, which is not in the tree):
//     w16/2x512x30/15360,30,-1/171008,334,11/0,0,0/171008,334,11/random,0.005,4096/src0
constexpr std::int64_t first_gap_divisor = 8;
// It leaves out ways that took so many times as long as the best in the first round. Not tuned.
constexpr std::int64_t left_out_from = 2;
// A row wakes up wide vectors in so long. In a loop with vectors of 64 bytes behind 3 ms of one
// with 32, 4,096 elements took 840 to 1,100 ns for 91 to 101 us, and then 600 to 690 (a program
// outside the tree, Intel Xeon, family 6 model 106, 2026-11-29).
constexpr std::int64_t waking_ns = 150000;
// Runs that a round may last while a way has no time, and the end of one. Not tuned.
constexpr std::int64_t longest_wait = 100000;

// Rows of runs in a round, by the least time of the way so far. Behind ways that stream, and at
// first, runs with ordinary stores have taken up to 2.6 times as long as the others. Not tuned.
int most_rows_by(std::int64_t ns, std::int64_t other_ns) noexcept {
    return ns / 3 > other_ns ? 1 : most_rows;
}

// A bit for each way that took so much longer than the best.
template <std::size_t n>
std::uint32_t far_slower(const std::array<std::int64_t, n> &ns, std::int64_t least) noexcept {
    std::uint32_t ways = 0;
    for (std::size_t i = 0; i < n; ++i)
        if (ns[i] / left_out_from > least) ways |= std::uint32_t {1} << i;
    return ways;
}

} // namespace

timed_choice::timed_choice(int n_ways, double estimated_ns, bool vectors_differ) noexcept
    : n_ways_(n_ways),
      n_in_a_row_(estimated_ns < long_ns ? runs_in_a_row : 1),
      n_rows_(estimated_ns < long_ns ? most_rows : 1),
      vectors_differ_(vectors_differ) {
    for (std::atomic<std::int64_t> &ns : least_ns_)
        ns.store(untimed, relaxed);
}

timed_choice::turn timed_choice::turn_of_round(std::int64_t run) noexcept {
    const std::int64_t round = round_.load(std::memory_order_acquire), step = run - round;
    if (step < 0) return {taken_.load(relaxed), false}; // another thread has ended the round
    if (step >= n_ways_ * n_in_a_row_ * n_rows_) {
        end_round(run, round);
        return {taken_.load(relaxed), false};
    }
    const auto way = static_cast<int>(step / n_in_a_row_ % n_ways_);
    if (is_left_out(way)) return {taken_.load(relaxed), false};
    const int best = fastest_so_far();
    const std::int64_t n_rows = step / (n_ways_ * n_in_a_row_); // so far
    if (n_rows >= 1 && n_rows >= most_rows_by(least_ns(way), least_ns(best))) return {best, false};
    const bool may_wake = vectors_differ_ && n_rows == 1;
    if (step % n_in_a_row_ == 0) row_ns_.store(may_wake ? 0 : waking_ns, relaxed);
    return {way, n_in_a_row_ == 1 || step % n_in_a_row_ > 0};
}

int timed_choice::fastest_so_far() const noexcept {
    int best = 0;
    for (int way = 1; way < n_ways_; ++way)
        if (least_ns(way) < least_ns(best)) best = way;
    return best;
}

void timed_choice::add(int way, std::int64_t ns) noexcept {
    std::atomic<std::int64_t> &least = least_ns_[static_cast<std::size_t>(way)];
    const std::int64_t before = least.load(relaxed);
    if (ns < before) least.store(ns, relaxed);
    const bool still_gains = before != untimed && ns < before - before / 100 * growth_percent;
    if (wakes_vectors(ns) || still_gains) n_runs_.store(n_runs_.load(relaxed) - 1, relaxed);
}

bool timed_choice::wakes_vectors(std::int64_t ns) noexcept {
    const std::int64_t row_ns = row_ns_.load(relaxed) + ns;
    row_ns_.store(row_ns, relaxed);
    return row_ns < waking_ns && ns / left_out_from <= least_ns(fastest_so_far());
}

std::int64_t timed_choice::runs_of(std::int64_t ns, std::int64_t taken_ns) const noexcept {
    const std::int64_t n = n_in_a_row_ * std::min(most_rows_by(ns, taken_ns), n_rows_);
    const bool wakes = vectors_differ_ && n_rows_ > 1 && ns / left_out_from <= taken_ns;
    return wakes ? n + waking_ns / std::max<std::int64_t>(ns, 1) : n;
}

void timed_choice::end_round(std::int64_t run, std::int64_t round) noexcept {
    // A way that has no time yet still runs in another thread.
    for (int way = 0; way < n_ways_ && run - round < longest_wait; ++way)
        if (least_ns(way) == untimed && !is_left_out(way)) return;
    // Unless another thread ends it. A child of fork() may lack that thread.
    if (!round_.compare_exchange_strong(round, run + longest_wait, relaxed)) return;
    std::array<std::int64_t, most_ways> ns;
    for (std::size_t i = 0; i < ns.size(); ++i) {
        ns[i] = least_ns_[i].load(relaxed);
        least_ns_[i].store(untimed, relaxed);
    }
    const auto least = std::ranges::min_element(ns);
    const bool gains = *least < ns[0] - ns[0] / 100 * gain_percent;
    const std::int64_t taken_ns = std::max<std::int64_t>(gains ? *least : ns[0], 1);
    std::int64_t lost_ns = 0;
    for (const std::int64_t each : ns) {
        if (each == untimed) continue;
        lost_ns += runs_of(each, taken_ns) * std::max<std::int64_t>(each - taken_ns, 0);
    }
    taken_.store(gains ? static_cast<int>(least - ns.begin()) : 0, relaxed);
    const std::int64_t gap = std::max(least_gap, runs_per_loss * lost_ns / taken_ns);
    const std::int64_t divisor = round == first_round ? first_gap_divisor : 1;
    left_out_.store(round == first_round ? far_slower(ns, *least) : 0, relaxed);
    round_.store(run + gap / divisor, std::memory_order_release);
}

} // namespace libselect
