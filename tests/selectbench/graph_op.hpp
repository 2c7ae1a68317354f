// SPDX-License-Identifier: Apache-2.0
// An op of a oneDNN serialized graph as the file spells it, and the request that a Select makes.
#ifndef SELECTBENCH_GRAPH_OP_HPP
#define SELECTBENCH_GRAPH_OP_HPP

#include <string>

#include <nlohmann/json.hpp>

#include "in_shapes.hpp"
#include "problem.hpp"

namespace selectbench {

using json = nlohmann::ordered_json;

// "a number": the kind of a value, in messages.
std::string kind_text(const json &value);

// Unless its kind is another op's.
bool may_be_select(const json &op);

// What messages call the op: op 4 "Select".
std::string op_name(const json &op);

// The request that a Select poses, its tensors rewritten. Throws tool_error and ls::error, which
// say what of the op is wrong and leave its name to the caller; `complaint`, unless it is "", goes
// first.
request make_request(const json &op, const std::string &complaint, in_shapes &rewrites);

} // namespace selectbench

#endif
