// SPDX-License-Identifier: Apache-2.0
// The relations of comparisons, by name and by sign.
#ifndef LIBSELECT_OP_RELATION_HPP
#define LIBSELECT_OP_RELATION_HPP

#include <libselect/libselect.h>

namespace libselect {

using relation = libselect_relation_t;

// False for a value that is no relation.
[[nodiscard]] bool is_relation(relation value) noexcept;

// lt, le, gt or ge.
[[nodiscard]] inline bool is_ordering(relation value) noexcept {
    return value != libselect_relation_eq && value != libselect_relation_ne;
}

// "lt"; "unknown" for a value that is no relation.
[[nodiscard]] const char *relation_name(relation value) noexcept;

// Parses "lt" or "<"; throws invalid_arguments with the list.
[[nodiscard]] relation parse_relation(const char *name);

} // namespace libselect

#endif
