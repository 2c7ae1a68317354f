// SPDX-License-Identifier: Apache-2.0
// Time of calls: interleaved rounds of samples, for the benchmark and the tool.
#ifndef LIBSELECT_TESTS_HARNESS_MEASURE_HPP
#define LIBSELECT_TESTS_HARNESS_MEASURE_HPP

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace support {

// Makes this many calls and returns the seconds they took.
using timed_loop = std::function<double(std::int64_t n_calls)>;

// The compiler takes all memory to be read and written here.
inline void clobber_memory() {
    asm volatile("" : : : "memory");
}

// The loop holds the call itself, not an indirect one: a pointer's nanosecond is a tenth of the
// smallest workload.
template <typename callable>
timed_loop make_loop(callable call) {
    return [call](std::int64_t n_calls) {
        const auto begin = std::chrono::steady_clock::now();
        for (std::int64_t i = 0; i < n_calls; ++i) {
            call();
            clobber_memory();
        }
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
}

// How long to measure. A sample is as many calls as last about sample_seconds: the clock costs some
// 20 ns. Rounds go on until there were `rounds` and all samples together took `seconds`. Before,
// each loop is called for `settle_seconds`, but at most 150 times.
struct effort {
    int rounds;
    double sample_seconds;
    double seconds = 0;
    double settle_seconds = 0.01;
};

struct timing {
    std::int64_t sample_calls;   // calls per sample
    std::vector<double> seconds; // of one call, a value per sample, in the order of the rounds

    [[nodiscard]] double quantile(double q) const;
    [[nodiscard]] double median() const { return quantile(0.5); }
    // Half the distance of the quartiles, as a part of the median.
    [[nodiscard]] double spread() const;
    [[nodiscard]] std::int64_t n_calls() const;
};

// Every round takes one sample of each loop, in an order that is shuffled anew, so that what else
// the machine does meets all of them. Calls of each come before, so that little happens for the
// first time in a sample. Samples of few calls begin with calls that are not timed: 16, or as many
// as last 8 samples.
std::vector<timing> measure(std::span<const timed_loop> loops, const effort &wanted);

} // namespace support

#endif
