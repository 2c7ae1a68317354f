// SPDX-License-Identifier: Apache-2.0
// selectbench verify: computes one problem on random data and compares it with the oracle.
#include <cstdio>
#include <memory>
#include <string>

#include "command.hpp"
#include "options.hpp"
#include "problem.hpp"
#include "shape_text.hpp"

namespace selectbench {
namespace {

struct verify_options {
    tensor_options tensors;
    attribute_options attr;
    std::uint64_t seed = 0;
    int max_threads = 0;
};

problem make_problem(const verify_options &options) {
    const ls::data_type type = ls::data_type_from_string(options.tensors.type);
    problem what {parse_tensor(ls::data_type::boolean, options.tensors.cond, "--cond"),
            parse_tensor(type, options.tensors.src0, "--src0"),
            parse_tensor(type, options.tensors.src1, "--src1"), options.attr.parse()};
    what.seed = options.seed;
    what.max_threads = options.max_threads;
    return what;
}

std::string describe(const mismatch &found) {
    std::string index;
    for (const std::int64_t place : found.index)
        index += (index.empty() ? "" : ",") + std::to_string(place);
    return "FAIL dst[" + index + "] is " + found.dst + ", the oracle has " + found.expected;
}

int verify(const verify_options &options) {
    const problem_run run(make_problem(options));
    const auto found = run.execute_and_compare();
    std::printf("%s %s %s\n", run.op().to_string().c_str(), run.implementation(),
            found ? describe(*found).c_str() : "PASS");
    return found ? 1 : 0;
}

} // namespace

void add_verify(CLI::App &app, action &chosen) {
    CLI::App *command = app.add_subcommand(
            "verify", "Compute one problem on random data and compare it with the oracle");
    const auto options = std::make_shared<verify_options>();
    options->tensors.add_to(*command);
    options->attr.add_to(*command);
    command->add_option("--seed", options->seed, "Seed of the data; default 0")
            ->check(check_number<std::uint64_t>);
    command->add_option("--threads", options->max_threads,
                   "Most threads of one execute; default 0, as many as there are")
            ->check(check_number<int>);
    command->callback([options, &chosen] { chosen = [options] { return verify(*options); }; });
}

} // namespace selectbench
