// SPDX-License-Identifier: Apache-2.0
// Printing and hashing a plan.
#include <functional>

#include "plan/plan.hpp"

namespace libselect {
namespace {

void mix(std::size_t &hash, std::int64_t value) noexcept {
    hash ^= std::hash<std::int64_t> {}(value) + 0x9e3779b97f4a7c15U + (hash << 6U) + (hash >> 2U);
}

// "cond full 0x1+8": role, byte strides from the outermost loop in, and where the walk starts.
std::string describe(const plan &made, std::size_t i) {
    std::string text = std::string(operand_names[i]) + " " + role_name(made.roles[i]) + " ";
    for (int at = 0; at < made.rank; ++at) {
        if (at > 0) text += 'x';
        text += std::to_string(made.loops[static_cast<std::size_t>(at)].strides_bytes[i]);
    }
    if (made.start_bytes[i] != 0) text += " start " + std::to_string(made.start_bytes[i]);
    return text;
}

} // namespace

std::size_t hash_of(const plan &made) noexcept {
    std::size_t hash = 0;
    mix(hash, made.n_elems);
    mix(hash, made.elem_bytes);
    mix(hash, made.rank);
    for (int at = 0; at < made.rank; ++at) {
        const loop &one = made.loops[static_cast<std::size_t>(at)];
        mix(hash, one.extent);
        for (const std::int64_t stride : one.strides_bytes)
            mix(hash, stride);
    }
    for (const std::int64_t start : made.start_bytes)
        mix(hash, start);
    return hash;
}

std::string to_string(const plan &made) {
    std::string text = "plan: " + std::to_string(made.n_elems) + " elements of "
                       + std::to_string(made.elem_bytes) + " bytes";
    if (made.is_empty()) return text;
    text += ", loops ";
    for (int at = 0; at < made.rank; ++at) {
        if (at > 0) text += 'x';
        text += std::to_string(made.loops[static_cast<std::size_t>(at)].extent);
    }
    text += ", strides in bytes:";
    for (std::size_t i = 0; i < n_operands; ++i)
        text += (i > 0 ? ", " : " ") + describe(made, i);
    return text;
}

const char *role_name(role kind) noexcept {
    switch (kind) {
    case role::full:
        return "full";
    case role::scalar:
        return "scalar";
    case role::strided:
        return "strided";
    }
    return "unknown";
}

} // namespace libselect
