// SPDX-License-Identifier: Apache-2.0
// How long a call takes.
#ifndef SELECTBENCH_TIMING_HPP
#define SELECTBENCH_TIMING_HPP

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace selectbench {

// Seconds of one call, over all samples.
struct timing {
    double median, least;
    std::size_t calls; // that were timed
};

namespace detail {

template <typename call>
double seconds_of(const call &work, std::size_t calls) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < calls; ++i)
        work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace detail

// Repeats the call for about `seconds`, and three times at the least. Short calls are timed many at
// once: the clock costs some 20 ns, and the samples of a long measurement must be few enough to
// keep.
template <typename call>
timing time_calls(const call &work, double seconds) {
    const double sample_seconds = std::max(20e-6, seconds / 10000);
    work(); // touches pages and code for the first time
    std::size_t calls = 1;
    double taken = detail::seconds_of(work, calls);
    for (; taken < sample_seconds; taken = detail::seconds_of(work, calls))
        calls *= 2;
    std::vector<double> samples;
    for (double total = 0;; taken = detail::seconds_of(work, calls)) {
        samples.push_back(taken / static_cast<double>(calls));
        total += taken;
        if (samples.size() >= 3 && total >= seconds) break;
    }
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return {*middle, *std::min_element(samples.begin(), samples.end()), calls * samples.size()};
}

} // namespace selectbench

#endif
