// SPDX-License-Identifier: Apache-2.0
// Rounds of timed runs.
#include "exec/timed_choice.hpp"

#include <algorithm>

namespace libselect {
namespace {

// So often is a way timed in a round whose runs are shorter than this, which may find their data in
// a cache; others once. Not tuned.
constexpr double long_ns = 3e6;
constexpr int most_timed = 3;

// Another way than the first is taken from so many hundredths less time on: less may be noise. Not
// tuned.
constexpr std::int64_t gain_percent = 5;
// Time that is lost on slower ways is a hundredth of all, or less where rounds would begin more
// often than this.
constexpr std::int64_t runs_per_loss = 100, least_gap = 256;

// How often a way is timed in a round, by its time so far: once if it takes more than twice as long
// as another one, twice if it takes a quarter more. The first times may be of caches that hold what
// others have left. Not tuned.
int most_timed_by(std::int64_t ns, std::int64_t other_ns) noexcept {
    if (ns / 2 > other_ns) return 1;
    return ns - ns / 5 > other_ns ? 2 : most_timed;
}

} // namespace

timed_choice::timed_choice(int n_ways, double estimated_ns) noexcept
    : n_ways_(n_ways),
      n_untimed_(estimated_ns < long_ns ? 1 : 0),
      n_timed_(estimated_ns < long_ns ? most_timed : 1) {
    for (std::atomic<std::int64_t> &ns : least_ns_)
        ns.store(untimed, relaxed);
}

timed_choice::turn timed_choice::turn_of_round(std::int64_t run) noexcept {
    const std::int64_t step = run - round_.load(relaxed);
    if (step < 0) return {taken_.load(relaxed), false}; // another thread has ended the round
    const std::int64_t n_in_a_row = n_untimed_ + 1;
    if (step >= n_ways_ * n_in_a_row * n_timed_) {
        end_round(run);
        return {taken_.load(relaxed), false};
    }
    const auto way = static_cast<int>(step / n_in_a_row % n_ways_);
    const int best = fastest_so_far();
    const std::int64_t n_timed = step / (n_ways_ * n_in_a_row); // rows of runs so far
    if (n_timed >= 1 && n_timed >= most_timed_by(least_ns(way), least_ns(best)))
        return {best, false};
    return {way, step % n_in_a_row == n_untimed_};
}

int timed_choice::fastest_so_far() const noexcept {
    int best = 0;
    for (int way = 1; way < n_ways_; ++way)
        if (least_ns(way) < least_ns(best)) best = way;
    return best;
}

void timed_choice::add(int way, std::int64_t ns) noexcept {
    std::atomic<std::int64_t> &least = least_ns_[static_cast<std::size_t>(way)];
    if (ns < least.load(relaxed)) least.store(ns, relaxed);
}

void timed_choice::end_round(std::int64_t run) noexcept {
    std::array<std::int64_t, most_ways> ns;
    for (std::size_t i = 0; i < ns.size(); ++i) {
        ns[i] = least_ns_[i].load(relaxed);
        least_ns_[i].store(untimed, relaxed);
    }
    const auto least = std::ranges::min_element(ns);
    if (*least == untimed) return; // another thread ends the round
    const bool gains = *least < ns[0] - ns[0] / 100 * gain_percent;
    const std::int64_t taken_ns = std::max<std::int64_t>(gains ? *least : ns[0], 1);
    std::int64_t lost_ns = 0;
    for (const std::int64_t each : ns) {
        if (each == untimed) continue;
        const int n_times = std::min(most_timed_by(each, taken_ns), n_timed_);
        lost_ns += (n_untimed_ + 1) * n_times * std::max<std::int64_t>(each - taken_ns, 0);
    }
    taken_.store(gains ? static_cast<int>(least - ns.begin()) : 0, relaxed);
    round_.store(run + std::max(least_gap, runs_per_loss * lost_ns / taken_ns), relaxed);
}

} // namespace libselect
