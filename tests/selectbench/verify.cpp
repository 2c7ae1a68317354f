// SPDX-License-Identifier: Apache-2.0
// selectbench verify: computes problems on random data and compares them with the oracle.
#include <cstdio>
#include <memory>
#include <string>

#include "command.hpp"
#include "problem_source.hpp"
#include "setting_options.hpp"

namespace selectbench {
namespace {

struct verify_options {
    problem_sources sources;
    setting_options settings;
};

std::string describe(const mismatch &found) {
    return "FAIL " + found.place + " is " + found.dst + ", the oracle has " + found.expected;
}

bool verify(const problem &what, const run_settings &how) try {
    const problem_run run(what, how);
    const auto found = run.execute_and_compare();
    std::printf("%s%s%s %s %s\n", what.name.c_str(), what.name.empty() ? "" : ": ",
            run.op().to_string().c_str(), run.implementation(),
            found ? describe(*found).c_str() : "PASS");
    return !found;
} catch (const ls::error &error) {
    throw refused(what.name, error);
}

int verify(const verify_options &options) {
    const run_settings how = options.settings.parse();
    bool passed = true;
    for (const problem &what : options.sources.problems())
        passed = verify(what, how) && passed;
    return passed ? 0 : 1;
}

} // namespace

void add_verify(CLI::App &app, action &chosen) {
    CLI::App *command = app.add_subcommand(
            "verify", "Compute problems on random data and compare them with the oracle");
    const auto options = std::make_shared<verify_options>();
    options->sources.add_to(*command);
    options->settings.add_to(*command);
    command->callback([options, &chosen] { chosen = [options] { return verify(*options); }; });
}

} // namespace selectbench
