// SPDX-License-Identifier: Apache-2.0
// The options that say how a problem is run.
#ifndef SELECTBENCH_SETTING_OPTIONS_HPP
#define SELECTBENCH_SETTING_OPTIONS_HPP

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "problem.hpp"

namespace selectbench {

// --mask, --inplace, --seed, --threads and --max-cpu-isa.
class setting_options {
public:
    void add_to(CLI::App &command);
    // Caps the ISA, for the whole process: before the first primitive. Throws tool_error, which
    // names the option.
    [[nodiscard]] run_settings apply() const;

private:
    run_settings settings_;
    std::string mask_ = "random";
    std::string in_place_ = "no";
    std::optional<std::string> max_cpu_isa_;
};

} // namespace selectbench

#endif
