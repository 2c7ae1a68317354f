// SPDX-License-Identifier: Apache-2.0
// An op of a oneDNN serialized graph as the file spells it, and the request that a Select makes.
#ifndef SELECTBENCH_GRAPH_OP_HPP
#define SELECTBENCH_GRAPH_OP_HPP

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "graph_condition.hpp"
#include "in_shapes.hpp"
#include "problem.hpp"

namespace selectbench {

// "a number": the kind of a value, in messages.
std::string kind_text(const json &value);

// Unless its kind is another op's.
bool may_be_select(const json &op);

// What messages call the op: op 4 "Select".
std::string op_name(const json &op);

// The id of a tensor, by which --in-shapes names it.
std::optional<std::uint64_t> id_of(const json &value);

// A tensor that an op reads, rewritten.
ls::logical_tensor input_tensor(const json &tensor, in_shapes &rewrites);

// The request that a Select poses, its tensors rewritten. A condition that the graph computes is
// run itself. Throws tool_error and ls::error, which say what of the op is wrong and leave its name
// to the caller; `complaint`, unless it is "", goes first.
request make_request(const json &op, const std::string &complaint, in_shapes &rewrites,
        graph_conditions &conditions);

} // namespace selectbench

#endif
