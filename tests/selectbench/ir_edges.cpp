// SPDX-License-Identifier: Apache-2.0
// Collects the edges of each list of layers once.
#include "ir_edges.hpp"

namespace selectbench {
namespace {

std::string port_key(const char *layer_id, const char *port_id) {
    return std::string(layer_id) + ' ' + port_id;
}

} // namespace

ir_edges::end ir_edges::source(pugi::xml_node layer, const std::string &port_id) {
    auto found = lists_.find(layer.parent());
    if (found == lists_.end())
        found = lists_.emplace(layer.parent(), collect(layer.parent())).first;
    const auto &[sources, by_id] = found->second;
    const auto source = sources.find(port_key(layer.attribute("id").value(), port_id.c_str()));
    if (source == sources.end()) return {};
    const std::size_t blank = source->second.rfind(' ');
    const auto from = by_id.find(source->second.substr(0, blank));
    if (from == by_id.end()) return {};
    return {from->second, from->second.child("output").find_child_by_attribute(
                                  "port", "id", source->second.substr(blank + 1).c_str())};
}

ir_edges::list ir_edges::collect(pugi::xml_node layers) {
    list made;
    for (const pugi::xml_node layer : layers.children("layer"))
        made.by_id.emplace(layer.attribute("id").value(), layer);
    for (const pugi::xml_node edge : layers.parent().child("edges").children("edge"))
        made.sources.emplace(
                port_key(edge.attribute("to-layer").value(), edge.attribute("to-port").value()),
                port_key(
                        edge.attribute("from-layer").value(), edge.attribute("from-port").value()));
    return made;
}

} // namespace selectbench
