// SPDX-License-Identifier: Apache-2.0
// An op of a oneDNN serialized graph as the file spells it, and the problem that a Select makes.
#ifndef SELECTBENCH_GRAPH_OP_HPP
#define SELECTBENCH_GRAPH_OP_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "in_shapes.hpp"
#include "problem.hpp"

namespace selectbench {

// A list of any length of which only what a tensor of rank 64 needs is kept.
struct number_list {
    std::vector<std::int64_t> values;
    std::size_t count = 0;
};

struct graph_tensor {
    std::optional<std::uint64_t> id;
    std::optional<std::string> dtype, layout_type;
    std::optional<number_list> shape, stride;
};

// A list of any length of which only what a Select needs is kept.
struct tensor_list {
    std::vector<graph_tensor> tensors;
    std::size_t count = 0;
};

struct graph_op {
    std::optional<std::uint64_t> id;
    std::optional<std::string> name, kind;
    struct attribute {
        std::optional<std::string> type, value;
    };
    std::optional<attribute> auto_broadcast;
    std::optional<tensor_list> inputs, outputs;
    std::string complaint; // the first thing in it that has no place in the format; mostly ""
};

// What messages call the op: op 4 "Select".
std::string op_name(const graph_op &op);

// The problem that a Select poses, its tensors rewritten. Throws tool_error and ls::error, which
// say what of the op is wrong and leave its name to the caller.
request make_request(const graph_op &op, in_shapes &rewrites);

} // namespace selectbench

#endif
