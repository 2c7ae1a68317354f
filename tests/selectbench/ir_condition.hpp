// SPDX-License-Identifier: Apache-2.0
// Causal masks that an OpenVINO IR computes: Range, Unsqueeze and a comparison feed a Select, which
// can decide by positions without a mask tensor.
#ifndef SELECTBENCH_IR_CONDITION_HPP
#define SELECTBENCH_IR_CONDITION_HPP

#include <optional>
#include <string>

#include <pugixml.hpp>

#include "condition.hpp"
#include "ir_edges.hpp"

namespace selectbench {

// The condition of a Select layer with this cond, whose dims are known, and these sources. The file
// beside the IR with its weights has the constants. Nothing where a doubt is left that the
// condition decides as the tensor would; also where a constant cannot be read.
std::optional<condition_request> find_ir_condition(pugi::xml_node select, ir_edges &edges,
        const std::string &weights_path, const ls::logical_tensor &cond,
        const ls::logical_tensor &src0, const ls::logical_tensor &src1, const ls::attributes &attr);

} // namespace selectbench

#endif
