// SPDX-License-Identifier: Apache-2.0
// The command line of select_bench.
#ifndef LIBSELECT_TESTS_BENCH_OPTIONS_HPP
#define LIBSELECT_TESTS_BENCH_OPTIONS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "bench_case.hpp"

namespace bench {

struct options {
    std::string suite = "workloads";
    std::vector<int> threads {1, 2};
    int rounds = 9;
    bool quick = false;
    std::string filter = ".*";
    std::string json, svg;
    std::string workloads; // the file
    std::vector<memory_kind> memories {memory_kind::aligned, memory_kind::malloc};
    std::uint64_t seed = 1;            // of the suites that draw shapes
    int count = 0;                     // shapes such a suite draws; 0 is its own number
    double seconds = 60;               // of the suite `search`
    std::vector<std::string> problems; // words that it prints, to be repeated
    std::string every;                 // where `search` writes all problems
    double sample_ms = 2;
};

// Parses; prints help or the error and exits when that is what is left to do.
options parse_options(int argc, char **argv);

} // namespace bench

#endif
