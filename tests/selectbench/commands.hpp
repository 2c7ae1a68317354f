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

// What decides. The options of one kind are given, and none of another: condition_options.cpp
// checks that. Words are paths of .npy files in run and shapes in infer.
struct condition_options {
    std::optional<std::string> cond;                            // boolean
    std::optional<std::string> nonzero;                         // nonzero
    std::optional<std::string> bits, bits_dims, order, strides; // bits
    std::optional<std::int64_t> offset;                         // bits
    std::optional<std::string> lhs, rhs, relation;              // compare
    bool interval = false;                                      // interval
    std::optional<int> col_axis, row_axis;                      // interval
    std::optional<std::int64_t> lower, upper;                   // interval
    std::optional<std::string> begin, end;                      // interval
    std::optional<std::string> type;                            // nonzero and compare
    bool of_files = true; // or of shapes; a file of bits has --bits-dims beside it
};

// Paths of .npy files.
struct run_options {
    condition_options condition;
    std::string src0, src1, dst;
    std::string type; // empty: each file's own
    attribute_words attr;
};

// Shapes, or problems as verify takes them.
struct infer_options {
    std::vector<std::string> words;
    condition_options condition;
    std::optional<std::string> src0, src1;
    std::string type = "f32";
    attribute_words attr;
    std::optional<std::string> dst;
};

// Problems on the command line: words, and one by an option per operand.
struct word_options {
    std::vector<std::string> words;
    std::array<std::optional<std::string>, 4> shapes; // cond, src0, src1, dst
    std::string type = "f32";
    std::optional<std::string> condition_type; // of numbers that a condition reads
    std::string strides;
    attribute_words attr;
    std::string shared; // the first option given that says something of all words; "": none
};

struct graph_options {
    std::string path; // "": none
    std::vector<std::string> in_shapes, in_scalars;
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
    std::uint64_t seed = 0, random_count = 0;
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
