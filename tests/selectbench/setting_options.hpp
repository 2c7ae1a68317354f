// SPDX-License-Identifier: Apache-2.0
// The options that say how a problem is run.
#ifndef SELECTBENCH_SETTING_OPTIONS_HPP
#define SELECTBENCH_SETTING_OPTIONS_HPP

#include <string>

#include <CLI/CLI.hpp>

#include "problem.hpp"

namespace selectbench {

// --inplace, --seed and --threads.
class setting_options {
public:
    void add_to(CLI::App &command);
    // Throws tool_error, which names the option.
    [[nodiscard]] run_settings parse() const;

private:
    run_settings settings_;
    std::string in_place_ = "no";
};

} // namespace selectbench

#endif
