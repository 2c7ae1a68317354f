// SPDX-License-Identifier: Apache-2.0
// Time of calls: interleaved rounds of samples.
#include "harness/measure.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/random.hpp"

namespace support {
namespace {

// Calls before any is timed: pages and code are touched for the first time, and calls that choose
// their kernels by time have chosen: a primitive of sixteen ways takes 97 calls, and more where
// these take less and less.
void settle(const timed_loop &loop, double enough_seconds) {
    constexpr int enough_calls = 150;
    double taken = 0;
    for (int i = 0; i < enough_calls && taken < enough_seconds; ++i)
        taken += loop(1);
}

// Calls that last `seconds` together, at least one.
std::int64_t calls_in(const timed_loop &loop, double seconds) {
    for (std::int64_t n = 1;; n *= 2) {
        const double taken = loop(n);
        if (taken * 4 < seconds) continue;
        return std::max<std::int64_t>(1, std::llround(seconds * static_cast<double>(n) / taken));
    }
}

// One call alone would pay for what the loop before it left in the caches: where that one stored
// ordinarily, streaming stores wait until its lines are written back. 50 MB in rows of one
// condition took 1.27 ms behind a call like it, and 1.95 ms behind other loops (Intel Xeon,
// Granite Rapids class, one thread, 2026-11-24). A victim cache takes more than one call to get rid
// of them: 17 MB took 955, 789 and 850 us behind other loops, 488 to 525 behind calls like it (AMD
// EPYC, family 25 model 1, one thread, 2026-11-25, printed by a line that is not in the tree).
// With at most 3 such calls, and none before 8 timed ones, loops of 190 to 310 us had spreads of 10
// to 20 % where they had 1 to 3 with up to 8 (`select_bench --filter 'llm|image' --memory malloc`,
// AMD EPYC, family 25 model 17, 2026-11-26). Were they also no more than the timed ones, a loop of
// 0.6 ms in place would take 0.81 and 0.99 ms, with 8 it takes 0.66 and 0.69, with 16 0.57 and 0.58
// (jit:avx512, `select_bench --filter inplace --memory malloc --threads 1`, twice, the same kind of
// machine, 2026-11-27). Among many calls it is little.
double sample(const timed_loop &loop, std::int64_t n_calls, double sample_seconds) {
    constexpr std::int64_t many = 64, enough_untimed = 16;
    const double most_seconds = 8 * sample_seconds;
    double taken = 0;
    for (int i = 0; n_calls < many && i < enough_untimed && taken < most_seconds; ++i)
        taken += loop(1);
    return loop(n_calls);
}

} // namespace

double timing::quantile(double q) const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    const double at = q * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

double timing::spread() const {
    return (quantile(0.75) - quantile(0.25)) / 2 / median();
}

std::int64_t timing::n_calls() const {
    return sample_calls * static_cast<std::int64_t>(seconds.size());
}

std::vector<timing> measure(std::span<const timed_loop> loops, const effort &wanted) {
    std::vector<timing> found;
    for (const timed_loop &loop : loops) {
        settle(loop, wanted.settle_seconds);
        found.push_back({calls_in(loop, wanted.sample_seconds), {}});
    }
    std::vector<std::size_t> order(loops.size());
    std::iota(order.begin(), order.end(), 0);
    random_source random(1);
    double total = 0;
    for (int round = 0; round < wanted.rounds || total < wanted.seconds; ++round) {
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.below(i)]);
        for (const std::size_t i : order) {
            const double taken = sample(loops[i], found[i].sample_calls, wanted.sample_seconds);
            found[i].seconds.push_back(taken / static_cast<double>(found[i].sample_calls));
            total += taken;
        }
    }
    return found;
}

} // namespace support
