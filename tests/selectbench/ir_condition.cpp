// SPDX-License-Identifier: Apache-2.0
// Follows the edges from a Select back to Range.
#include "ir_condition.hpp"

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "ir_layer.hpp"
#include "position_comparison.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

std::string_view type_of_layer(pugi::xml_node layer) {
    return layer.attribute("type").value();
}

// The input ports of a layer, in their order.
std::vector<pugi::xml_node> inputs_of(pugi::xml_node layer) {
    const auto range = layer.child("input").children("port");
    return {range.begin(), range.end()};
}

// The layer that feeds input `place`; null when none does.
pugi::xml_node producer(pugi::xml_node layer, std::size_t place, ir_edges &edges) {
    const std::vector<pugi::xml_node> ports = inputs_of(layer);
    if (place >= ports.size()) return {};
    return edges.source(layer, ports[place].attribute("id").value()).layer;
}

std::optional<ls::relation> relation_of(std::string_view type) {
    if (type == "LessEqual") return ls::relation::le;
    if (type == "Less") return ls::relation::lt;
    if (type == "GreaterEqual") return ls::relation::ge;
    if (type == "Greater") return ls::relation::gt;
    return std::nullopt;
}

// The value of a Const of one i32 or i64, which lies in the file of weights.
std::optional<std::int64_t> constant(pugi::xml_node layer, const std::string &weights_path) {
    const pugi::xml_node data = layer.child("data");
    const std::string_view type = data.attribute("element_type").value();
    std::int64_t offset = 0, size = 0;
    if (type_of_layer(layer) != "Const" || (type != "i32" && type != "i64")
            || !parse_number(std::string_view(data.attribute("offset").value()), offset)
            || !parse_number(std::string_view(data.attribute("size").value()), size)
            || size != (type == "i32" ? 4 : 8) || offset < 0)
        return std::nullopt;
    std::error_code code;
    if (!std::filesystem::is_regular_file(weights_path, code)) return std::nullopt;
    std::array<char, 8> bytes {};
    std::ifstream file(weights_path, std::ios::binary);
    file.seekg(offset);
    if (!file.read(bytes.data(), size)) return std::nullopt;
    if (type == "i64") {
        std::int64_t value = 0;
        std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
    std::int32_t value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

// The only axis of the port that is not 1. Nothing when there is none or another.
std::optional<std::int64_t> only_axis(const ls::dims &dims) {
    std::optional<std::int64_t> axis;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == 1) continue;
        if (axis) return std::nullopt;
        axis = static_cast<std::int64_t>(i);
    }
    return axis;
}

// A position and the number it starts at; nothing where the net computes that number.
struct counted {
    position_tensor tensor;
    std::optional<std::int64_t> start;
};

// Whether the layer computes whole numbers.
bool computes_integers(pugi::xml_node layer) {
    const std::string_view type =
            layer.child("output").child("port").attribute("precision").value();
    return type == "I32" || type == "I64";
}

// What reaches input `place` of a comparison: Range with a step of 1, perhaps through Unsqueeze.
// cond tells how long it is: the other side is 1 there, or interval_of() refuses.
std::optional<counted> counted_at(pugi::xml_node comparison, std::size_t place, ir_edges &edges,
        const std::string &weights_path, const ls::dims &cond) {
    const std::vector<pugi::xml_node> ports = inputs_of(comparison);
    counted found;
    found.tensor.dims = dims_of_port(ports[place]);
    pugi::xml_node layer = producer(comparison, place, edges);
    constexpr int most_steps = 8;
    for (int i = 0; i < most_steps && type_of_layer(layer) == "Unsqueeze"; ++i)
        layer = producer(layer, 0, edges);
    if (type_of_layer(layer) != "Range" || !computes_integers(layer)) return std::nullopt;
    const pugi::xml_node start = producer(layer, 0, edges);
    found.start = constant(start, weights_path);
    if (!start || (!found.start && type_of_layer(start) == "Const")) return std::nullopt;
    const auto step = constant(producer(layer, 2, edges), weights_path);
    const auto axis = only_axis(found.tensor.dims);
    if (!step || *step != 1 || !axis || found.tensor.dims.size() > cond.size()) return std::nullopt;
    found.tensor.axis = *axis;
    const auto at = static_cast<std::size_t>(*axis);
    const std::int64_t length = cond[cond.size() - found.tensor.dims.size() + at];
    if (found.tensor.dims[at] != ls::unknown_dim && found.tensor.dims[at] != length)
        return std::nullopt;
    found.tensor.dims[at] = length;
    return found;
}

} // namespace

std::optional<condition_request> find_ir_condition(pugi::xml_node select, ir_edges &edges,
        const std::string &weights_path, const ls::logical_tensor &cond,
        const ls::logical_tensor &src0, const ls::logical_tensor &src1,
        const ls::attributes &attr) try {
    if (cond.type() != ls::data_type::boolean) return std::nullopt;
    const pugi::xml_node comparison = producer(select, 0, edges);
    const std::optional<ls::relation> relation = relation_of(type_of_layer(comparison));
    const std::string_view mode = comparison.child("data").attribute("auto_broadcast").value();
    if (!relation || inputs_of(comparison).size() != 2 || (!mode.empty() && mode != "numpy"))
        return std::nullopt;
    const auto lhs = counted_at(comparison, 0, edges, weights_path, cond.dims());
    const auto rhs = counted_at(comparison, 1, edges, weights_path, cond.dims());
    if (!lhs || !rhs) return std::nullopt;
    std::optional<std::int64_t> offset;
    if (lhs->start && rhs->start
            && __builtin_sub_overflow(*lhs->start, *rhs->start, &offset.emplace()))
        return std::nullopt;
    return interval_of({*relation, lhs->tensor, rhs->tensor, offset}, src0, src1, attr);
} catch (const std::exception &) { // of the library or the tool: the tensor will tell
    return std::nullopt;
}

} // namespace selectbench
