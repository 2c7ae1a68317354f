// SPDX-License-Identifier: Apache-2.0
// A good place to start reading: select_row is the kernel contract as a plain loop.
#include "kernel/reference_kernel.hpp"

#include <cstring>

namespace libselect {
namespace {

__extension__ using bits_128 = unsigned __int128;

// Elements may be misaligned and of any type, hence memcpy.
template <typename T>
T load(const std::byte *at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <typename T>
void select_row(const kernel_loops &loops, const per_operand<std::byte *> &row) {
    const per_operand<std::int64_t> &step = loops.col_strides;
    for (std::int64_t c = 0; c < loops.cols; ++c) {
        const bool taken = row[cond][c * step[cond]] != std::byte {0};
        const T chosen = load<T>(taken ? row[src0] + c * step[src0] : row[src1] + c * step[src1]);
        std::memcpy(row[dst] + c * step[dst], &chosen, sizeof chosen);
    }
}

void move(per_operand<std::byte *> &row, const per_operand<std::int64_t> &by_bytes) {
    for (std::size_t i = 0; i < n_operands; ++i)
        row[i] += by_bytes[i];
}

template <typename T>
void select_rows(const kernel_args *args) {
    const kernel_loops &loops = *args->loops;
    per_operand<std::byte *> row = args->data;
    for (std::int64_t p = 0; p < loops.planes; ++p) {
        for (std::int64_t r = 0; r < loops.rows; ++r) {
            select_row<T>(loops, row);
            move(row, loops.row_strides);
        }
        move(row, loops.plane_steps);
    }
}

} // namespace

kernel_fn reference_kernel(const row_params &params) noexcept {
    switch (params.elem_bytes) {
    case 1:
        return select_rows<std::uint8_t>;
    case 2:
        return select_rows<std::uint16_t>;
    case 4:
        return select_rows<std::uint32_t>;
    case 8:
        return select_rows<std::uint64_t>;
    default:
        return select_rows<bits_128>;
    }
}

} // namespace libselect
