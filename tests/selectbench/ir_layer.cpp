// SPDX-License-Identifier: Apache-2.0
// From the elements of a layer to logical tensors.
#include "ir_layer.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string_view>
#include <vector>

#include "failure.hpp"
#include "ir_condition.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

std::string lower(std::string text) {
    for (char &c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

// pugixml takes the first of two; which one was meant, nobody knows.
pugi::xml_attribute only_attribute(pugi::xml_node node, const char *name) {
    const pugi::xml_attribute first = node.attribute(name);
    for (pugi::xml_attribute other = first.next_attribute(); other; other = other.next_attribute())
        if (std::string_view(other.name()) == name)
            throw tool_error("<" + std::string(node.name()) + "> has " + name + " twice");
    return first;
}

pugi::xml_node only_child(pugi::xml_node layer, const char *name) {
    const pugi::xml_node first = layer.child(name);
    if (first.next_sibling(name)) throw tool_error("it has <" + std::string(name) + "> twice");
    return first;
}

std::vector<pugi::xml_node> ports_of(pugi::xml_node list) {
    const auto range = list.children("port");
    return {range.begin(), range.end()};
}

// OpenVINO's names in any case: FP32, BOOL, I64 in ports, f32, boolean, i64 in attributes.
ls::data_type parse_precision(const std::string &precision) {
    std::string name = lower(precision);
    if (name == "bool") name = "boolean";
    if (name.starts_with("fp")) name.erase(1, 1);
    try {
        return ls::data_type_from_string(name);
    } catch (const ls::error &error) {
        if (error.code() != ls::status::invalid_arguments) throw;
        const std::string why = "precision " + precision + ": " + error.what();
        throw ls::error(error.code(), why.c_str());
    }
}

std::int64_t parse_dim(pugi::xml_node dim) {
    // Of several pieces, between comments or elements, child_value is the first.
    if (dim.first_child() != dim.last_child())
        throw tool_error("\"" + std::string(std::string_view(dim.child_value()).substr(0, 40))
                         + "\" is no dim; a dim is one piece of text");
    std::string_view text = dim.child_value();
    constexpr const char *blank = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(blank), text.size()));
    text.remove_suffix(text.size() - (text.find_last_not_of(blank) + 1));
    std::int64_t value = 0;
    if (!parse_number(text, value) || value < -1)
        throw tool_error("\"" + std::string(text.substr(0, 40))
                         + "\" is no dim; a dim is a whole number, or -1 for an open one");
    return value == -1 ? ls::unknown_dim : value;
}

ls::data_type type_of(pugi::xml_node port, pugi::xml_node layer, ir_edges &edges) {
    std::string precision = only_attribute(port, "precision").value();
    if (precision.empty()) precision = edges.precision(layer, port.attribute("id").value());
    if (precision.empty()) throw tool_error("precision is missing, and no edge tells it");
    return parse_precision(precision);
}

ir_port name_of(pugi::xml_node port, pugi::xml_node layer) {
    return {layer.attribute("id").value(), layer.attribute("name").value(),
            port.attribute("id").value()};
}

ls::logical_tensor input_tensor(
        pugi::xml_node port, pugi::xml_node layer, ir_edges &edges, ir_settings &settings) {
    const ls::data_type type = type_of(port, layer, edges);
    only_attribute(port, "id");
    const ir_port name = name_of(port, layer);
    const ls::dims dims = settings.shapes.fill(name, dims_of_port(port));
    if (std::find(dims.begin(), dims.end(), ls::unknown_dim) != dims.end())
        throw ls::error(
                ls::status::invalid_graph_op, ("it has a dim of -1; --shape " + name.layer_id + ":"
                                                      + name.id + ":AxBxC gives it a size")
                                                      .c_str());
    return {type, dims};
}

ls::attributes attributes_of(pugi::xml_node layer, bool numpy_is_multidirectional) {
    const pugi::xml_node data = only_child(layer, "data");
    const pugi::xml_attribute mode = only_attribute(data, "auto_broadcast");
    const pugi::xml_attribute axis = only_attribute(data, "auto_broadcast_axis");
    ls::attributes attr;
    if (mode) {
        const std::string name = lower(mode.value());
        attr = within("auto_broadcast", [&] {
            return ls::attributes(name == "explicit" ? "none" : name.c_str()); // OpenVINO's alias
        });
    }
    if (axis) {
        const std::string_view text = axis.value();
        if (!parse_number(text, attr.axis))
            throw tool_error("auto_broadcast_axis is \"" + std::string(text.substr(0, 40))
                             + "\", not a whole number of 64 bits");
    }
    if (numpy_is_multidirectional && attr.mode == ls::auto_broadcast::numpy)
        attr.mode = ls::auto_broadcast::multidirectional;
    return attr;
}

// dst as the file has it, its open dims left to the library.
std::optional<ls::logical_tensor> dst_of(pugi::xml_node layer, ls::data_type type) {
    const std::vector<pugi::xml_node> outputs = ports_of(only_child(layer, "output"));
    if (outputs.size() > 1)
        throw tool_error(
                "it has " + std::to_string(outputs.size()) + " output ports; a Select has one");
    if (outputs.empty()) return std::nullopt;
    return within("dst", [&] {
        const std::string precision = only_attribute(outputs[0], "precision").value();
        return ls::logical_tensor(
                precision.empty() ? type : parse_precision(precision), dims_of_port(outputs[0]));
    });
}

// OpenVINO's specification has numpy refuse a cond that enlarges dst, its code does not. Where the
// two part, the refusal says so.
void check_numpy(const request &what) {
    if (what.attr.mode != ls::auto_broadcast::numpy) return;
    try {
        const ls::select_op op(what.cond.make(), what.src0, what.src1, what.attr);
    } catch (const ls::error &refusal) {
        try {
            const ls::select_op op(what.cond.make(), what.src0, what.src1,
                    ls::attributes(ls::auto_broadcast::multidirectional));
        } catch (const ls::error &) {
            return; // the op will be refused in either mode, with the first message
        }
        throw ls::error(refusal.code(),
                (std::string(refusal.what())
                        + "; OpenVINO's code computes this as multidirectional, and so does "
                          "--ir-multidirectional")
                        .c_str());
    }
}

} // namespace

ls::dims dims_of_port(pugi::xml_node port) {
    ls::dims dims;
    for (const pugi::xml_node dim : port.children("dim"))
        dims.push_back(parse_dim(dim));
    return dims;
}

std::string layer_name(pugi::xml_node layer) {
    constexpr std::size_t longest = 200; // a line is for people
    const std::string_view id = layer.attribute("id").value();
    const std::string_view name = layer.attribute("name").value();
    std::string text =
            id.empty() ? "layer without id" : "layer " + std::string(id.substr(0, longest));
    if (!name.empty())
        text += " \"" + std::string(name.substr(0, longest))
                + (name.size() > longest ? "...\"" : "\"");
    return text;
}

request make_request(pugi::xml_node layer, ir_edges &edges, ir_settings &settings) {
    for (const pugi::xml_node port : ports_of(layer.child("input")))
        settings.shapes.notice(name_of(port, layer));
    only_attribute(layer, "id");
    only_attribute(layer, "name");
    only_attribute(layer, "type");
    const std::vector<pugi::xml_node> ports = ports_of(only_child(layer, "input"));
    if (ports.size() != 3)
        throw tool_error("it has " + std::to_string(ports.size())
                         + " input ports; a Select has three: cond, then and else");
    const auto input = [&](std::size_t place, const char *name) {
        return within(name, [&] { return input_tensor(ports[place], layer, edges, settings); });
    };
    request what {layer_name(layer), condition_of_tensor(input(0, "cond")), input(1, "src0"),
            input(2, "src1"), {}, attributes_of(layer, settings.numpy_is_multidirectional)};
    check_numpy(what);
    if (auto known = find_ir_condition(layer, edges, settings.weights_path,
                what.cond.inputs[0].tensor, what.src0, what.src1, what.attr))
        what.cond = *known;
    what.dst = dst_of(layer, what.src0.type());
    return what;
}

} // namespace selectbench
