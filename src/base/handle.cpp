// SPDX-License-Identifier: Apache-2.0
// Messages about handles that cannot be used.
#include "base/handle.hpp"

#include <string>

#include "base/error.hpp"

namespace libselect {
namespace {

const char *name_of(handle_kind kind) noexcept {
    switch (kind) {
    case handle_kind::logical_tensor:
        return "logical tensor";
    case handle_kind::condition:
        return "condition";
    case handle_kind::select_op:
        return "select_op";
    case handle_kind::primitive:
        return "primitive";
    default:
        return nullptr;
    }
}

std::string fault_of(const void *handle) {
    if (handle == nullptr) return " is NULL";
    const char *name = name_of(kind_of(handle));
    if (name == nullptr) return " points to no object of this library";
    return std::string(" is a ") + name;
}

} // namespace

void fail_handle(const void *handle, handle_kind wanted, const char *name, const char *part) {
    fail(libselect_invalid_arguments, {name, ":", part, fault_of(handle), "; it must point to a ",
                                              name_of(wanted), " in use"});
}

} // namespace libselect
