// SPDX-License-Identifier: Apache-2.0
// Entry of selectbench: parses the command line and turns every failure into one line and a status.
#include <cstdio>
#include <string>

#include "command.hpp"
#include "failure.hpp"
#include "tool_error.hpp"

namespace {

// CLI11 has an exit code per kind of error; here all are 1, and only --help is 0.
int report_usage(const CLI::App &app, const CLI::ParseError &error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return selectbench::report({selectbench::exit_failure, "selectbench",
            std::string(error.what()) + " (see --help)"});
}

int parse_and_act(CLI::App &app, int argc, char **argv) {
    selectbench::action chosen;
    selectbench::add_run(app, chosen);
    selectbench::add_infer(app, chosen);
    selectbench::add_verify(app, chosen);
    selectbench::add_perf(app, chosen);
    selectbench::add_demo(app, chosen);
    app.require_subcommand(1);
    app.parse(argc, argv);
    const int exit_status = chosen();
    // A row that could not be flushed has left its mark on the stream.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw selectbench::tool_error("standard output could not be written");
    return exit_status;
}

} // namespace

int main(int argc, char **argv) {
    CLI::App app(
            "Runs, infers, checks and times Select: dst = cond ? src0 : src1 with broadcasting. "
            "Exit status: 0; 2 when the library refuses the input; 1 for anything else.",
            "selectbench");
    try {
        return parse_and_act(app, argc, argv);
    } catch (const CLI::ParseError &error) {
        return report_usage(app, error);
    } catch (...) {
        return selectbench::report(selectbench::current_failure());
    }
}
