// SPDX-License-Identifier: Apache-2.0
// A good place to start reading: select_row_strided is the kernel contract as a plain loop.
// select_row_full is the same for rows where every operand is full. It has no branch, so that
// compilers vectorise it at baseline flags.
#include "kernel/portable_kernel.hpp"

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
void select_row_strided(const kernel_loops &loops, const per_operand<std::byte *> &row) {
    const per_operand<std::int64_t> &step = loops.col_strides;
    for (std::int64_t c = 0; c < loops.cols; ++c) {
        const bool taken = row[cond][c * step[cond]] != std::byte {0};
        const T chosen = load<T>(taken ? row[src0] + c * step[src0] : row[src1] + c * step[src1]);
        std::memcpy(row[dst] + c * step[dst], &chosen, sizeof chosen);
    }
}

template <typename T>
void select_row_full(const kernel_loops &loops, const per_operand<std::byte *> &row) {
    constexpr auto width = static_cast<std::int64_t>(sizeof(T));
    for (std::int64_t c = 0; c < loops.cols; ++c) {
        const T if_true = load<T>(row[src0] + c * width);
        const T if_false = load<T>(row[src1] + c * width);
        const T mask = static_cast<T>(row[cond][c] != std::byte {0} ? ~T {0} : T {0});
        const T chosen = static_cast<T>((if_true & mask) | (if_false & ~mask));
        std::memcpy(row[dst] + c * width, &chosen, sizeof chosen);
    }
}

void move(per_operand<std::byte *> &row, const per_operand<std::int64_t> &by_bytes) {
    for (std::size_t i = 0; i < n_operands; ++i)
        row[i] += by_bytes[i];
}

template <void (*select_row)(const kernel_loops &, const per_operand<std::byte *> &)>
void for_each_row(const kernel_args *args) {
    const kernel_loops &loops = *args->loops;
    per_operand<std::byte *> row = args->data;
    for (std::int64_t p = 0; p < loops.planes; ++p) {
        for (std::int64_t r = 0; r < loops.rows; ++r) {
            select_row(loops, row);
            move(row, loops.row_strides);
        }
        move(row, loops.plane_steps);
    }
}

template <typename T>
kernel_fn kernel_of_width(const row_params &params) noexcept {
    constexpr per_operand<role> all_full {};
    return params.roles == all_full ? for_each_row<select_row_full<T>>
                                    : for_each_row<select_row_strided<T>>;
}

} // namespace

kernel_fn portable_kernel(const row_params &params) noexcept {
    switch (params.elem_bytes) {
    case 1:
        return kernel_of_width<std::uint8_t>(params);
    case 2:
        return kernel_of_width<std::uint16_t>(params);
    case 4:
        return kernel_of_width<std::uint32_t>(params);
    case 8:
        return kernel_of_width<std::uint64_t>(params);
    default:
        return kernel_of_width<bits_128>(params);
    }
}

} // namespace libselect
