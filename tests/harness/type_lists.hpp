// SPDX-License-Identifier: Apache-2.0
// The data types that tests run over.
#ifndef LIBSELECT_TESTS_HARNESS_TYPE_LISTS_HPP
#define LIBSELECT_TESTS_HARNESS_TYPE_LISTS_HPP

#include <vector>

#include <libselect/libselect.hpp>

namespace support {

// One data type of every width, 1, 2, 4, 8 and 16 bytes.
inline const std::vector<libselect::data_type> &type_of_every_width() {
    using enum libselect::data_type;
    static const std::vector<libselect::data_type> types {u8, f16, f32, f64, c128};
    return types;
}

// All 17 data types.
inline const std::vector<libselect::data_type> &all_types() {
    using enum libselect::data_type;
    static const std::vector<libselect::data_type> types {boolean, u8, s8, f8_e4m3, f8_e5m2, u16,
            s16, f16, bf16, u32, s32, f32, u64, s64, f64, c64, c128};
    return types;
}

} // namespace support

#endif
