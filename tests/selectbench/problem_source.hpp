// SPDX-License-Identifier: Apache-2.0
// Where verify and perf get their problems: one source per way to name some.
#ifndef SELECTBENCH_PROBLEM_SOURCE_HPP
#define SELECTBENCH_PROBLEM_SOURCE_HPP

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "problem.hpp"

namespace selectbench {

// Called once per problem, in the order of the source. make() returns the problem, or throws what
// is wrong with this one alone, its name included. The source goes on with the next one when the
// visitor returns, so a file of thousands of problems takes the memory of one.
using problem_visitor = std::function<void(const std::function<problem()> &make)>;

class problem_source {
public:
    problem_source() = default;
    problem_source(const problem_source &) = delete;
    problem_source &operator=(const problem_source &) = delete;
    virtual ~problem_source() = default;

    // Adds the options that name problems of this source.
    virtual void add_to(CLI::App &command) = 0;

    // Visits the problems that the options name; none when no option was given. Throws what is
    // wrong with the source as a whole.
    virtual void visit(const problem_visitor &visitor) const = 0;
};

// Shapes as words of the command line.
std::unique_ptr<problem_source> make_command_line_source();
// oneDNN serialized graphs.
std::unique_ptr<problem_source> make_graph_source();
// OpenVINO IRs.
std::unique_ptr<problem_source> make_ir_source();

// Every source, in the order in which their problems run. A new source is one more line there.
class problem_sources {
public:
    problem_sources();
    void add_to(CLI::App &command);

    // Calls run with every problem; it returns an exit status. A problem that cannot be made is
    // reported, and the next one runs. Returns the worst exit status. Throws tool_error when no
    // problem is named at all.
    [[nodiscard]] int for_each(const std::function<int(const problem &)> &run) const;

private:
    std::vector<std::unique_ptr<problem_source>> sources_;
};

// The library's refusal of the problem of this name: same status, with the name before the text
// unless it is empty.
ls::error refused(const std::string &name, const ls::error &error);

} // namespace selectbench

#endif
