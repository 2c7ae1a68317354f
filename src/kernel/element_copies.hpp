// SPDX-License-Identifier: Apache-2.0
// Copies of rows of elements from one pair of strides to another, by the best portable loops.
#ifndef LIBSELECT_KERNEL_ELEMENT_COPIES_HPP
#define LIBSELECT_KERNEL_ELEMENT_COPIES_HPP

#include <cstddef>
#include <cstdint>

namespace libselect {

// One side of a copy: where its first element is, and the bytes from element to element and from
// row to row.
struct copy_side {
    std::byte *at;
    std::int64_t step;
    std::int64_t row_step = 0;
};

// Copies rows of n elements of a width of 1, 2, 4, 8 or 16 bytes; `from` is only read. No byte but
// those of the elements is written, and none is read but those and, where `from` has every second
// element of a dense row, the elements between. A step of 0 in `from` repeats an element, a row
// step of 0 a row. No element of `to` shares memory with another, or with one of `from`.
void copy_elements(int width, const copy_side &to, const copy_side &from, std::int64_t n,
        std::int64_t rows = 1) noexcept;

} // namespace libselect

#endif
