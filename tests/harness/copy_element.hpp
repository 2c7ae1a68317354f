// SPDX-License-Identifier: Apache-2.0
// Copies one element.
#ifndef LIBSELECT_TESTS_HARNESS_COPY_ELEMENT_HPP
#define LIBSELECT_TESTS_HARNESS_COPY_ELEMENT_HPP

#include <cstddef>
#include <cstring>

namespace support {

// memcpy. A size that the compiler knows takes no call, which sanitizers would check each time.
inline void copy_element(void *to, const void *from, std::size_t elem_bytes) {
    switch (elem_bytes) {
    case 1:
        std::memcpy(to, from, 1);
        return;
    case 2:
        std::memcpy(to, from, 2);
        return;
    case 4:
        std::memcpy(to, from, 4);
        return;
    case 8:
        std::memcpy(to, from, 8);
        return;
    default:
        std::memcpy(to, from, elem_bytes);
    }
}

} // namespace support

#endif
