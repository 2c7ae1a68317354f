// SPDX-License-Identifier: Apache-2.0
// A layer of an OpenVINO IR, and the problem that a Select poses.
#ifndef SELECTBENCH_IR_LAYER_HPP
#define SELECTBENCH_IR_LAYER_HPP

#include <map>
#include <string>
#include <unordered_map>

#include <pugixml.hpp>

#include "ir_shapes.hpp"
#include "problem.hpp"

namespace selectbench {

// Which output port feeds an input port. Old IRs tell a type at the output port only.
class ir_edges {
public:
    // The precision that reaches the port through an edge; "" when none does.
    [[nodiscard]] std::string precision(pugi::xml_node layer, const std::string &port_id);

private:
    // Those of one list of layers: a net's, or those of a loop's body.
    struct list {
        std::unordered_map<std::string, std::string> sources;  // input port -> output port
        std::unordered_map<std::string, pugi::xml_node> by_id; // layers
    };
    static list collect(pugi::xml_node layers);

    std::map<pugi::xml_node, list> lists_; // each is collected once
};

// What to make of layers.
struct ir_settings {
    ir_shapes shapes;
    // numpy lets cond enlarge dst, as OpenVINO's code does and its specification does not.
    bool numpy_is_multidirectional = false;
};

// What messages call the layer: layer 4 "mask/Select".
std::string layer_name(pugi::xml_node layer);

// The problem that a Select poses. Throws tool_error and ls::error, which say what of the layer is
// wrong and leave its name to the caller.
request make_request(pugi::xml_node layer, ir_edges &edges, ir_settings &settings);

} // namespace selectbench

#endif
