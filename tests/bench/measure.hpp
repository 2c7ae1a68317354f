// SPDX-License-Identifier: Apache-2.0
// Interleaved rounds on Google Benchmark.
#ifndef LIBSELECT_TESTS_BENCH_MEASURE_HPP
#define LIBSELECT_TESTS_BENCH_MEASURE_HPP

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "contestant.hpp"

namespace bench {

struct timing {
    std::string name;
    bench::kind kind;
    double ns = 0;     // of one call, median over rounds
    double spread = 0; // half the distance of the quartiles, as a part of the median
};

// Every round is one call of RunSpecifiedBenchmarks with one repetition and random interleaving:
// Google Benchmark times each contestant once, in an order it shuffles anew. Its own interleaving
// of repetitions would shuffle all rounds at once, and a contestant's samples could bunch.
// Iterations are fixed per contestant, so that a sample lasts min_sample_ns.
class stopwatch {
public:
    stopwatch(int rounds, double min_sample_ns) : rounds_(rounds), min_sample_ns_(min_sample_ns) {}

    std::vector<timing> measure(const std::string &case_name, const std::vector<contestant> &field);

    // A counter of the case's median of a contestant in the JSON file: a ratio, a bandwidth.
    void note(const std::string &run_name, const std::string &counter, double value);

    // All samples and medians as Google Benchmark writes them. Throws std::runtime_error.
    void write_json(const std::string &path);

private:
    using run = benchmark::BenchmarkReporter::Run;
    void add_median(const run &sample, const timing &result);

    int rounds_;
    double min_sample_ns_;
    std::vector<run> runs_;
};

// Once, before anything is measured.
void initialize_google_benchmark();

} // namespace bench

#endif
