// SPDX-License-Identifier: Apache-2.0
// From the words of an op to logical tensors.
#include "graph_op.hpp"

#include <algorithm>

#include "failure.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

constexpr std::size_t max_rank = LIBSELECT_MAX_RANK;

bool any_unknown(const std::vector<std::int64_t> &values) {
    return std::find(values.begin(), values.end(), ls::unknown_dim) != values.end();
}

// oneDNN writes one unknown dim for a shape of which anything is unknown, the rank included.
bool is_unknown(const number_list &shape) {
    return shape.count == 1 && any_unknown(shape.values);
}

const number_list &shape_of(const graph_tensor &tensor) {
    if (!tensor.shape) throw tool_error("shape is missing");
    if (tensor.shape->count > max_rank)
        throw ls::error(ls::status::invalid_arguments,
                ("shape has " + std::to_string(tensor.shape->count) + " dims; at most "
                        + std::to_string(max_rank) + " are possible")
                        .c_str());
    return *tensor.shape;
}

ls::data_type type_of(const graph_tensor &tensor) {
    if (!tensor.dtype) throw tool_error("dtype is missing");
    return ls::data_type_from_string(printable(*tensor.dtype)); // it may hold a NUL
}

// Nothing where the file tells none: "any" and "opaque" leave the layout to the library that runs
// the graph, and so does an unknown stride.
std::optional<ls::dims> strides_of(const graph_tensor &tensor) {
    const std::string layout = tensor.layout_type.value_or("strided");
    if (layout == "any" || layout == "opaque") return std::nullopt;
    if (layout != "strided" && layout != "undef")
        throw tool_error(
                "layout_type is \"" + layout + "\"; it must be strided, any, opaque or undef");
    if (!tensor.stride || any_unknown(tensor.stride->values)) return std::nullopt;
    if (tensor.stride->count != tensor.shape->count)
        throw tool_error("stride has " + std::to_string(tensor.stride->count)
                         + " numbers, shape has " + std::to_string(tensor.shape->count)
                         + "; one per dim is needed");
    return tensor.stride->values;
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

ls::logical_tensor rewritten(
        ls::data_type type, const graph_tensor &tensor, const shape_rewrite &rewrite) {
    if (!rewrite.dims && is_unknown(shape_of(tensor)))
        throw tool_error("its shape is unknown, and --in-shapes gives it a layout only");
    const ls::dims dims = rewrite.dims ? *rewrite.dims : shape_of(tensor).values;
    return make_tensor(type, dims, rewrite.rewritten_strides(dims));
}

[[noreturn]] void fail_unknown(const graph_tensor &tensor) {
    std::string text = "its shape is unknown";
    if (tensor.id)
        text += "; --in-shapes " + std::to_string(*tensor.id) + ":AxBxC gives tensor "
                + std::to_string(*tensor.id) + " one";
    throw ls::error(ls::status::invalid_graph_op, text.c_str());
}

ls::logical_tensor input_tensor(const graph_tensor &tensor, in_shapes &rewrites) {
    const ls::data_type type = type_of(tensor);
    if (const shape_rewrite *rewrite = rewrites.find(tensor.id))
        return rewritten(type, tensor, *rewrite);
    const ls::dims dims = shape_of(tensor).values;
    if (any_unknown(dims)) fail_unknown(tensor);
    return make_tensor(type, dims, strides_of(tensor));
}

// What the file says of dst holds as long as the inputs are those of the file.
ls::logical_tensor dst_tensor(
        const graph_tensor &tensor, in_shapes &rewrites, bool inputs_rewritten) {
    const ls::data_type type = type_of(tensor);
    if (const shape_rewrite *rewrite = rewrites.find(tensor.id))
        return rewritten(type, tensor, *rewrite);
    if (inputs_rewritten || is_unknown(shape_of(tensor)))
        return ls::logical_tensor::unknown_rank(type);
    return make_tensor(type, tensor.shape->values, strides_of(tensor));
}

ls::attributes attributes_of(const graph_op &op) {
    if (!op.auto_broadcast) return {};
    const auto &[type, value] = *op.auto_broadcast;
    if (!type) throw tool_error("attrs.auto_broadcast: type is missing");
    if (*type != "string")
        throw tool_error("attrs.auto_broadcast: type is \"" + *type + "\", not \"string\"");
    if (!value) throw tool_error("attrs.auto_broadcast: value is missing");
    return within("attrs.auto_broadcast",
            [&value = value] { return ls::attributes(printable(*value).c_str()); });
}

// Whether any is rewritten. All are looked up, so that a rewrite counts as used even where the op
// turns out to be wrong.
bool notice(const tensor_list &list, in_shapes &rewrites) {
    return 0
           != std::count_if(list.tensors.begin(), list.tensors.end(),
                   [&](const graph_tensor &tensor) { return rewrites.find(tensor.id) != nullptr; });
}

const std::vector<graph_tensor> &inputs_of(const graph_op &op) {
    if (!op.inputs) throw tool_error("inputs are missing");
    if (op.inputs->count != 3)
        throw tool_error("it has " + std::to_string(op.inputs->count)
                         + " inputs; a Select has three: cond, src0 and src1");
    return op.inputs->tensors;
}

} // namespace

std::string op_name(const graph_op &op) {
    constexpr std::size_t longest = 200; // a line is for people
    std::string text = op.id ? "op " + std::to_string(*op.id) : "op without id";
    if (op.name)
        text += " \"" + op.name->substr(0, longest) + (op.name->size() > longest ? "...\"" : "\"");
    return text;
}

request make_request(const graph_op &op, in_shapes &rewrites) {
    const bool inputs_rewritten = op.inputs && notice(*op.inputs, rewrites);
    if (op.outputs) notice(*op.outputs, rewrites);
    if (!op.complaint.empty()) throw tool_error(op.complaint);
    if (!op.kind) throw tool_error("kind is missing");
    const std::vector<graph_tensor> &inputs = inputs_of(op);
    if (op.outputs && op.outputs->count > 1)
        throw tool_error(
                "it has " + std::to_string(op.outputs->count) + " outputs; a Select has one");
    const auto input = [&](std::size_t place, const char *name) {
        return within(name, [&] { return input_tensor(inputs[place], rewrites); });
    };
    request what {op_name(op), input(0, "cond"), input(1, "src0"), input(2, "src1"), {},
            attributes_of(op)};
    if (op.outputs && op.outputs->count == 1)
        what.dst = within("dst",
                [&] { return dst_tensor(op.outputs->tensors[0], rewrites, inputs_rewritten); });
    return what;
}

} // namespace selectbench
