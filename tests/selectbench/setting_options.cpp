// SPDX-License-Identifier: Apache-2.0
// The options that say how a problem is run.
#include "setting_options.hpp"

#include "options.hpp"
#include "tool_error.hpp"

namespace selectbench {
namespace {

in_place parse_in_place(const std::string &word) {
    if (word == "no") return in_place::no;
    if (word == "src0") return in_place::src0;
    if (word == "src1") return in_place::src1;
    throw tool_error("--inplace: \"" + word + "\" is none of src0, src1 and no");
}

} // namespace

void setting_options::add_to(CLI::App &command) {
    command.add_option("--inplace", in_place_, "The input that dst is: src0, src1 or no (default)");
    command.add_option("--seed", settings_.seed, "Seed of the data; default 0")
            ->check(check_number<std::uint64_t>);
    command.add_option("--threads", settings_.max_threads,
                   "Most threads of one execute; default 0, as many as there are")
            ->check(check_number<int>);
}

run_settings setting_options::parse() const {
    run_settings settings = settings_;
    settings.alias = parse_in_place(in_place_);
    return settings;
}

} // namespace selectbench
