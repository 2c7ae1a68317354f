// SPDX-License-Identifier: Apache-2.0
// Rounds of timed runs.
#include "exec/timed_choice.hpp"

#include <algorithm>

namespace libselect {
namespace {

// Timed runs of a way in a round take about so long together, but are at most so many: the least
// time counts. Not tuned.
constexpr double timed_ns = 10e3;
constexpr int most_timed = 3;
// What a run takes longer where its code and its part of the stack are touched for the first time
// is little of so long a time. Not tuned.
constexpr double long_ns = 20e3;

int n_timed_of(double estimated_ns) noexcept {
    return static_cast<int>(std::clamp(timed_ns / estimated_ns, 1.0, double {most_timed}));
}

// A way that takes so many times as long as another one is timed once in a round. Not tuned.
constexpr std::int64_t hopeless = 2;
// Another way than the first is taken from so many hundredths less time on: less may be noise. Not
// tuned.
constexpr std::int64_t gain_percent = 5;
// Time that is lost on slower ways is a hundredth of all, or less where rounds would begin more
// often than this.
constexpr std::int64_t runs_per_loss = 100, least_gap = 256;

} // namespace

timed_choice::timed_choice(int n_ways, double estimated_ns) noexcept
    : n_ways_(n_ways),
      n_untimed_(estimated_ns < long_ns ? 1 : 0),
      n_timed_(n_timed_of(estimated_ns)) {
    for (std::atomic<std::int64_t> &ns : least_ns_)
        ns.store(untimed, relaxed);
}

timed_choice::turn timed_choice::turn_of_round(std::int64_t run) noexcept {
    const std::int64_t step = run - round_.load(relaxed);
    if (step >= n_ways_ * (n_untimed_ + n_timed_)) {
        end_round(run);
        return {taken_.load(relaxed), false};
    }
    const auto way = static_cast<int>(step % n_ways_);
    if (step < n_ways_ * n_untimed_) return {way, false};
    const std::int64_t ns = least_ns_[static_cast<std::size_t>(way)].load(relaxed);
    for (const std::atomic<std::int64_t> &other : least_ns_)
        if (ns != untimed && ns / hopeless > other.load(relaxed))
            return {taken_.load(relaxed), false};
    return {way, true};
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
    for (const std::int64_t each : ns)
        if (each != untimed)
            lost_ns += (n_untimed_ + n_timed_) * std::max<std::int64_t>(each - taken_ns, 0);
    taken_.store(gains ? static_cast<int>(least - ns.begin()) : 0, relaxed);
    round_.store(run + std::max(least_gap, runs_per_loss * lost_ns / taken_ns), relaxed);
}

} // namespace libselect
