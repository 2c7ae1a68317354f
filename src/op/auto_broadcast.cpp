// SPDX-License-Identifier: Apache-2.0
// Names of the broadcast modes and the check of the attributes.
#include "op/auto_broadcast.hpp"

#include <array>
#include <string_view>

#include "base/error.hpp"

namespace libselect {
namespace {

struct mode_row {
    auto_broadcast mode;
    const char *name;
};

constexpr std::array<mode_row, 4> modes {{
        {libselect_auto_broadcast_none, "none"},
        {libselect_auto_broadcast_numpy, "numpy"},
        {libselect_auto_broadcast_pdpd, "pdpd"},
        {libselect_auto_broadcast_multidirectional, "multidirectional"},
}};

constexpr const char *mode_names = "none, numpy, pdpd, multidirectional";

const char *find_name(auto_broadcast mode) noexcept {
    for (const mode_row &entry : modes)
        if (entry.mode == mode) return entry.name;
    return nullptr;
}

} // namespace

const char *auto_broadcast_name(auto_broadcast mode) noexcept {
    const char *name = find_name(mode);
    return name != nullptr ? name : "unknown";
}

auto_broadcast parse_auto_broadcast(const char *name) {
    for (const mode_row &entry : modes)
        if (std::string_view(name) == entry.name) return entry.mode;
    fail(libselect_invalid_arguments,
            {"auto_broadcast: ", quoted(name), " is not a mode; the modes are ", mode_names});
}

void check(const attributes &attr) {
    if (find_name(attr.mode) == nullptr)
        fail(libselect_invalid_arguments, {"auto_broadcast: ", static_cast<int>(attr.mode),
                                                  " is not a mode; the modes are ", mode_names});
    if (attr.mode != libselect_auto_broadcast_pdpd && attr.axis != LIBSELECT_DEFAULT_AXIS)
        fail(libselect_invalid_arguments,
                {"axis: is ", attr.axis, ", must be ", LIBSELECT_DEFAULT_AXIS,
                        " with auto_broadcast=", auto_broadcast_name(attr.mode),
                        "; only pdpd has an axis"});
}

} // namespace libselect
