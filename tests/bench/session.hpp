// SPDX-License-Identifier: Apache-2.0
// A run of the benchmark, and its suites.
#ifndef LIBSELECT_TESTS_BENCH_SESSION_HPP
#define LIBSELECT_TESTS_BENCH_SESSION_HPP

#include <string>
#include <vector>

#include "field.hpp"
#include "measure.hpp"
#include "options.hpp"
#include "report.hpp"

namespace bench {

class session {
public:
    explicit session(const options &chosen);

    [[nodiscard]] const options &chosen() const { return chosen_; }
    [[nodiscard]] const field_maker &fields() const { return fields_; }
    [[nodiscard]] stopwatch &watch() { return watch_; }
    [[nodiscard]] std::vector<case_result> &results() { return results_; }
    [[nodiscard]] bool failed() const { return failed_; }

    // Verifies and measures each case whose name matches, with every thread count. `brief` prints a
    // line per case.
    void run(const std::vector<bench_case> &cases, const field_options &wanted, bool brief = false);

    [[nodiscard]] bool matches(const std::string &name) const;

private:
    void run_case(const bench_case &one, memory_kind memory, const case_data &data,
            const case_data &aligned, int threads, const field_options &wanted, bool brief);
    // Runs each contestant once; those whose result is wrong are reported and dropped.
    void verify(const bench_case &one, const case_data &data, std::vector<contestant> &field);
    void note_ratios(const std::string &run_name, const case_result &result);

    options chosen_;
    field_maker fields_;
    stopwatch watch_;
    std::vector<case_result> results_;
    bool failed_ = false;
};

void run_workloads(session &all);
void run_fixed(session &all);
void run_short(session &all);
void run_shapes(session &all);
void run_linear(session &all);
void run_search(session &all);

} // namespace bench

#endif
