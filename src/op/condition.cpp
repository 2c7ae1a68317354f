// SPDX-License-Identifier: Apache-2.0
// Checking and printing a condition.
#include "op/condition.hpp"

#include "base/error.hpp"

namespace libselect {

const char *condition_kind_name(condition_kind kind) noexcept {
    switch (kind) {
    case condition_kind::boolean:
        return "boolean";
    }
    return "unknown";
}

void check(const condition &decides) {
    const data_type type = decides.tensor()->type;
    if (type != libselect_boolean)
        fail(libselect_invalid_data_type,
                {"cond: type is ", data_type_name(type), "; it must be boolean"});
}

std::string to_string(const condition &decides) {
    return to_string(*decides.tensor());
}

} // namespace libselect
