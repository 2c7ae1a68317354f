// SPDX-License-Identifier: Apache-2.0
// The oneDNN serialized graph format, as far as a Select is concerned: a table of fields.
#ifndef SELECTBENCH_GRAPH_FIELDS_HPP
#define SELECTBENCH_GRAPH_FIELDS_HPP

#include <span>
#include <string_view>

namespace selectbench {

// The kinds of JSON values; numbers in three, since the format takes whole ones only and ids are
// never negative.
enum class json_kind { null, boolean, integer, id, number, string, list, object };

// "a string": in messages, what a field needs.
const char *needed_text(json_kind kind);
// The same, where it was found instead.
const char *found_text(json_kind kind);

// Where a field stands, which says where its value goes.
enum class graph_place {
    top,
    graph,
    op,
    op_id,
    op_name,
    op_kind,
    attrs,
    attr,
    attr_type,
    attr_value,
    inputs,
    outputs,
    tensor,
    tensor_id,
    dtype,
    shape,
    stride,
    layout_type,
    element
};

struct graph_field {
    std::string_view name;
    json_kind needs;
    graph_place place;
    std::span<const graph_field> members; // of an object, by name
    const graph_field *element = nullptr; // of a list
};

// The file as a whole; every other field is reached from here.
const graph_field &whole_graph();

} // namespace selectbench

#endif
