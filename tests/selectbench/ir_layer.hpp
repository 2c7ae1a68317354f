// SPDX-License-Identifier: Apache-2.0
// A layer of an OpenVINO IR, and the problem that a Select poses.
#ifndef SELECTBENCH_IR_LAYER_HPP
#define SELECTBENCH_IR_LAYER_HPP

#include <string>

#include <pugixml.hpp>

#include "ir_edges.hpp"
#include "ir_shapes.hpp"
#include "problem.hpp"

namespace selectbench {

// What to make of layers.
struct ir_settings {
    ir_shapes shapes;
    // numpy lets cond enlarge dst, as OpenVINO's code does and its specification does not.
    bool numpy_is_multidirectional = false;
    std::string weights_path; // the file of constants
};

// What messages call the layer: layer 4 "mask/Select".
std::string layer_name(pugi::xml_node layer);

// The dims of a port. Throws tool_error.
ls::dims dims_of_port(pugi::xml_node port);

// The problem that a Select poses. A mask that the net computes from positions is none of its
// tensors. Throws tool_error and ls::error, which say what of the layer is
// wrong and leave its name to the caller.
request make_request(pugi::xml_node layer, ir_edges &edges, ir_settings &settings);

} // namespace selectbench

#endif
