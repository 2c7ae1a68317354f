// SPDX-License-Identifier: Apache-2.0
// Gathers a block of an input into dense scratch.
#ifndef LIBSELECT_EXEC_GATHER_BLOCK_HPP
#define LIBSELECT_EXEC_GATHER_BLOCK_HPP

#include <cstddef>
#include <cstdint>

#include "kernel/transpose_kernel.hpp"
#include "plan/row_form.hpp"

namespace libselect {

// A block of one operand along the two innermost loops.
struct block_source {
    const std::byte *data;
    std::int64_t row_stride_bytes;
    std::int64_t col_stride_bytes;
    std::int64_t rows;
    std::int64_t cols;
    bool operator==(const block_source &) const = default;
};

// Writes the block to out: row r at r * row_bytes, dense within a row. Rows lie upwards or
// downwards in out, at least cols * width bytes apart. The kernel is used for
// gather_kind::transpose only. Rows are then one element apart, forwards or backwards.
void gather_block(std::byte *out, gather_kind kind, std::int64_t width, const block_source &block,
        std::int64_t row_bytes, const transpose_kernel &kernel) noexcept;

} // namespace libselect

#endif
