// SPDX-License-Identifier: Apache-2.0
// But in predict_rows(), an element takes a choice between two addresses, one load and one store,
// none of which is predicted: 0.7 to 0.9 ns for every width, kind of strides and conditions, from
// the caches of a core; of loops that branch, 4 ns at random conditions and 0.7 at equal ones (AMD
// EPYC, Zen 3, 2026-11-23, loops outside the tree). Loads of both sources and a choice between the
// values take as long, and bring lines of both sources into the caches; where they are vectors,
// portable_strided.hpp has them.
#include "kernel/strided_rows.hpp"

#include <algorithm>
#include <cstring>

#include "kernel/element_copies.hpp"

namespace libselect {
namespace {

using bits_128 [[gnu::vector_size(16)]] = std::uint8_t;
using addresses = per_operand<std::byte *>;

void move(addresses &at, const per_operand<std::int64_t> &by) {
    for (std::size_t i = 0; i < n_operands; ++i)
        at[i] += by[i];
}

bool is_true(const std::byte *condition) {
    return *condition != std::byte {0};
}

// The address that the condition chooses, without a branch. g++ 12 makes one of the same in C++,
// and conditions at random mispredict half of them. With one branch in two elements, a row of 300
// and more elements of 4 bytes took 2.3 ns an element at random conditions in place of 0.7, and 0.6
// at equal ones (AMD EPYC, Zen 3, 2026-11-23, a loop outside the tree).
[[gnu::always_inline]] inline const std::byte *address_taken(
        const std::byte *condition, const std::byte *if_true, const std::byte *if_false) {
    const std::byte *from = if_false;
#if defined(__x86_64__)
    __asm__("cmpb $0, %1\n\tcmovneq %2, %0" : "+r"(from) : "m"(*condition), "r"(if_true) : "cc");
#else
    from = is_true(condition) ? if_true : if_false;
    __asm__("" : "+r"(from));
#endif
    return from;
}

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

// from + n * step modulo 2^64, as addresses are: behind the last row it may not fit 63 bits.
std::int64_t moved(std::int64_t from, std::int64_t n, std::int64_t step) {
    return static_cast<std::int64_t>(
            static_cast<std::uint64_t>(from)
            + static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>(step));
}

// Calls compute(first addresses of the plane, loops).
template <typename Compute>
void for_each_plane(const kernel_args *args, const Compute &compute) {
    const kernel_loops &loops = *args->loops;
    addresses at = args->data;
    per_operand<std::int64_t> steps;
    for (std::size_t i = 0; i < n_operands; ++i)
        steps[i] = moved(loops.plane_steps[i], loops.rows, loops.row_strides[i]);
    for (std::int64_t left = loops.planes; left > 0; --left) {
        compute(at, loops);
        move(at, steps);
    }
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

// Few elements are copied without the choice of a loop for them: a row of 2 elements that takes
// another source than the row before takes 3.5 ns in place of 7 to 12, one of 4 elements 5 in place
// of 7 to 13 (AMD EPYC, family 25 model 17, 2026-11-23, a loop outside the tree). With 12 elements
// calls are faster.
template <typename T>
[[gnu::always_inline]] inline void copy_rows(
        copy_side to, copy_side from, std::int64_t n, std::int64_t rows) {
    constexpr std::int64_t few = 8;
    if (n * rows > few) return copy_elements(sizeof(T), to, from, n, rows);
    for (; rows > 0; --rows, to.at += to.row_step, from.at += from.row_step)
        for (std::int64_t i = 0; i < n; ++i)
            std::memcpy(to.at + i * to.step, from.at + i * from.step, sizeof(T));
}

// The rows from the first condition on, at most n, that have an equal one.
std::int64_t equal_rows(
        const std::byte *condition, std::int64_t step, std::int64_t n, bool wanted) {
    if (step == 0) return n;
    std::int64_t equal = 1;
    for (condition += step; equal < n && is_true(condition) == wanted; condition += step)
        ++equal;
    return equal;
}

// Rows of at most so many columns are chosen; in longer ones, what a wrong prediction takes is
// little. Not tuned.
constexpr std::int64_t most_chosen = 32;
constexpr std::int64_t chosen_rows = 8; // at a time

// Whether both sources are taken by the next rows, of one condition each.
bool are_mixed(const std::byte *condition, std::int64_t step, std::int64_t n) {
    std::int64_t n_true = 0;
    n = std::min(n, chosen_rows);
    for (std::int64_t i = 0; i < n; ++i, condition += step)
        n_true += is_true(condition) ? 1 : 0;
    return n_true != 0 && n_true != n;
}

// A row from the source that its condition chooses, without a branch. cols is 0 where it is not
// known beforehand.
template <typename T, int cols>
[[gnu::always_inline]] inline void choose_row(
        const addresses &at, const per_operand<std::int64_t> &steps, std::int64_t n) {
    const std::byte *from = address_taken(at[cond], at[src0], at[src1]);
    const auto step = reinterpret_cast<std::intptr_t>(
            address_taken(at[cond], reinterpret_cast<const std::byte *>(steps[src0]),
                    reinterpret_cast<const std::byte *>(steps[src1])));
    std::byte *to = at[dst];
    if constexpr (cols != 0) {
        T values[cols];
        for (int i = 0; i < cols; ++i)
            std::memcpy(values + i, from + i * step, sizeof(T));
        for (int i = 0; i < cols; ++i)
            std::memcpy(to + i * steps[dst], values + i, sizeof(T));
    } else {
        for (; n > 0; --n, from += step, to += steps[dst])
            std::memcpy(to, from, sizeof(T));
    }
}

template <typename T, int cols = 2>
void choose_rows(addresses at, const kernel_loops &loops, std::int64_t rows) {
    constexpr int most_straight = 8;
    constexpr bool is_straight = cols <= most_straight;
    if constexpr (is_straight)
        if (loops.cols != cols) return choose_rows<T, cols + 1>(at, loops, rows);
    for (; rows > 0; --rows) {
        choose_row<T, is_straight ? cols : 0>(at, loops.col_strides, loops.cols);
        move(at, loops.row_strides);
    }
}

// Rows of one condition each: rows that follow each other and take the same source are copied
// together, unless the source lies in dst. Short rows of mixed conditions are chosen.
template <typename T, in_place kept>
void take_rows(const kernel_args *args) {
    for_each_plane(args, [](addresses at, const kernel_loops &loops) {
        const per_operand<std::int64_t> &by = loops.row_strides;
        const bool may_choose = kept == in_place::none && loops.cols <= most_chosen;
        for (std::int64_t left = loops.rows, n = 0; left > 0; left -= n) {
            if (may_choose && are_mixed(at[cond], by[cond], left)) {
                n = std::min(left, chosen_rows);
                choose_rows<T>(at, loops, n);
            } else {
                const bool takes = is_true(at[cond]);
                const operand from = takes ? src0 : src1;
                const bool stays = kept == (takes ? in_place::src0 : in_place::src1);
                n = equal_rows(at[cond], by[cond], left, takes);
                if (!stays)
                    copy_rows<T>({at[dst], loops.col_strides[dst], by[dst]},
                            {at[from], loops.col_strides[from], by[from]}, loops.cols, n);
            }
            for (std::size_t i = 0; i < n_operands; ++i)
                at[i] += moved(0, n, by[i]);
        }
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
