// SPDX-License-Identifier: Apache-2.0
// Printing and hashing a plan.
#include <functional>

#include "plan/condition_walk.hpp"

namespace libselect {
namespace {

void mix(std::size_t &hash, std::int64_t value) noexcept {
    hash ^= std::hash<std::int64_t> {}(value) + 0x9e3779b97f4a7c15U + (hash << 6U) + (hash >> 2U);
}

// "cond full 0x1 start 8": the role, the strides from the outermost loop in, and the start of the
// walk.
std::string describe(const plan &nest, std::size_t i) {
    std::string text = std::string(operand_names[i]) + " " + role_name(nest.roles[i]) + " ";
    for (int at = 0; at < nest.rank; ++at) {
        if (at > 0) text += 'x';
        text += std::to_string(nest.loops[static_cast<std::size_t>(at)].strides[i]);
    }
    if (nest.starts[i] != 0) text += " start " + std::to_string(nest.starts[i]);
    return text;
}

} // namespace

std::size_t hash_of(const plan &nest) noexcept {
    std::size_t hash = 0;
    mix(hash, nest.n_elems);
    mix(hash, nest.elem_bytes);
    mix(hash, static_cast<std::int64_t>(nest.decides.kind));
    mix(hash, static_cast<std::int64_t>(nest.evaluated));
    mix(hash, nest.rank);
    for (int at = 0; at < nest.rank; ++at) {
        const loop &each = nest.loops[static_cast<std::size_t>(at)];
        mix(hash, each.extent);
        for (const std::int64_t stride : each.strides)
            mix(hash, stride);
    }
    for (const std::int64_t start : nest.starts)
        mix(hash, start);
    return hash;
}

std::string to_string(const plan &nest) {
    std::string text = "plan: " + std::to_string(nest.n_elems) + " elements of "
                       + std::to_string(nest.elem_bytes) + " bytes";
    if (nest.is_empty()) return text;
    text += ", loops ";
    for (int at = 0; at < nest.rank; ++at) {
        if (at > 0) text += 'x';
        text += std::to_string(nest.loops[static_cast<std::size_t>(at)].extent);
    }
    text += ", strides in bytes:";
    for (std::size_t i = 0; i < n_operands; ++i)
        text += (i > 0 ? ", " : " ") + describe(nest, i);
    return text;
}

std::string to_string(const condition_walk &condition, int rank) {
    std::string text = std::string("condition: ") + condition_kind_name(condition.kind);
    if (condition.kind == condition_kind::compare)
        text += std::string(" ") + relation_name(condition.how);
    for (std::size_t i = 0; i < n_walked; ++i) {
        const linear_walk &walk = condition.walks[i];
        if (!walk.is_walked) continue;
        const bool is_input = i < n_condition_inputs;
        text += std::string(", ")
                + (is_input                    ? input_name(condition.kind, i)
                        : i == at(walked::col) ? "col"
                                               : "row");
        if (is_input) text += std::string(" ") + data_type_name(condition.input_types[i]);
        text += " ";
        for (int loop_at = 0; loop_at < rank; ++loop_at)
            text += (loop_at > 0 ? "x" : "")
                    + std::to_string(walk.strides[static_cast<std::size_t>(loop_at)]);
        if (walk.start != 0) text += " start " + std::to_string(walk.start);
    }
    return text;
}

const char *role_name(role kind) noexcept {
    switch (kind) {
    case role::full:
        return "full";
    case role::constant:
        return "constant";
    case role::strided:
        return "strided";
    }
    return "unknown";
}

} // namespace libselect
