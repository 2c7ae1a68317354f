// SPDX-License-Identifier: Apache-2.0
// The contract of transpose kernels, which gather a strided operand into scratch, or scatter scratch
// to a strided dst.
#ifndef LIBSELECT_KERNEL_TRANSPOSE_KERNEL_HPP
#define LIBSELECT_KERNEL_TRANSPOSE_KERNEL_HPP

#include <cstddef>
#include <cstdint>
#include <string>

namespace libselect {

// The parameters for which a transpose kernel is generated. A narrow kernel has few columns of src,
// which it interleaves, or few rows, which it takes apart.
struct transpose_params {
    int elem_bytes = 0;  // 1, 2, 4, 8 or 16
    int narrow_cols = 0; // 2, 3 or 4: all columns of src; 0 in other kernels
    int narrow_rows = 0; // 2, 3 or 4: all rows of out; 0 in other kernels
    // 16 or 32, of which each half has columns of its own; portable kernels are those of 16.
    int vector_bytes = 16;
    bool operator==(const transpose_params &) const = default;

    [[nodiscard]] constexpr bool is_narrow() const noexcept {
        return narrow_cols != 0 || narrow_rows != 0;
    }
    // Columns of a group: a kernel that is not narrow transposes that many together. Those of one
    // byte each fill a vector of 32 bytes, and half of one of 16.
    [[nodiscard]] constexpr int group_cols() const noexcept {
        return elem_bytes == 1 && vector_bytes == 16 ? 8 : vector_bytes / elem_bytes;
    }
};

// "transpose of w4", "transpose of w4, 3 columns".
[[nodiscard]] std::string to_string(const transpose_params &params);

// One call computes out[r][c] = src[c][r]. Elements of a src column are adjacent, and so are those
// of an out row. src columns are src_col_stride_bytes apart, out rows out_row_stride_bytes, either
// of which may be negative.
// - With narrow_cols there are `length` rows, and no gap between rows of out. Columns may be any
//   distance apart: with 0 each element is repeated.
// - With narrow_rows there are `length` columns, and no gap between columns of src.
// - Any other kernel has groups * group_cols columns and pieces * 16 / elem_bytes rows: a piece is
//   16 bytes of each src column. It prefetches the columns that would follow; they need not exist.
struct transpose_args {
    const std::byte *src;
    std::byte *out;
    std::int64_t src_col_stride_bytes;
    std::int64_t out_row_stride_bytes;
    std::int64_t groups;
    std::int64_t pieces = 4;
    std::int64_t length = 0; // of narrow kernels alone
};

using transpose_fn = void (*)(const transpose_args *);

// Bytes of a piece.
inline constexpr std::int64_t transposed_bytes = 16;

struct transpose_kernel {
    transpose_fn run = nullptr;
    std::int64_t group_cols = 0;
    transpose_params params {}; // for which it was generated
};

} // namespace libselect

#endif
