// SPDX-License-Identifier: Apache-2.0
// Rows that are computed from what their condition reads, without condition bytes: the contract of
// their loops.
#ifndef LIBSELECT_KERNEL_CONDITION_ROW_HPP
#define LIBSELECT_KERNEL_CONDITION_ROW_HPP

#include <cstddef>
#include <cstdint>

#include "kernel/evaluate.hpp"
#include "kernel/kernel.hpp"

namespace libselect {

// What a loop is chosen for. Sources are full or constant, dst is full.
struct condition_row_params {
    int elem_bytes = 0; // 1, 2, 4, 8 or 16
    bool src0_is_constant = false;
    bool src1_is_constant = false;
    store_kind stores = store_kind::ordinary;
    in_place kept = in_place::none; // lies in dst already, and is not constant
};

// The inputs are those of an evaluation, which writes no bytes. Bits lie side by side. Numbers have
// at most 8 bytes and lie side by side, or one serves the row; of one input they lie side by side.
struct condition_row_args {
    const condition_row_params *params = nullptr; // for which the loop was chosen
    evaluate_args inputs;                         // has the number of elements, too
    std::byte *dst = nullptr;
    const std::byte *src0 = nullptr;
    const std::byte *src1 = nullptr;
};

// Computes a row. Reads only bytes that hold an element of an input. An element of dst may be that
// of an input of numbers in its place: all of an element is read before it is written, and nothing
// of it afterwards. In place it may leave alone lines of which no element changes, counted from the
// first element. The rest of the contract is that of kernels (kernel.hpp); for
// store_kind::streaming the caller fences (end_segments).
using condition_row_fn = void (*)(const condition_row_args &args) noexcept;

} // namespace libselect

#endif
