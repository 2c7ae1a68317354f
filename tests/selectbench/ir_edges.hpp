// SPDX-License-Identifier: Apache-2.0
// Which output port feeds an input port of an OpenVINO IR.
#ifndef SELECTBENCH_IR_EDGES_HPP
#define SELECTBENCH_IR_EDGES_HPP

#include <map>
#include <string>
#include <unordered_map>

#include <pugixml.hpp>

namespace selectbench {

class ir_edges {
public:
    // The layer and the output port behind an edge to the port. Both are null when there is none.
    struct end {
        pugi::xml_node layer, port;
    };
    [[nodiscard]] end source(pugi::xml_node layer, const std::string &port_id);

    // The precision that reaches the port through an edge; "" when none does. Old IRs tell a type
    // at the output port only.
    [[nodiscard]] std::string precision(pugi::xml_node layer, const std::string &port_id) {
        return source(layer, port_id).port.attribute("precision").value();
    }

private:
    // Those of one list of layers: a net's, or those of a loop's body.
    struct list {
        std::unordered_map<std::string, std::string> sources;  // input port -> output port
        std::unordered_map<std::string, pugi::xml_node> by_id; // layers
    };
    static list collect(pugi::xml_node layers);

    std::map<pugi::xml_node, list> lists_; // each is collected once
};

} // namespace selectbench

#endif
