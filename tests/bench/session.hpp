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
    void run(const condition_case &one);

    // Whether a case is one of those to be measured, and whether one was.
    [[nodiscard]] bool matches(const std::string &name);
    [[nodiscard]] bool has_matched() const { return has_matched_; }

private:
    // What is measured: one case in one memory, with one thread count.
    struct subject {
        std::string name, shape;
        memory_kind memory;
        int threads;
        std::size_t compulsory_bytes;
    };
    // Verifies a field, measures it and prints the result.
    template <typename Data>
    void race(const subject &what, const Data &data, std::vector<contestant> field, bool brief);
    // Runs each contestant once; those whose result is wrong are reported and dropped.
    template <typename Data>
    void verify(const std::string &name, const Data &data, std::vector<contestant> &field);
    void note_ratios(const std::string &run_name, const case_result &result);

    options chosen_;
    field_maker fields_;
    stopwatch watch_;
    std::vector<case_result> results_;
    bool failed_ = false;
    bool has_matched_ = false;
};

void run_workloads(session &all);
void run_fixed(session &all);
void run_short(session &all);
void run_shapes(session &all);
void run_linear(session &all);
void run_search(session &all);
void run_conditions(session &all);

} // namespace bench

#endif
