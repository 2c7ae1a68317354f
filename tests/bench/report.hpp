// SPDX-License-Identifier: Apache-2.0
// Results of cases: tables as text, ratios as a picture.
#ifndef LIBSELECT_TESTS_BENCH_REPORT_HPP
#define LIBSELECT_TESTS_BENCH_REPORT_HPP

#include <string>
#include <vector>

#include "bench_case.hpp"
#include "measure.hpp"

namespace bench {

struct case_result {
    std::string name;
    memory_kind memory;
    int threads;
    double bytes; // compulsory
    std::vector<timing> timings;

    [[nodiscard]] std::string name_and_memory() const; // "rows, malloc"
    // NULL when there is none.
    [[nodiscard]] const timing *find(const std::string &contestant) const;
    [[nodiscard]] const timing *first(bench::kind what) const;
    // The fastest yardstick.
    [[nodiscard]] const timing *limit() const;
    // Time over the limit's, over another's; NaN when either is missing.
    [[nodiscard]] double to_limit(const std::string &contestant) const;
    [[nodiscard]] double ratio(const std::string &contestant, const std::string &other) const;
};

// Contestants of a kind in all results, in order of appearance.
std::vector<std::string> names_of(const std::vector<case_result> &results, bench::kind what);

// Every contestant of one case, a line each.
void print_case(const case_result &result, const std::string &shape);

// The case in one line: limit, and ratios of every implementation to it.
void print_line(const case_result &result);

// A table per thread count: limit, memcpy, and time with ratio to the limit and to plain for every
// implementation. A second one with GB/s of compulsory bytes.
void print_summary(const std::vector<case_result> &results);

// The `count` largest ratios of each implementation to the limit; to plain.
void print_worst(const std::vector<case_result> &results, std::size_t count);
void print_worst_to_plain(const std::vector<case_result> &results, std::size_t count);

std::string time_text(double ns); // "1.85 us"

// A bar per workload and implementation: time over limit, log scale, in the worse of the memories.
void write_svg(const std::string &path, const std::vector<case_result> &results);

} // namespace bench

#endif
