// SPDX-License-Identifier: Apache-2.0
// Element types: names and widths. Select moves bits, so the width is all later stages see.
#ifndef LIBSELECT_OP_DATA_TYPE_HPP
#define LIBSELECT_OP_DATA_TYPE_HPP

#include <cstddef>
#include <cstdint>

#include <libselect/libselect.h>

namespace libselect {

using data_type = libselect_data_type_t;

// False for undef and for any value that is no type.
[[nodiscard]] bool is_data_type(data_type type) noexcept;

// "f32"; "undef" for a value that is no type.
[[nodiscard]] const char *data_type_name(data_type type) noexcept;

// Bytes of one element, 1, 2, 4, 8 or 16; 1 for a type of one bit; 0 for a value that is no type.
[[nodiscard]] std::size_t data_type_size(data_type type) noexcept;

// What the addresses of an operand count. The strides of a plan are linear in the indices of dst,
// so they serve any space.
enum class address_space : std::uint8_t {
    bytes, // memory, one address per byte
    bits   // memory, eight addresses per byte
};

// How the elements of an operand lie in its space: neighbours of a dense row are `step` apart.
struct element_unit {
    address_space space = address_space::bytes;
    int step = 1;
    bool operator==(const element_unit &) const = default;
};

// The unit of the elements of a tensor.
[[nodiscard]] element_unit unit_of(data_type type) noexcept;

// u1 or u1_msb.
[[nodiscard]] inline bool is_bit_type(data_type type) noexcept {
    return unit_of(type).space == address_space::bits;
}
// c64 or c128.
[[nodiscard]] inline bool is_complex(data_type type) noexcept {
    return type == libselect_c64 || type == libselect_c128;
}

// Whether every number of type `of` is a number of this type too, as every s8 is an f32. False for
// types that hold no numbers.
[[nodiscard]] bool has_every_value(data_type type, data_type of) noexcept;

// Parses the library's spelling and those of OpenVINO, NumPy and PyTorch; throws invalid_arguments
// with the list of names.
[[nodiscard]] data_type parse_data_type(const char *name);

} // namespace libselect

#endif
