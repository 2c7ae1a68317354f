// SPDX-License-Identifier: Apache-2.0
// Rows whose conditions are bits side by side: the contract of their loops.
#ifndef LIBSELECT_KERNEL_BITS_ROW_HPP
#define LIBSELECT_KERNEL_BITS_ROW_HPP

#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"

namespace libselect {

// What the loop is compiled for. Sources are full or constant, dst is full.
struct bits_params {
    int elem_bytes = 0; // 1, 2, 4, 8 or 16
    bool src0_is_constant = false;
    bool src1_is_constant = false;
    store_kind stores = store_kind::ordinary;
    in_place kept = in_place::none; // lies in dst already, and is not constant
};

struct bits_row_args {
    std::byte *dst;
    const std::byte *src0;
    const std::byte *src1;
    const std::byte *bits; // element i has bit at + i, counted from here
    std::int64_t at;
    std::int64_t n;
    bool is_msb; // bits of a byte count from the most significant one
};

// Computes n elements, n >= 1. Reads only bytes that hold one of their bits. In place it may
// leave alone lines of which no element changes, counted from the first element. The rest of
// the contract is that of kernels (kernel.hpp); for store_kind::streaming the caller fences
// (end_segments).
using bits_row_fn = void (*)(const bits_row_args &args) noexcept;

} // namespace libselect

#endif
