// SPDX-License-Identifier: Apache-2.0
// But in predict_rows(), an element takes a choice between two addresses, one load and one store,
// none of which is predicted: 0.7 to 0.9 ns for every width, kind of strides and conditions, from
// the caches of a core; of loops that branch, 4 ns at random conditions and 0.7 at equal ones (AMD
// EPYC, Zen 3, 2026-11-23, loops outside the tree). Loads of both sources and a choice between the
// values take as long, and bring lines of both sources into the caches; where they are vectors,
// portable_strided.hpp has them.
#include "kernel/strided_rows.hpp"

#include <cstring>

#include "kernel/taken_rows.hpp"

namespace libselect {
namespace {

using bits_128 [[gnu::vector_size(16)]] = std::uint8_t;

template <typename T>
[[gnu::always_inline]] inline T load_taken(
        const std::byte *condition, const std::byte *if_true, const std::byte *if_false) {
    T value;
    std::memcpy(&value, address_taken(condition, if_true, if_false), sizeof value);
    return value;
}

// Two elements at a time move the addresses half as often. Inlined into the loops around it, it
// has too few registers and takes 1.07 times as long (250 problems of the suite `search`).
template <typename T>
[[gnu::noinline]] void select_long_row(
        const addresses &row, const per_operand<std::int64_t> &steps, std::int64_t n) {
    auto [conditions, first, second, to] = row;
    const auto [cond_step, src0_step, src1_step, dst_step] = steps;
    for (; n > 1; n -= 2) {
        const T value = load_taken<T>(conditions, first, second);
        first += src0_step;
        second += src1_step;
        const T next = load_taken<T>(conditions + cond_step, first, second);
        first += src0_step;
        second += src1_step;
        std::memcpy(to, &value, sizeof value);
        std::memcpy(to + dst_step, &next, sizeof next);
        conditions += 2 * cond_step;
        to += 2 * dst_step;
    }
    if (n == 0) return;
    const T value = load_taken<T>(conditions, first, second);
    std::memcpy(to, &value, sizeof value);
}

// What the addresses move by from the end of a row to the next row.
per_operand<std::int64_t> row_jumps(const kernel_loops &loops) {
    per_operand<std::int64_t> jumps;
    for (std::size_t i = 0; i < n_operands; ++i)
        jumps[i] = moved(loops.row_strides[i], -loops.cols, loops.col_strides[i]);
    return jumps;
}

// Calls take(condition, first, second, to) for all elements of a plane, row by row. The addresses
// stay in registers: rows of a few elements are frequent.
template <typename Take>
[[gnu::always_inline]] inline void for_each_element(
        const addresses &plane, const kernel_loops &loops, const Take &take) {
    auto [conditions, first, second, to] = plane;
    const auto [cond_step, src0_step, src1_step, dst_step] = loops.col_strides;
    const per_operand<std::int64_t> jumps = row_jumps(loops);
    const std::int64_t cols = loops.cols;
    for (std::int64_t r = loops.rows; r > 0; --r) {
        std::int64_t left = cols;
        do {
            take(conditions, first, second, to);
            conditions += cond_step;
            first += src0_step;
            second += src1_step;
            to += dst_step;
            // Or the compiler computes by products where a row ends, which takes as long as some
            // elements.
            asm volatile("" : "+r"(conditions), "+r"(first), "+r"(second), "+r"(to));
        } while (--left > 0);
        conditions += jumps[cond];
        first += jumps[src0];
        second += jumps[src1];
        to += jumps[dst];
    }
}

// Rows of fewer columns are short: no call and few instructions. ns of an element of 4 bytes,
// random conditions, 16,384 elements (g++ 12, AMD EPYC, family 25 model 17, 2026-11-23, a loop
// outside the tree):
//     columns       | 2   | 4    | 8    | 16  | 31  | 64
//     as long rows  | 2.4 | 1.45 | 1.08 | .75 | .61 | .50
//     as short rows | 1.8 | 1.02 | .83  | .82 | .66 |
constexpr std::int64_t long_cols = 16;

template <typename T>
void select_rows(const kernel_args *args) {
    for_each_plane(args, [](addresses at, const kernel_loops &loops) {
        if (loops.cols < long_cols)
            return for_each_element(at, loops,
                    [](const std::byte *condition, const std::byte *first, const std::byte *second,
                            std::byte *to) {
                        const T value = load_taken<T>(condition, first, second);
                        std::memcpy(to, &value, sizeof value);
                    });
        for (std::int64_t r = 0; r < loops.rows; ++r) {
            select_long_row<T>(at, loops.col_strides, loops.cols);
            move(at, loops.row_strides);
        }
    });
}

// Each condition is a branch, which is predicted where conditions come in runs or are nearly all
// equal. Then a row takes less than one without branches, and reads only the source that is taken.
// In place, elements that stay are not stored.
template <typename T, in_place kept>
void predict_rows(const kernel_args *args) {
    for_each_plane(args, [](const addresses &at, const kernel_loops &loops) {
        for_each_element(at, loops,
                [](const std::byte *condition, const std::byte *first, const std::byte *second,
                        std::byte *to) {
                    if (is_true(condition)) {
                        if constexpr (kept != in_place::src0) std::memcpy(to, first, sizeof(T));
                        asm volatile(""); // or g++ chooses between addresses, without a branch
                    } else {
                        if constexpr (kept != in_place::src1) std::memcpy(to, second, sizeof(T));
                    }
                });
    });
}

template <typename T, in_place kept>
kernel_fn kernel_that_keeps(const row_params &params) noexcept {
    if (params.roles[cond] == role::constant) return take_rows<T, kept>;
    return params.skips ? predict_rows<T, kept> : select_rows<T>;
}

template <typename T>
kernel_fn kernel_of(const row_params &params) noexcept {
    switch (params.kept) {
    case in_place::src0:
        return kernel_that_keeps<T, in_place::src0>(params);
    case in_place::src1:
        return kernel_that_keeps<T, in_place::src1>(params);
    case in_place::none:
        break;
    }
    return kernel_that_keeps<T, in_place::none>(params);
}

} // namespace

kernel_fn strided_kernel(const row_params &params) noexcept {
    switch (params.elem_bytes) {
    case 1:
        return kernel_of<std::uint8_t>(params);
    case 2:
        return kernel_of<std::uint16_t>(params);
    case 4:
        return kernel_of<std::uint32_t>(params);
    case 8:
        return kernel_of<std::uint64_t>(params);
    default:
        return kernel_of<bits_128>(params);
    }
}

} // namespace libselect
