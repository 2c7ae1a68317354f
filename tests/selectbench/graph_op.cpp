// SPDX-License-Identifier: Apache-2.0
// From the JSON of an op to logical tensors: the format as a table, which is held against the op
// first, so that the rest finds values of the right kinds.
#include "graph_op.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "failure.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

// Kinds of JSON values that the format has, as messages call them.
namespace needed {
constexpr const char *integer = "a whole number of 64 bits";
constexpr const char *id = "a whole number from 0 on";
constexpr const char *string = "a string";
constexpr const char *list = "a list";
constexpr const char *object = "an object";
} // namespace needed

struct graph_field {
    std::string_view name;
    const char *kind;
    std::span<const graph_field> members; // of an object, by name
    const graph_field *element = nullptr; // of a list
};

constexpr graph_field dim_field {"", needed::integer, {}};
constexpr graph_field tensor_fields[] {
        {"id", needed::id, {}},
        {"dtype", needed::string, {}},
        {"shape", needed::list, {}, &dim_field},
        {"stride", needed::list, {}, &dim_field},
        {"layout_type", needed::string, {}},
};
constexpr graph_field tensor_field {"", needed::object, tensor_fields};
constexpr graph_field broadcast_fields[] {
        {"type", needed::string, {}},
        {"value", needed::string, {}},
};
constexpr graph_field attr_fields[] {
        {"auto_broadcast", needed::object, broadcast_fields},
};
constexpr graph_field op_fields[] {
        {"id", needed::id, {}},
        {"name", needed::string, {}},
        {"kind", needed::string, {}},
        {"attrs", needed::object, attr_fields},
        {"inputs", needed::list, {}, &tensor_field},
        {"outputs", needed::list, {}, &tensor_field},
};
constexpr graph_field op_field {"", needed::object, op_fields};

bool is_too_large(const json &value) {
    return value.is_number_unsigned()
           && value.get<std::uint64_t>() > std::uint64_t {std::numeric_limits<std::int64_t>::max()};
}

bool fits(const json &value, const char *kind) {
    if (kind == needed::integer) return value.is_number_integer() && !is_too_large(value);
    if (kind == needed::id) return value.is_number_unsigned();
    return kind_text(value) == kind;
}

// Throws for the first value that is not of the kind that the format needs. The path is what
// messages call it: inputs[1].shape[0].
void check(const json &value, const graph_field &field, const std::string &path) {
    if (!fits(value, field.kind)) {
        const bool too_large = field.kind == needed::integer && is_too_large(value);
        throw tool_error(path + " is " + (too_large ? kind_text(0.5) : kind_text(value)) + ", not "
                         + field.kind);
    }
    for (const graph_field &member : field.members) {
        const auto found = value.find(std::string(member.name));
        if (found != value.end())
            check(*found, member, path + (path.empty() ? "" : ".") + std::string(member.name));
    }
    for (std::size_t i = 0; field.element != nullptr && i < value.size(); ++i)
        check(value[i], *field.element, path + "[" + std::to_string(i) + "]");
}

// The member of this name, or null.
const json *member(const json &object, const char *name) {
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

const json &needed_member(const json &object, const char *name) {
    const json *found = member(object, name);
    if (found == nullptr) throw tool_error(std::string(name) + " is missing");
    return *found;
}

bool any_unknown(const ls::dims &values) {
    return std::find(values.begin(), values.end(), ls::unknown_dim) != values.end();
}

// oneDNN writes one unknown dim for a shape of which anything is unknown, the rank included.
bool is_unknown(const ls::dims &shape) {
    return shape.size() == 1 && any_unknown(shape);
}

ls::dims shape_of(const json &tensor) {
    const json &shape = needed_member(tensor, "shape");
    if (shape.size() > LIBSELECT_MAX_RANK)
        throw ls::error(ls::status::invalid_arguments,
                ("shape has " + std::to_string(shape.size()) + " dims; at most "
                        + std::to_string(LIBSELECT_MAX_RANK) + " are possible")
                        .c_str());
    return shape.get<ls::dims>();
}

ls::data_type type_of(const json &tensor) {
    // It may hold a NUL.
    return ls::data_type_from_string(printable(needed_member(tensor, "dtype")));
}

// Nothing where the file tells none: "any" and "opaque" leave the layout to the library that runs
// the graph, and so does an unknown stride.
std::optional<ls::dims> strides_of(const json &tensor, const ls::dims &shape) {
    const std::string layout = tensor.value("layout_type", "strided");
    if (layout == "any" || layout == "opaque") return std::nullopt;
    if (layout != "strided" && layout != "undef")
        throw tool_error(
                "layout_type is \"" + layout + "\"; it must be strided, any, opaque or undef");
    const json *stride = member(tensor, "stride");
    if (stride == nullptr) return std::nullopt;
    ls::dims strides = stride->get<ls::dims>();
    if (any_unknown(strides)) return std::nullopt;
    if (strides.size() != shape.size())
        throw tool_error("stride has " + std::to_string(strides.size()) + " numbers, shape has "
                         + std::to_string(shape.size()) + "; one per dim is needed");
    return strides;
}

// Whether element i of a dense tensor lies where these strides put it. Dims of one element have a
// stride that is never used.
bool are_dense(const ls::dims &dims, const ls::dims &strides) {
    std::int64_t dense = 1;
    for (std::size_t axis = dims.size(); axis-- > 0;) {
        if (dims[axis] > 1 && strides[axis] != dense) return false;
        if (__builtin_mul_overflow(dense, dims[axis], &dense)) return false;
    }
    return true;
}

ls::logical_tensor make_tensor(
        ls::data_type type, const ls::dims &dims, const std::optional<ls::dims> &strides) {
    if (!strides || any_unknown(dims) || are_dense(dims, *strides)) return {type, dims};
    return {type, dims, *strides};
}

ls::logical_tensor rewritten(ls::data_type type, const json &tensor, const shape_rewrite &rewrite) {
    if (!rewrite.dims && is_unknown(shape_of(tensor)))
        throw tool_error("its shape is unknown, and --in-shapes gives it a layout only");
    const ls::dims dims = rewrite.dims ? *rewrite.dims : shape_of(tensor);
    return make_tensor(type, dims, rewrite.rewritten_strides(dims));
}

// What the file says of dst holds as long as the inputs are those of the file.
ls::logical_tensor dst_tensor(const json &tensor, in_shapes &rewrites, bool inputs_rewritten) {
    const ls::data_type type = type_of(tensor);
    if (const shape_rewrite *rewrite = rewrites.find(id_of(tensor)))
        return rewritten(type, tensor, *rewrite);
    const ls::dims dims = shape_of(tensor);
    if (inputs_rewritten || is_unknown(dims)) return ls::logical_tensor::unknown_rank(type);
    return make_tensor(type, dims, strides_of(tensor, dims));
}

ls::attributes attributes_of(const json &op) {
    const json *attrs = member(op, "attrs");
    const json *broadcast = attrs == nullptr ? nullptr : member(*attrs, "auto_broadcast");
    if (broadcast == nullptr) return {};
    return within("attrs.auto_broadcast", [&] {
        const std::string type = needed_member(*broadcast, "type");
        if (type != "string") throw tool_error("type is \"" + type + "\", not \"string\"");
        return ls::attributes(printable(needed_member(*broadcast, "value")).c_str());
    });
}

// Whether any is rewritten. All are looked up, so that a rewrite counts as used even where the op
// turns out to be wrong.
bool notice(const json &op, const char *list, in_shapes &rewrites) {
    const json *tensors = member(op, list);
    bool any = false;
    for (const json &tensor : tensors != nullptr && tensors->is_array() ? *tensors : json::array())
        any = rewrites.find(id_of(tensor)) != nullptr || any;
    return any;
}

} // namespace

std::optional<std::uint64_t> id_of(const json &value) {
    const json *id = value.is_object() ? member(value, "id") : nullptr;
    if (id == nullptr || !id->is_number_unsigned()) return std::nullopt;
    return id->get<std::uint64_t>();
}

ls::logical_tensor input_tensor(const json &tensor, in_shapes &rewrites) {
    const ls::data_type type = type_of(tensor);
    const std::optional<std::uint64_t> id = id_of(tensor);
    if (const shape_rewrite *rewrite = rewrites.find(id)) return rewritten(type, tensor, *rewrite);
    const ls::dims dims = shape_of(tensor);
    if (!any_unknown(dims)) return make_tensor(type, dims, strides_of(tensor, dims));
    std::string text = "its shape is unknown";
    if (id)
        text += "; --in-shapes " + std::to_string(*id) + ":AxBxC gives tensor "
                + std::to_string(*id) + " one";
    throw ls::error(ls::status::invalid_graph_op, text.c_str());
}

std::string kind_text(const json &value) {
    switch (value.type()) {
    case json::value_t::object:
        return needed::object;
    case json::value_t::array:
        return needed::list;
    case json::value_t::string:
        return needed::string;
    case json::value_t::boolean:
        return "a boolean";
    case json::value_t::number_integer:
        return "a negative number"; // others are unsigned
    case json::value_t::number_unsigned:
        return "a number";
    case json::value_t::number_float:
        return "a fraction or beyond 64 bits";
    default:
        return "null";
    }
}

bool may_be_select(const json &op) {
    const json *kind = member(op, "kind");
    return kind == nullptr || !kind->is_string() || *kind == "Select";
}

std::string op_name(const json &op) {
    constexpr std::size_t longest = 200; // a line is for people
    const std::optional<std::uint64_t> id = id_of(op);
    std::string text = id ? "op " + std::to_string(*id) : "op without id";
    const json *name = member(op, "name");
    if (name == nullptr || !name->is_string()) return text;
    const auto &whole = name->get_ref<const std::string &>();
    return text + " \"" + whole.substr(0, longest) + (whole.size() > longest ? "...\"" : "\"");
}

request make_request(const json &op, const std::string &complaint, in_shapes &rewrites,
        graph_conditions &conditions) {
    const bool inputs_rewritten = notice(op, "inputs", rewrites);
    notice(op, "outputs", rewrites);
    if (!complaint.empty()) throw tool_error(complaint);
    check(op, op_field, "");
    needed_member(op, "kind");
    const json *inputs = member(op, "inputs"), *outputs = member(op, "outputs");
    if (inputs == nullptr) throw tool_error("inputs are missing");
    if (inputs->size() != 3)
        throw tool_error("it has " + std::to_string(inputs->size())
                         + " inputs; a Select has three: cond, src0 and src1");
    if (outputs != nullptr && outputs->size() > 1)
        throw tool_error(
                "it has " + std::to_string(outputs->size()) + " outputs; a Select has one");
    const auto input = [&](std::size_t place, const char *name) {
        return within(name, [&] { return input_tensor((*inputs)[place], rewrites); });
    };
    const ls::attributes attr = attributes_of(op);
    std::optional<condition_request> known;
    if (conditions.knows((*inputs)[0]))
        known = conditions.find((*inputs)[0], input(1, "src0"), input(2, "src1"), attr);
    const condition_request cond = known ? *known : condition_of_tensor(input(0, "cond"));
    request what {op_name(op), cond, input(1, "src0"), input(2, "src1"), {}, attr};
    if (outputs != nullptr && outputs->size() == 1)
        what.dst = within(
                "dst", [&] { return dst_tensor((*outputs)[0], rewrites, inputs_rewritten); });
    return what;
}

} // namespace selectbench
