// SPDX-License-Identifier: Apache-2.0
// The list of sources.
#include "problem_source.hpp"

#include <iterator>

#include "tool_error.hpp"

namespace selectbench {

problem_sources::problem_sources() {
    sources_.push_back(make_command_line_source());
}

void problem_sources::add_to(CLI::App &command) {
    for (const auto &source : sources_)
        source->add_to(command);
}

std::vector<problem> problem_sources::problems() const {
    std::vector<problem> all;
    for (const auto &source : sources_) {
        std::vector<problem> some = source->problems();
        all.insert(all.end(), std::make_move_iterator(some.begin()),
                std::make_move_iterator(some.end()));
    }
    if (all.empty())
        throw tool_error("no problem is given: name one as cond:src0:src1 (4x5:2x3x4x5:scalar), or "
                         "by --cond, --src0 and --src1");
    return all;
}

ls::error refused(const std::string &name, const ls::error &error) {
    if (name.empty()) return error;
    return {error.code(), (name + ": " + error.what()).c_str()};
}

} // namespace selectbench
