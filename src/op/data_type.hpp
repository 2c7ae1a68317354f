// SPDX-License-Identifier: Apache-2.0
// Element types: names and widths. Select moves bits, so the width is all later stages see.
#ifndef LIBSELECT_OP_DATA_TYPE_HPP
#define LIBSELECT_OP_DATA_TYPE_HPP

#include <cstddef>

#include <libselect/libselect.h>

namespace libselect {

using data_type = libselect_data_type_t;

// False for undef and for any value that is no type.
[[nodiscard]] bool is_data_type(data_type type) noexcept;

// "f32"; "undef" for a value that is no type.
[[nodiscard]] const char *data_type_name(data_type type) noexcept;

// Bytes of one element, 1, 2, 4, 8 or 16; 0 for a value that is no type.
[[nodiscard]] std::size_t data_type_size(data_type type) noexcept;

// Parses the library's and OpenVINO's spellings; throws invalid_arguments with the list of names.
[[nodiscard]] data_type parse_data_type(const char *name);

} // namespace libselect

#endif
