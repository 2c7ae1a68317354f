// SPDX-License-Identifier: Apache-2.0
// Widths of elements, once more from the header's list.
#ifndef LIBSELECT_TESTS_FUZZ_TYPE_WIDTH_HPP
#define LIBSELECT_TESTS_FUZZ_TYPE_WIDTH_HPP

#include <libselect/libselect.h>

namespace fuzz {

// Whether an element is one bit.
constexpr bool is_bits(libselect_data_type_t type) {
    return type == libselect_u1 || type == libselect_u1_msb;
}

// In bytes; the type is none of one bit.
constexpr unsigned width_of(libselect_data_type_t type) {
    if (type <= libselect_f8_e5m2) return 1;
    if (type <= libselect_bf16) return 2;
    if (type <= libselect_f32) return 4;
    return type == libselect_c128 ? 16 : 8;
}

} // namespace fuzz

#endif
