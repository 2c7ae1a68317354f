// SPDX-License-Identifier: Apache-2.0
// The times of a field of contestants, and the file that keeps all of a run.
#ifndef LIBSELECT_TESTS_BENCH_MEASURE_HPP
#define LIBSELECT_TESTS_BENCH_MEASURE_HPP

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "contestant.hpp"

namespace bench {

struct timing {
    std::string name;
    bench::kind kind;
    double ns = 0;     // of one call, median over rounds
    double spread = 0; // half the distance of the quartiles, as a part of the median
};

// Interleaved rounds of samples, as tests/harness/measure.hpp takes them.
class stopwatch {
public:
    stopwatch(int rounds, double sample_seconds)
        : effort_ {rounds, sample_seconds, 0, settle_samples * sample_seconds} {}

    std::vector<timing> measure(const std::string &case_name, const std::vector<contestant> &field);

    // A counter of the case's median of a contestant in the JSON file: a ratio, a bandwidth.
    void note(const std::string &run_name, const std::string &counter, double value) {
        runs_.at(run_name).counters[counter] = value;
    }

    // All samples and medians with the fields that Google Benchmark writes.
    // Throws std::runtime_error.
    void write_json(const std::string &path,
            const std::vector<std::pair<std::string, std::string>> &context) const;

private:
    struct run {
        support::timing time;
        std::map<std::string, double> counters;
    };

    // A primitive that takes 3 ms has then chosen among sixteen ways, with samples of 2 ms.
    static constexpr double settle_samples = 140;

    support::effort effort_;
    std::map<std::string, run> runs_; // by the names of case and contestant
    std::vector<std::string> order_;
};

} // namespace bench

#endif
