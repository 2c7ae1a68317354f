// SPDX-License-Identifier: Apache-2.0
// Rows that take src0 in one range of bytes and src1 outside of it: the contract of their loops.
#ifndef LIBSELECT_KERNEL_RANGE_ROW_HPP
#define LIBSELECT_KERNEL_RANGE_ROW_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"

namespace libselect {

struct range_row_args {
    std::byte *dst = nullptr;
    // src0 and src1: the first element, or a line of 64 bytes that has the element again and again.
    std::array<const std::byte *, 2> sources {};
    std::array<bool, 2> is_constant {};
    in_place kept = in_place::none; // lies in dst already
    std::int64_t n_bytes = 0;       // at least 1
    std::int64_t first = 0;         // the range, first <= last <= n_bytes
    std::int64_t last = 0;
};

// Computes a row of whole elements. Of what is taken from a source in dst nothing is stored, but in
// lines that have an end of the range. A streaming loop is given a dst that is aligned to its
// elements; it streams whole cache lines, and the caller fences them (end_segments). The rest of
// the contract is that of kernels (kernel.hpp).
using range_row_fn = void (*)(const range_row_args &args) noexcept;

} // namespace libselect

#endif
