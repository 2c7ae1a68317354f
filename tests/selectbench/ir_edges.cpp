// SPDX-License-Identifier: Apache-2.0
// The edges of one list of layers, by the ports at their ends.
#include "ir_edges.hpp"

#include <cstddef>

namespace selectbench {
namespace {

std::string port_key(const char *layer_id, const char *port_id) {
    return std::string(layer_id) + ' ' + port_id;
}

} // namespace

std::string ir_edges::precision(pugi::xml_node layer, const std::string &port_id) {
    if (layers_ != layer.parent()) collect(layer.parent());
    const auto source = sources_.find(port_key(layer.attribute("id").value(), port_id.c_str()));
    if (source == sources_.end()) return "";
    const std::size_t blank = source->second.rfind(' ');
    const auto from = by_id_.find(source->second.substr(0, blank));
    if (from == by_id_.end()) return "";
    return from->second.child("output")
            .find_child_by_attribute("port", "id", source->second.substr(blank + 1).c_str())
            .attribute("precision")
            .value();
}

void ir_edges::collect(pugi::xml_node layers) {
    layers_ = layers;
    sources_.clear();
    by_id_.clear();
    for (const pugi::xml_node layer : layers.children("layer"))
        by_id_.emplace(layer.attribute("id").value(), layer);
    for (const pugi::xml_node edge : layers.parent().child("edges").children("edge"))
        sources_.emplace(
                port_key(edge.attribute("to-layer").value(), edge.attribute("to-port").value()),
                port_key(
                        edge.attribute("from-layer").value(), edge.attribute("from-port").value()));
}

} // namespace selectbench
