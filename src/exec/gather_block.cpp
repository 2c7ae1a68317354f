// SPDX-License-Identifier: Apache-2.0
// One function per gather kind fills scratch. Gathering element by element is right for all kinds;
// the other functions are faster.
#include "exec/gather_block.hpp"

#include <algorithm>
#include <cstring>

#include "kernel/contract.hpp"

namespace libselect {
namespace {

template <typename T>
void gather_row(std::byte *out, const std::byte *from, std::int64_t stride, std::int64_t cols) {
    for (std::int64_t c = 0; c < cols; ++c) {
        T value;
        std::memcpy(&value, from + c * stride, sizeof value);
        std::memcpy(out + c * static_cast<std::int64_t>(sizeof value), &value, sizeof value);
    }
}

void gather_row(std::byte *out, const std::byte *from, std::int64_t stride, std::int64_t cols,
        std::int64_t width) {
    switch (width) {
    case 1:
        gather_row<std::uint8_t>(out, from, stride, cols);
        break;
    case 2:
        gather_row<std::uint16_t>(out, from, stride, cols);
        break;
    case 4:
        gather_row<std::uint32_t>(out, from, stride, cols);
        break;
    case 8:
        gather_row<std::uint64_t>(out, from, stride, cols);
        break;
    default: {
        __extension__ using wide = unsigned __int128;
        gather_row<wide>(out, from, stride, cols);
    }
    }
}

void gather(std::byte *out, std::int64_t width, const block_source &block, std::int64_t row_bytes) {
    for (std::int64_t r = 0; r < block.rows; ++r)
        gather_row(out + r * row_bytes, block.data + r * block.row_stride_bytes,
                block.col_stride_bytes, block.cols, width);
}

void copy(std::byte *out, std::int64_t width, const block_source &block, std::int64_t row_bytes) {
    for (std::int64_t r = 0; r < block.rows; ++r)
        std::memcpy(out + r * row_bytes, block.data + r * block.row_stride_bytes,
                static_cast<std::size_t>(block.cols * width));
}

// Whether the block is one for a narrow kernel.
bool suits(const transpose_params &params, const block_source &block, std::int64_t width,
        std::int64_t row_bytes) {
    if (params.narrow_cols != 0)
        return block.cols == params.narrow_cols && row_bytes == block.cols * width;
    return block.rows == params.narrow_rows && block.col_stride_bytes == block.rows * width;
}

void transpose_narrow(std::byte *out, std::int64_t width, const block_source &block,
        std::int64_t row_bytes, const transpose_kernel &kernel) {
    if (!suits(kernel.params, block, width, row_bytes)) return gather(out, width, block, row_bytes);
    transpose_args args {block.data, out, block.col_stride_bytes, row_bytes, 0, 0};
    args.length = kernel.params.narrow_cols != 0 ? block.rows : block.cols;
    call(kernel, args);
}

void transpose(std::byte *out, std::int64_t width, const block_source &block,
        std::int64_t row_bytes, const transpose_kernel &kernel) {
    if (kernel.params.is_narrow()) return transpose_narrow(out, width, block, row_bytes, kernel);
    const std::int64_t line_rows = 64 / width;
    const std::int64_t groups = block.cols / kernel.group_cols;
    const std::int64_t cols = groups * kernel.group_cols;
    const std::int64_t lines = groups > 0 ? block.rows / line_rows : 0;
    const std::int64_t row = lines * line_rows;
    if (lines > 0) {
        const transpose_args args {
                block.data, out, block.col_stride_bytes, row_bytes, groups, lines};
        call(kernel, args);
    }
    if (row > 0 && cols < block.cols)
        gather(out + cols * width, width,
                {block.data + cols * block.col_stride_bytes, width, block.col_stride_bytes, row,
                        block.cols - cols},
                row_bytes);
    gather(out + row * row_bytes, width,
            {block.data + row * width, width, block.col_stride_bytes, block.rows - row, block.cols},
            row_bytes);
}

} // namespace

void gather_block(std::byte *out, gather_kind kind, std::int64_t width, const block_source &block,
        std::int64_t row_bytes, const transpose_kernel &kernel) noexcept {
    switch (kind) {
    case gather_kind::copy:
        copy(out, width, block, row_bytes);
        break;
    case gather_kind::transpose:
        transpose(out, width, block, row_bytes, kernel);
        break;
    default:
        gather(out, width, block, row_bytes);
        break;
    }
}

} // namespace libselect
