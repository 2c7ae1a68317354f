// SPDX-License-Identifier: Apache-2.0
// The table of relations.
#include "op/relation.hpp"

#include <array>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace libselect {
namespace {

struct relation_row {
    relation value;
    const char *name;
    const char *sign;
};

constexpr std::array<relation_row, 6> relations {{
        {libselect_relation_eq, "eq", "=="},
        {libselect_relation_ne, "ne", "!="},
        {libselect_relation_lt, "lt", "<"},
        {libselect_relation_le, "le", "<="},
        {libselect_relation_gt, "gt", ">"},
        {libselect_relation_ge, "ge", ">="},
}};

const relation_row *find(relation value) noexcept {
    for (const relation_row &each : relations)
        if (each.value == value) return &each;
    return nullptr;
}

} // namespace

bool is_relation(relation value) noexcept {
    return find(value) != nullptr;
}

const char *relation_name(relation value) noexcept {
    const relation_row *found = find(value);
    return found != nullptr ? found->name : "unknown";
}

relation parse_relation(const char *name) {
    const std::string_view wanted = name;
    std::string valid;
    for (const relation_row &each : relations) {
        if (wanted == each.name || wanted == each.sign) return each.value;
        valid += std::string(valid.empty() ? "" : ", ") + each.name + " (" + each.sign + ")";
    }
    fail(libselect_invalid_arguments,
            {"relation: ", quoted(name), " is not a relation; the relations are ", valid});
}

} // namespace libselect
