// SPDX-License-Identifier: Apache-2.0
// The kernel contract: what a kernel is made for, what it is given, what it may assume.
#ifndef LIBSELECT_KERNEL_KERNEL_HPP
#define LIBSELECT_KERNEL_KERNEL_HPP

#include <cstddef>
#include <cstdint>
#include <string>

#include "plan/plan.hpp"

namespace libselect {

// What a kernel is generated for. Everything else is an argument, so few kernels serve all
// problems.
struct kernel_params {
    int elem_bytes = 0;         // 1, 2, 4, 8 or 16
    per_operand<role> roles {}; // along the columns; dst is full or strided
    bool operator==(const kernel_params &) const = default;
};

[[nodiscard]] kernel_params params_of(const plan &made) noexcept;

// "w4 cond full, src0 scalar, src1 full, dst full".
[[nodiscard]] std::string to_string(const kernel_params &params);

// One call computes rows x cols elements:
//     dst[r][c] = cond[r][c] != 0 ? src0[r][c] : src1[r][c]
// where element (r, c) of an operand lies at data + r * row_stride + c * col_stride bytes.
// A cond element is one byte; any non-zero byte is true.
// The caller guarantees:
// - rows >= 1, cols >= 1;
// - the column stride is the element width where the role is full, 0 where it is scalar;
// - no two elements of dst share memory, and dst shares no byte with an input, except that
//   element (r, c) of src0, or of src1, or of both may be element (r, c) of dst in its place.
// A kernel:
// - reads only bytes of the operands' elements and writes only bytes of dst's elements;
// - may read either source whatever cond says, and may compute an element twice: in place this
// gives
//   the same bits, since neither cond nor the other source changes;
// - needs no alignment, keeps no state, and runs from many threads at once.
struct kernel_args {
    per_operand<std::byte *> data; // inputs are only read
    std::int64_t rows;
    std::int64_t cols;
    per_operand<std::int64_t> row_strides_bytes;
    per_operand<std::int64_t> col_strides_bytes;
};

using kernel_fn = void (*)(const kernel_args *);

} // namespace libselect

#endif
