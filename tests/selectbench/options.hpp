// SPDX-License-Identifier: Apache-2.0
// The options that several subcommands share.
#ifndef SELECTBENCH_OPTIONS_HPP
#define SELECTBENCH_OPTIONS_HPP

#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>
#include <libselect/libselect.hpp>

#include "parse_number.hpp"

namespace selectbench {

namespace ls = libselect;

// A check for CLI11, which takes a number beyond its type for the nearest one: "" or what is wrong.
template <typename number>
std::string check_number(const std::string &word) {
    number value {};
    if (parse_number(word, value)) return "";
    return "\"" + word + "\" is not a whole number of " + std::to_string(8 * sizeof value)
           + " bits";
}

// --auto-broadcast and --axis. The library parses the mode, so a wrong one is its refusal.
struct attribute_options {
    std::string mode = "numpy";
    std::int64_t axis = LIBSELECT_DEFAULT_AXIS;

    void add_to(CLI::App &command);
    [[nodiscard]] ls::attributes parse() const { return {mode.c_str(), axis}; }
};

// --cond, --src0, --src1 as shapes, and --dt, the type of src0, src1 and dst.
struct tensor_options {
    std::string cond, src0, src1;
    std::string type = "f32";

    void add_to(CLI::App &command);
};

} // namespace selectbench

#endif
