// SPDX-License-Identifier: Apache-2.0
// What verify and perf print: a table for people or JSON for programs.
#ifndef SELECTBENCH_RESULT_WRITER_HPP
#define SELECTBENCH_RESULT_WRITER_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "copy_times.hpp"
#include "failure.hpp"
#include "harness/measure.hpp"
#include "problem.hpp"

namespace selectbench {

// What was done with a problem, and what came out.
struct measurement {
    bool checked = false;
    std::optional<mismatch> wrong;
    std::optional<support::timing> time;
    copy_times copies {}; // where there is a time
};

class result_writer {
public:
    result_writer() = default;
    result_writer(const result_writer &) = delete;
    result_writer &operator=(const result_writer &) = delete;
    virtual ~result_writer() = default;

    virtual void write(const request &what, const problem_run &run, const measurement &done) = 0;
    // A problem that could not be run. The line on stderr is not the writer's.
    virtual void write(const request &what, const failure &why) = 0;
};

// Checks `count` random problems of each kind of condition, prints a line for each kind, and
// returns whether all passed. The problem i of a kind depends on seed + i alone.
struct random_options {
    std::uint64_t count, seed;
    bool json;
};
bool verify_random(const random_options &options);

// Aligned columns, as wide as these problems need them; those of time only when `timed`. A column
// in which these problems have nothing to say is left out unless more problems follow. Problems
// that could not be run have no row.
std::unique_ptr<result_writer> make_table_writer(
        const std::vector<request> &problems, bool more_follow, bool timed);

// One object per line and problem.
std::unique_ptr<result_writer> make_json_writer();

} // namespace selectbench

#endif
