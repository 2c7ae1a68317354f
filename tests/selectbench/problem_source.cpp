// SPDX-License-Identifier: Apache-2.0
// The list of sources, and what becomes of a problem that fails.
#include "problem_source.hpp"

#include <optional>

#include "failure.hpp"
#include "tool_error.hpp"

namespace selectbench {

problem_sources::problem_sources() {
    sources_.push_back(make_command_line_source());
    sources_.push_back(make_graph_source());
    sources_.push_back(make_ir_source());
}

void problem_sources::add_to(CLI::App &command) {
    for (const auto &source : sources_)
        source->add_to(command);
}

int problem_sources::for_each(const std::function<int(const problem &)> &run) const {
    int status = 0;
    bool any = false;
    const auto visit_one = [&](const std::function<problem()> &make) {
        any = true;
        std::optional<problem> what;
        try {
            what = make();
        } catch (...) {
            status = worse(status, report(current_failure()));
            return;
        }
        status = worse(status, run(*what));
    };
    for (const auto &source : sources_) {
        try {
            source->visit(visit_one);
        } catch (...) {
            any = true;
            status = worse(status, report(current_failure()));
        }
    }
    if (!any)
        throw tool_error("no problem is given: name one as cond:src0:src1 (4x5:2x3x4x5:scalar), or "
                         "by --cond, --src0 and --src1; --graph and --ir name files");
    return status;
}

ls::error refused(const std::string &name, const ls::error &error) {
    if (name.empty()) return error;
    return {error.code(), (name + ": " + error.what()).c_str()};
}

} // namespace selectbench
