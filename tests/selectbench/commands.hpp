// SPDX-License-Identifier: Apache-2.0
// What the command line says, a struct per subcommand. main.cpp fills them; words are parsed where
// they are used, so that a wrong one is told with its place.
#ifndef SELECTBENCH_COMMANDS_HPP
#define SELECTBENCH_COMMANDS_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <libselect/libselect.hpp>

namespace selectbench {

namespace ls = libselect;

// --auto-broadcast and --axis. The library parses the mode, so a wrong one is its refusal.
struct attribute_words {
    std::string mode = "numpy";
    std::int64_t axis = LIBSELECT_DEFAULT_AXIS;

    [[nodiscard]] ls::attributes parse() const { return {mode.c_str(), axis}; }
};

// Paths of .npy files.
struct run_options {
    std::string cond, src0, src1, dst;
    std::string type; // empty: each file's own
    attribute_words attr;
};

// Shapes.
struct infer_options {
    std::string cond, src0, src1;
    std::string type = "f32";
    attribute_words attr;
    std::optional<std::string> dst;
};

// Problems on the command line: words, and one by an option per operand.
struct word_options {
    std::vector<std::string> words;
    std::array<std::optional<std::string>, 4> shapes; // cond, src0, src1, dst
    std::string type = "f32";
    std::string strides;
    attribute_words attr;
    std::string shared; // the first option given that says something of all words; "": none
};

struct graph_options {
    std::string path; // "": none
    std::vector<std::string> in_shapes;
};

struct ir_options {
    std::string path; // "": none
    std::vector<std::string> shapes;
    // numpy lets cond enlarge dst, as OpenVINO's code does and its specification does not.
    bool numpy_is_multidirectional = false;
};

struct measure_options {
    word_options words;
    graph_options graph;
    ir_options ir;
    std::string mask = "random", in_place = "no";
    std::uint64_t seed = 0;
    int max_threads = 0;
    std::optional<std::string> max_cpu_isa;
    std::string mode, seconds = "0.25";
    bool json = false;
};

// Each returns the exit status.
int run(const run_options &options);
int infer(const infer_options &options);
int measure(const measure_options &options);
int demo();
int machine();

} // namespace selectbench

#endif
