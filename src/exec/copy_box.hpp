// SPDX-License-Identifier: Apache-2.0
// Copies of boxes between memory and scratch.
#ifndef LIBSELECT_EXEC_COPY_BOX_HPP
#define LIBSELECT_EXEC_COPY_BOX_HPP

#include <cstddef>

#include "kernel/transpose_kernel.hpp"
#include "plan/box_form.hpp"

namespace libselect {

// Writes the first `rows` rows of a box to scratch, dense. The kernel is one for elements of
// copy.width bytes; only a copy that transposes uses it.
void gather_box(std::byte *scratch, const std::byte *memory, const box_copy &copy,
        std::int64_t rows, const transpose_kernel &kernel) noexcept;

// Writes `rows` rows from scratch to memory, and no byte between the elements. No loop of the copy
// repeats. The kernel is as above.
void scatter_box(std::byte *memory, const std::byte *scratch, const box_copy &copy,
        std::int64_t rows, const transpose_kernel &kernel) noexcept;

} // namespace libselect

#endif
