// SPDX-License-Identifier: Apache-2.0
// The attributes of the op: broadcast mode and pdpd axis.
#ifndef LIBSELECT_OP_AUTO_BROADCAST_HPP
#define LIBSELECT_OP_AUTO_BROADCAST_HPP

#include <cstdint>

#include <libselect/libselect.h>

namespace libselect {

using auto_broadcast = libselect_auto_broadcast_t;

struct attributes {
    auto_broadcast mode = libselect_auto_broadcast_numpy;
    std::int64_t axis = LIBSELECT_DEFAULT_AXIS;
};

// "numpy"; "unknown" for a value that is no mode.
[[nodiscard]] const char *auto_broadcast_name(auto_broadcast mode) noexcept;

// Throws invalid_arguments with the list of names.
[[nodiscard]] auto_broadcast parse_auto_broadcast(const char *name);

// Throws invalid_arguments when the mode is no mode, or when a mode other than pdpd is given an
// axis. infer_shape checks the range of a pdpd axis, because that depends on the shapes.
void check(const attributes &attr);

} // namespace libselect

#endif
