// SPDX-License-Identifier: Apache-2.0
// Follows GenIndex, Add, Subtract and comparisons up to a Select.
#include "graph_condition.hpp"

#include <algorithm>
#include <string_view>

#include "failure.hpp"
#include "graph_op.hpp"
#include "position_comparison.hpp"

namespace selectbench {
namespace {

struct comparison_row {
    std::string_view kind;
    ls::relation relation;
};

constexpr std::array<comparison_row, 6> comparison_kinds {{
        {"GreaterEqual", ls::relation::ge},
        {"Greater", ls::relation::gt},
        {"LessEqual", ls::relation::le},
        {"Less", ls::relation::lt},
        {"Equal", ls::relation::eq},
        {"NotEqual", ls::relation::ne},
}};

const json *find_attr(const json &op, const char *name) {
    const auto attrs = op.find("attrs");
    if (attrs == op.end()) return nullptr;
    const auto attr = attrs->find(name);
    return attr == attrs->end() || !attr->contains("value") ? nullptr : &(*attr)["value"];
}

bool may_broadcast(const json &op) {
    const json *mode = find_attr(op, "auto_broadcast");
    return mode == nullptr || *mode == "numpy";
}

// The id of a tensor; what has none is no tensor.
std::uint64_t needed_id(const json &tensor) {
    const std::optional<std::uint64_t> id = id_of(tensor);
    if (!id) throw tool_error("a tensor has no id");
    return *id;
}

// The dims of a tensor; nothing when one is unknown or no dim.
std::optional<ls::dims> known_dims(const json &tensor) {
    const json &shape = tensor.at("shape");
    if (!shape.is_array() || shape.size() > LIBSELECT_MAX_RANK) return std::nullopt;
    ls::dims dims;
    for (const json &dim : shape) {
        if (!dim.is_number_unsigned()) return std::nullopt;
        dims.push_back(dim);
        if (dims.back() < 0) return std::nullopt; // beyond 63 bits
    }
    return dims;
}

// Comparisons are kept; of one that is larger, memory would depend on the file.
bool is_small(const json &inputs) {
    constexpr std::size_t most_bytes = 8192;
    return inputs.dump(-1, ' ', false, json::error_handler_t::replace).size() <= most_bytes;
}

} // namespace

void graph_conditions::notice(const json &op) try {
    if (indices_.size() + comparisons_.size() >= most_ops) return;
    const std::string kind = op.at("kind");
    const bool is_sum = kind == "Add" || kind == "Subtract";
    const auto *comparison = std::find_if(comparison_kinds.begin(), comparison_kinds.end(),
            [&](const comparison_row &row) { return row.kind == kind; });
    if (kind != "GenIndex" && !is_sum && comparison == comparison_kinds.end()) return;
    const json &inputs = op.at("inputs"), &outputs = op.at("outputs");
    if (inputs.size() != (kind == "GenIndex" ? 1 : 2) || outputs.size() != 1) return;
    const std::uint64_t output = needed_id(outputs.at(0));
    if (kind == "GenIndex") return notice_index(op, output);
    if (is_sum) return notice_sum(inputs, output, kind == "Subtract");
    if (is_small(inputs))
        comparisons_.insert(
                {output, {comparison->relation, may_broadcast(op), {inputs.at(0), inputs.at(1)}}});
} catch (const std::exception &) {
    // A malformed op computes nothing that is known.
}

void graph_conditions::notice_index(const json &op, std::uint64_t output) {
    const json *axis = find_attr(op, "axis");
    const json &input = op.at("inputs").at(0);
    std::optional<ls::dims> dims = known_dims(op.at("outputs").at(0));
    if (!dims) dims = known_dims(input);
    if (axis == nullptr || !axis->is_number_integer() || !dims) return;
    const auto rank = static_cast<std::int64_t>(dims->size());
    const std::int64_t value = *axis;
    if (value < -rank || value >= rank) return;
    indices_.insert({output, {needed_id(input), *dims, value < 0 ? value + rank : value, {}}});
}

// position + scalar, scalar + position or position - scalar.
void graph_conditions::notice_sum(const json &inputs, std::uint64_t output, bool subtracts) {
    const json &a = inputs.at(0), &b = inputs.at(1);
    const index_tensor *index = index_of(a);
    const json *scalar = &b;
    if (index == nullptr && !subtracts) {
        index = index_of(b);
        scalar = &a;
    }
    constexpr std::size_t most_scalars = 64;
    if (index == nullptr || !is_host_scalar(*scalar) || index->scalars.size() == most_scalars)
        return;
    index_tensor sum = *index;
    sum.scalars.push_back({needed_id(*scalar), subtracts});
    indices_.insert({output, sum});
}

const index_tensor *graph_conditions::index_of(const json &tensor) const {
    const auto found = indices_.find(needed_id(tensor));
    return found == indices_.end() ? nullptr : &found->second;
}

bool graph_conditions::is_host_scalar(const json &tensor) const {
    const std::optional<ls::dims> dims = known_dims(tensor);
    if (!dims || dims->size() > 1 || (dims->size() == 1 && dims->front() != 1)) return false;
    return tensor.value("property_type", "") == "host_scalar" || scalars_.has(needed_id(tensor));
}

std::optional<std::int64_t> graph_conditions::offset_of(const index_tensor &index) {
    std::int64_t sum = 0;
    bool known = true;
    for (const index_tensor::scalar &each : index.scalars) {
        const std::optional<std::int64_t> value = scalars_.find(each.id);
        const std::int64_t term = value.value_or(0);
        const bool is_too_large = each.subtracted ? __builtin_sub_overflow(sum, term, &sum)
                                                  : __builtin_add_overflow(sum, term, &sum);
        known = known && value && !is_too_large;
    }
    return known ? std::optional(sum) : std::nullopt;
}

bool graph_conditions::knows(const json &cond) {
    const std::optional<std::uint64_t> id = id_of(cond);
    return id && comparisons_.contains(*id) && rewrites_.find(id) == nullptr;
}

std::optional<condition_request> graph_conditions::find(const json &cond,
        const ls::logical_tensor &src0, const ls::logical_tensor &src1,
        const ls::attributes &attr) try {
    if (cond.value("dtype", "") != "boolean") return std::nullopt;
    const graph_comparison &comparison = comparisons_.at(*id_of(cond));
    const auto &[lhs, rhs] = comparison.inputs;
    if (index_of(lhs) != nullptr && index_of(rhs) != nullptr)
        return find_interval(comparison, src0, src1, attr);
    condition_request what {.kind = ls::condition_kind::compare,
            .inputs = {{ls::arg::lhs, input_tensor(lhs, rewrites_)},
                    {ls::arg::rhs, input_tensor(rhs, rewrites_)}},
            .relation = comparison.relation};
    if (!comparison.may_broadcast && what.inputs[0].tensor.dims() != what.inputs[1].tensor.dims())
        return std::nullopt;
    const ls::select_op fits(what.make(), src0, src1, attr);
    return what;
} catch (const std::exception &) { // of json, of the tool, of the library
    return std::nullopt;
}

std::optional<condition_request> graph_conditions::find_interval(const graph_comparison &comparison,
        const ls::logical_tensor &src0, const ls::logical_tensor &src1,
        const ls::attributes &attr) {
    position_comparison positions {comparison.relation, {}, {}, 0};
    std::optional<std::int64_t> offset = 0;
    std::array<position_tensor *, 2> sides {&positions.lhs, &positions.rhs};
    for (std::size_t i = 0; i < 2; ++i) {
        const index_tensor &index = *index_of(comparison.inputs[i]);
        const shape_rewrite *rewrite = rewrites_.find(index.of);
        *sides[i] = {
                rewrite == nullptr ? index.dims : rewrite->rewritten_dims(index.dims), index.axis};
        const std::optional<std::int64_t> own = offset_of(index);
        if (!own || !offset) {
            offset.reset();
            continue;
        }
        if (i == 0 ? __builtin_add_overflow(*offset, *own, &*offset)
                   : __builtin_sub_overflow(*offset, *own, &*offset))
            return std::nullopt;
    }
    if (!comparison.may_broadcast && positions.lhs.dims != positions.rhs.dims) return std::nullopt;
    positions.offset = offset;
    return interval_of(positions, src0, src1, attr);
}

} // namespace selectbench
