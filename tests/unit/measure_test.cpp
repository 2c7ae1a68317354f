// SPDX-License-Identifier: Apache-2.0
// What a sample of the benchmark begins with: calls that are not timed.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "harness/measure.hpp"

namespace {

// The numbers of calls that the only sample of a loop asked for: the timed ones come last.
std::vector<std::int64_t> calls_of_sample(double call_seconds, double sample_seconds) {
    std::vector<std::int64_t> all;
    const support::timed_loop loop = [&](std::int64_t n) {
        all.push_back(n);
        return static_cast<double>(n) * call_seconds;
    };
    const support::effort settled {0, sample_seconds};
    (void)support::measure({&loop, 1}, settled);
    const auto n_before = static_cast<std::ptrdiff_t>(all.size());
    all.clear();
    const support::effort one_round {1, sample_seconds};
    (void)support::measure({&loop, 1}, one_round);
    return {all.begin() + n_before, all.end()};
}

std::vector<std::int64_t> untimed(std::size_t n_untimed, std::int64_t n_timed) {
    std::vector<std::int64_t> calls(n_untimed, 1);
    calls.push_back(n_timed);
    return calls;
}

TEST(measure, sample_of_few_calls_begins_with_16_that_are_not_timed) {
    EXPECT_EQ(calls_of_sample(0.001, 0.002), untimed(16, 2));
    EXPECT_EQ(calls_of_sample(0.0001, 0.002), untimed(16, 20));
}

TEST(measure, calls_that_are_not_timed_last_no_longer_than_8_samples) {
    EXPECT_EQ(calls_of_sample(0.006, 0.002), untimed(3, 1));
    EXPECT_EQ(calls_of_sample(1, 0.002), untimed(1, 1));
}

TEST(measure, sample_of_many_calls_is_all_timed) {
    EXPECT_EQ(calls_of_sample(0.00001, 0.002), untimed(0, 200));
}

} // namespace
