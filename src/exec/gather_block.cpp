// SPDX-License-Identifier: Apache-2.0
// One function per gather kind fills scratch. Gathering element by element is right for all kinds;
// the other functions are faster.
#include "exec/gather_block.hpp"

#include "kernel/contract.hpp"
#include "kernel/element_copies.hpp"

namespace libselect {
namespace {

void gather(std::byte *out, std::int64_t width, const block_source &block, std::int64_t row_bytes) {
    copy_elements(static_cast<int>(width), {out, width, row_bytes},
            {const_cast<std::byte *>(block.data), block.col_stride_bytes, block.row_stride_bytes},
            block.cols, block.rows);
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

// A part of a block: whole groups of columns and whole pieces of rows.
struct block_part {
    std::int64_t row, col, groups, pieces;
};

// What is left over of rows and columns is transposed as a whole piece or group that ends with the
// block.
void transpose(std::byte *out, std::int64_t width, const block_source &block,
        std::int64_t row_bytes, const transpose_kernel &kernel) {
    if (kernel.params.is_narrow()) return transpose_narrow(out, width, block, row_bytes, kernel);
    const std::int64_t piece_rows = transposed_bytes / width;
    const std::int64_t groups = block.cols / kernel.group_cols, pieces = block.rows / piece_rows;
    if (groups == 0 || pieces == 0) return gather(out, width, block, row_bytes);
    const std::int64_t last_row = block.rows - piece_rows;
    const std::int64_t last_col = block.cols - kernel.group_cols;
    const bool rows_left = block.rows % piece_rows != 0;
    const bool cols_left = block.cols % kernel.group_cols != 0;
    const auto run = [&](const block_part &part) {
        call(kernel, {block.data + part.row * width + part.col * block.col_stride_bytes,
                             out + part.row * row_bytes + part.col * width, block.col_stride_bytes,
                             row_bytes, part.groups, part.pieces});
    };
    run({0, 0, groups, pieces});
    if (rows_left) run({last_row, 0, groups, 1});
    if (cols_left) run({0, last_col, 1, pieces});
    if (rows_left && cols_left) run({last_row, last_col, 1, 1});
}

// The same from the last row to the first one.
block_source with_rows_turned(block_source block) {
    block.data += (block.rows - 1) * block.row_stride_bytes;
    block.row_stride_bytes = -block.row_stride_bytes;
    return block;
}

} // namespace

void gather_block(std::byte *out, gather_kind kind, std::int64_t width, const block_source &block,
        std::int64_t row_bytes, const transpose_kernel &kernel) noexcept {
    if (kind != gather_kind::transpose) return gather(out, width, block, row_bytes);
    if (block.row_stride_bytes == width) return transpose(out, width, block, row_bytes, kernel);
    transpose(
            out + (block.rows - 1) * row_bytes, width, with_rows_turned(block), -row_bytes, kernel);
}

} // namespace libselect
