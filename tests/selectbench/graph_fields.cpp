// SPDX-License-Identifier: Apache-2.0
// The table, from the innermost fields outwards.
#include "graph_fields.hpp"

namespace selectbench {
namespace {

using enum graph_place;

constexpr graph_field number {"", json_kind::integer, element, {}};
constexpr graph_field tensor_fields[] {
        {"id", json_kind::id, tensor_id, {}},
        {"dtype", json_kind::string, dtype, {}},
        {"shape", json_kind::list, shape, {}, &number},
        {"stride", json_kind::list, stride, {}, &number},
        {"layout_type", json_kind::string, layout_type, {}},
};
constexpr graph_field one_tensor {"", json_kind::object, tensor, tensor_fields};
constexpr graph_field attr_fields[] {
        {"type", json_kind::string, attr_type, {}},
        {"value", json_kind::string, attr_value, {}},
};
constexpr graph_field attrs_fields[] {
        {"auto_broadcast", json_kind::object, attr, attr_fields},
};
constexpr graph_field op_fields[] {
        {"id", json_kind::id, op_id, {}},
        {"name", json_kind::string, graph_place::op_name, {}},
        {"kind", json_kind::string, op_kind, {}},
        {"attrs", json_kind::object, attrs, attrs_fields},
        {"inputs", json_kind::list, inputs, {}, &one_tensor},
        {"outputs", json_kind::list, outputs, {}, &one_tensor},
};
constexpr graph_field one_op {"", json_kind::object, op, op_fields};
constexpr graph_field top_fields[] {
        {"graph", json_kind::list, graph, {}, &one_op},
};
constexpr graph_field top_level {"", json_kind::object, top, top_fields};

} // namespace

const graph_field &whole_graph() {
    return top_level;
}

const char *needed_text(json_kind kind) {
    switch (kind) {
    case json_kind::integer:
        return "a whole number of 64 bits";
    case json_kind::id:
        return "a whole number from 0 on";
    case json_kind::string:
        return "a string";
    case json_kind::list:
        return "a list";
    default:
        return "an object";
    }
}

const char *found_text(json_kind kind) {
    switch (kind) {
    case json_kind::null:
        return "null";
    case json_kind::boolean:
        return "a boolean";
    case json_kind::integer:
        return "a negative number";
    case json_kind::id:
        return "a number";
    case json_kind::number:
        return "a fraction or beyond 64 bits";
    default:
        return needed_text(kind);
    }
}

} // namespace selectbench
