// SPDX-License-Identifier: Apache-2.0
// Copies of boxes between memory and scratch.
#ifndef LIBSELECT_EXEC_COPY_BOX_HPP
#define LIBSELECT_EXEC_COPY_BOX_HPP

#include <cstddef>

#include "kernel/transpose_kernel.hpp"
#include "plan/box_form.hpp"

namespace libselect {

// One side of a copy: where it is, and the step along its loop in bytes.
struct copy_side {
    std::byte *at;
    std::int64_t step;
};

// Copies n elements of a width of 1, 2, 4, 8 or 16 bytes. `from` is only read.
void copy_elements(int width, const copy_side &to, const copy_side &from, std::int64_t n) noexcept;

// Writes the first `rows` rows of a box to scratch, dense. The kernel is one for elements of
// copy.width bytes; only a copy that transposes uses it.
void gather_box(std::byte *scratch, const std::byte *memory, const box_copy &copy,
        std::int64_t rows, const transpose_kernel &kernel) noexcept;

// Writes `rows` rows from scratch to memory, and no byte between the elements. No loop of the copy
// repeats.
void scatter_box(std::byte *memory, const std::byte *scratch, const box_copy &copy,
        std::int64_t rows) noexcept;

} // namespace libselect

#endif
