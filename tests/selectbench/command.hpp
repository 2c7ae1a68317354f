// SPDX-License-Identifier: Apache-2.0
// The subcommands. Each adds its options and, when it is the one named, sets what main() shall do.
#ifndef SELECTBENCH_COMMAND_HPP
#define SELECTBENCH_COMMAND_HPP

#include <functional>

#include <CLI/CLI.hpp>

namespace selectbench {

// Returns the exit status. It runs after parsing, so that CLI11 never sees its exceptions.
using action = std::function<int()>;

void add_run(CLI::App &app, action &chosen);
void add_infer(CLI::App &app, action &chosen);
void add_verify(CLI::App &app, action &chosen);
void add_perf(CLI::App &app, action &chosen);
void add_demo(CLI::App &app, action &chosen);

} // namespace selectbench

#endif
