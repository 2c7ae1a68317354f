// SPDX-License-Identifier: Apache-2.0
// The contract of transpose kernels, which bring a strided operand into scratch.
#ifndef LIBSELECT_KERNEL_TRANSPOSE_KERNEL_HPP
#define LIBSELECT_KERNEL_TRANSPOSE_KERNEL_HPP

#include <cstddef>
#include <cstdint>
#include <string>

namespace libselect {

// What a transpose kernel is generated for.
struct transpose_params {
    int elem_bytes = 0; // 1, 2, 4, 8 or 16
    bool operator==(const transpose_params &) const = default;

    // Columns that are exchanged together.
    [[nodiscard]] constexpr int group_cols() const noexcept {
        return elem_bytes == 1 ? 8 : 16 / elem_bytes;
    }
};

// "transpose of w4".
[[nodiscard]] std::string to_string(const transpose_params &params);

// out[r][c] = src[c][r] for lines * 64 / elem_bytes rows (a cache line of src each 64 / elem_bytes)
// and groups * group_cols columns. Elements of a src column and of an out row are adjacent; src
// columns are src_col_stride_bytes apart, out rows out_row_stride_bytes. Columns that would follow
// are prefetched; they need not exist.
struct transpose_args {
    const std::byte *src;
    std::byte *out;
    std::int64_t src_col_stride_bytes;
    std::int64_t out_row_stride_bytes;
    std::int64_t groups;
    std::int64_t lines = 1;
};

using transpose_fn = void (*)(const transpose_args *);

struct transpose_kernel {
    transpose_fn run = nullptr;
    std::int64_t group_cols = 0;
    transpose_params params {}; // what it was generated for
};

} // namespace libselect

#endif
