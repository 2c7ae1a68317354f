// SPDX-License-Identifier: Apache-2.0
// What feeds a layer of an OpenVINO IR.
#ifndef SELECTBENCH_IR_EDGES_HPP
#define SELECTBENCH_IR_EDGES_HPP

#include <string>
#include <unordered_map>

#include <pugixml.hpp>

namespace selectbench {

// Which output port feeds an input port. Old IRs tell a type at the output port only.
class ir_edges {
public:
    // The precision that reaches the port through an edge; "" when none does.
    [[nodiscard]] std::string precision(pugi::xml_node layer, const std::string &port_id);

private:
    void collect(pugi::xml_node layers);

    pugi::xml_node layers_; // whose edges these are: a net's, or those of a loop's body
    std::unordered_map<std::string, std::string> sources_;  // input port -> output port
    std::unordered_map<std::string, pugi::xml_node> by_id_; // layers
};

} // namespace selectbench

#endif
