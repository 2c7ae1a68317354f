// SPDX-License-Identifier: Apache-2.0
// Copies by the loops of the best ISA.
#include "kernel/element_copies.hpp"

#include "kernel/portable_kernels.hpp"

namespace libselect {

void copy_elements(int width, const copy_side &to, const copy_side &from, std::int64_t n,
        std::int64_t rows) noexcept {
    static const auto copy = best_loops().copy;
    copy(width, to, from, n, rows);
}

} // namespace libselect
