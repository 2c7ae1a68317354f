// SPDX-License-Identifier: Apache-2.0
// Where verify and perf get their problems: one source per way to name some.
#ifndef SELECTBENCH_PROBLEM_SOURCE_HPP
#define SELECTBENCH_PROBLEM_SOURCE_HPP

#include <memory>
#include <vector>

#include <CLI/CLI.hpp>

#include "problem.hpp"

namespace selectbench {

class problem_source {
public:
    problem_source() = default;
    problem_source(const problem_source &) = delete;
    problem_source &operator=(const problem_source &) = delete;
    virtual ~problem_source() = default;

    // Adds the options that name problems of this source.
    virtual void add_to(CLI::App &command) = 0;

    // The problems that the options name, in their order; empty when none was given. Throws
    // tool_error, which names the option, and what the library throws; refused() adds to that the
    // name of the problem.
    [[nodiscard]] virtual std::vector<problem> problems() const = 0;
};

// Shapes as words of the command line.
std::unique_ptr<problem_source> make_command_line_source();

// Every source, in the order in which their problems run. A new source is one more line there.
class problem_sources {
public:
    problem_sources();
    void add_to(CLI::App &command);
    // Throws tool_error when no source has a problem.
    [[nodiscard]] std::vector<problem> problems() const;

private:
    std::vector<std::unique_ptr<problem_source>> sources_;
};

// The library's refusal of the problem of this name: same status, with the name before the text
// unless it is empty.
ls::error refused(const std::string &name, const ls::error &error);

} // namespace selectbench

#endif
