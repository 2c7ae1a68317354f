// SPDX-License-Identifier: Apache-2.0
// Checking and printing a condition.
#include "op/condition.hpp"

#include "base/error.hpp"

namespace libselect {
namespace {

const char *no_number = "; it must be a type of numbers";

void check_one_tensor(const logical_tensor &tensor) {
    const data_type type = tensor.type;
    if (type == libselect_boolean || is_bit_type(type)) return;
    const bool is_byte = type == libselect_u8 || type == libselect_s8;
    fail(libselect_invalid_data_type,
            {"cond: type is ", data_type_name(type), "; it must be boolean, u1 or u1_msb; ",
                    is_byte ? "describe the bytes as boolean, or make the condition nonzero of them"
                            : "the condition nonzero takes numbers"});
}

void check_nonzero(const logical_tensor &tensor) {
    if (tensor.type == libselect_boolean || is_bit_type(tensor.type))
        fail(libselect_invalid_data_type,
                {"cond: type is ", data_type_name(tensor.type), no_number,
                        ", since nonzero was asked for; without nonzero the tensor is a condition "
                        "by itself"});
}

void check_compare(const logical_tensor &lhs, relation how, const logical_tensor &rhs) {
    if (lhs.type != rhs.type)
        fail(libselect_invalid_data_type,
                {"rhs: type is ", data_type_name(rhs.type), ", lhs type is ",
                        data_type_name(lhs.type), "; both sides of a comparison have one type"});
    if (lhs.type == libselect_boolean || is_bit_type(lhs.type))
        fail(libselect_invalid_data_type,
                {"lhs: type is ", data_type_name(lhs.type), no_number, " to be compared"});
    if (is_complex(lhs.type) && is_ordering(how))
        fail(libselect_invalid_data_type,
                {"lhs: type is ", data_type_name(lhs.type), ", relation is ", relation_name(how),
                        "; complex numbers have no order: the relation must be eq or ne"});
}

void check_interval_input(const logical_tensor *tensor, std::size_t input) {
    if (tensor == nullptr || tensor->type == libselect_s32 || tensor->type == libselect_s64) return;
    fail(libselect_invalid_data_type,
            {input_name(condition_kind::interval, input), ": type is ",
                    data_type_name(tensor->type), "; it must be s32 or s64"});
}

std::string interval_text(const libselect_condition &positions) {
    const interval_bounds &bounds = positions.bounds;
    const bool has_begin = positions.inputs[0].get() != nullptr;
    const bool has_end = positions.inputs[1].get() != nullptr;
    std::string text = "interval";
    if (bounds.upper && !bounds.lower && !has_begin && !has_end) {
        text = "causal:" + std::to_string(*bounds.upper);
    } else if (has_end && !has_begin && !bounds.has_rows()) {
        text = "lengths";
    } else {
        if (bounds.lower) text += ":lower=" + std::to_string(*bounds.lower);
        if (bounds.upper) text += ":upper=" + std::to_string(*bounds.upper);
    }
    if (bounds.axis != -1) text += ":axis=" + std::to_string(bounds.axis);
    if (bounds.has_rows() && bounds.row_axis != -2)
        text += ":row_axis=" + std::to_string(bounds.row_axis);
    return text;
}

} // namespace

condition::condition(const logical_tensor &tensor)
    : shared_ref(new libselect_condition(
            is_bit_type(tensor.type) ? condition_kind::bits : condition_kind::boolean,
            {tensor_ref::share(&tensor), {}})) {
}

const logical_tensor *condition::tensor() const noexcept {
    const bool has_one = kind() != condition_kind::compare && kind() != condition_kind::interval;
    return has_one ? get()->inputs[0].get() : nullptr;
}

const char *condition_kind_name(condition_kind kind) noexcept {
    switch (kind) {
    case condition_kind::boolean:
        return "boolean";
    case condition_kind::bits:
        return "bits";
    case condition_kind::nonzero:
        return "nonzero";
    case condition_kind::compare:
        return "compare";
    case condition_kind::interval:
        return "interval";
    }
    return "unknown";
}

const char *input_name(condition_kind kind, std::size_t input) noexcept {
    if (kind == condition_kind::compare) return input == 0 ? "lhs" : "rhs";
    if (kind == condition_kind::interval) return input == 0 ? "begin" : "end";
    return "cond";
}

libselect_arg_t input_arg(condition_kind kind, std::size_t input) noexcept {
    if (kind == condition_kind::compare) return input == 0 ? libselect_arg_lhs : libselect_arg_rhs;
    if (kind == condition_kind::interval)
        return input == 0 ? libselect_arg_begin : libselect_arg_end;
    return libselect_arg_cond;
}

void check(const condition &decides) {
    const auto &inputs = decides->inputs;
    switch (decides.kind()) {
    case condition_kind::boolean:
    case condition_kind::bits:
        check_one_tensor(*inputs[0]);
        break;
    case condition_kind::nonzero:
        check_nonzero(*inputs[0]);
        break;
    case condition_kind::compare:
        check_compare(*inputs[0], decides->how, *inputs[1]);
        break;
    case condition_kind::interval:
        for (std::size_t i = 0; i < n_condition_inputs; ++i)
            check_interval_input(inputs[i].get(), i);
    }
}

condition make_nonzero(const logical_tensor &tensor) {
    const condition made(
            new libselect_condition(condition_kind::nonzero, {tensor_ref::share(&tensor), {}}));
    check(made);
    return made;
}

condition make_compare(const logical_tensor &lhs, relation how, const logical_tensor &rhs) {
    if (!is_relation(how))
        fail(libselect_invalid_arguments,
                {"relation: ", static_cast<int>(how), " is not a relation"});
    const condition made(new libselect_condition(
            condition_kind::compare, {tensor_ref::share(&lhs), tensor_ref::share(&rhs)}, how));
    check(made);
    return made;
}

condition make_interval(
        const interval_bounds &bounds, const logical_tensor *begin, const logical_tensor *end) {
    const condition made(new libselect_condition(condition_kind::interval,
            {tensor_ref::share(begin), tensor_ref::share(end)}, libselect_relation_eq, bounds));
    check(made);
    return made;
}

std::string rule_text(const condition &decides) {
    std::string text = condition_kind_name(decides.kind());
    if (decides.kind() == condition_kind::compare)
        text += std::string(":") + relation_name(decides->how);
    return decides.kind() == condition_kind::interval ? interval_text(*decides.get()) : text;
}

std::string to_string(const condition &decides) {
    const condition_kind kind = decides.kind();
    if (kind == condition_kind::boolean || kind == condition_kind::bits)
        return to_string(*decides.tensor());
    std::string text = rule_text(decides);
    for (std::size_t i = 0; i < n_condition_inputs; ++i) {
        const logical_tensor *input = decides->inputs[i].get();
        if (input == nullptr) continue;
        text += ":";
        if (kind == condition_kind::interval) text += std::string(input_name(kind, i)) + " ";
        text += to_string(*input);
    }
    return text;
}

} // namespace libselect
