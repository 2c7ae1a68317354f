// SPDX-License-Identifier: Apache-2.0
// Loops over strided rows of one condition each. Internal linkage, as in strided_walk.hpp.
#ifndef LIBSELECT_KERNEL_TAKEN_ROWS_HPP
#define LIBSELECT_KERNEL_TAKEN_ROWS_HPP

#include <algorithm>
#include <cstring>

#include "kernel/element_copies.hpp"
#include "kernel/strided_walk.hpp"

namespace libselect {
namespace {

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
// little. The numbers are not tuned. With jumps alone, 84,692 rows of 4 take 399 us in place of 248
// (`select_bench --suite search --problem w4/84692x4/5,0/4,1/4,1/11,-1/random,0.5,16/no`, Intel
// Xeon, Granite Rapids class, 2026-11-25).
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

template <typename T, int cols>
[[gnu::always_inline]] inline void move_chosen(std::byte *to, std::int64_t to_step,
        const std::byte *from, std::int64_t step, std::int64_t n) {
    if constexpr (cols != 0) {
        T values[cols];
        for (int i = 0; i < cols; ++i)
            std::memcpy(values + i, from + i * step, sizeof(T));
        for (int i = 0; i < cols; ++i)
            std::memcpy(to + i * to_step, values + i, sizeof(T));
    } else {
        for (; n > 0; --n, from += step, to += to_step)
            std::memcpy(to, from, sizeof(T));
    }
}

// Rows from the source that each condition chooses, without a branch: tests/unit/portable_code.sh
// looks for one, so it is a function of its own. cols is 0 where it is not known beforehand. The
// addresses are taken one by one: copies of all wait for the stores before them.
template <typename T, int cols>
[[gnu::noinline]] void choose_rows_of(
        const addresses &at, const kernel_loops &loops, std::int64_t rows) {
    const std::byte *condition = at[cond], *first = at[src0], *second = at[src1];
    std::byte *to = at[dst];
    const per_operand<std::int64_t> &steps = loops.col_strides, &next = loops.row_strides;
    for (; rows > 0; --rows) {
        const std::byte *from = address_taken(condition, first, second);
        const auto step = reinterpret_cast<std::intptr_t>(
                address_taken(condition, reinterpret_cast<const std::byte *>(steps[src0]),
                        reinterpret_cast<const std::byte *>(steps[src1])));
        move_chosen<T, cols>(to, steps[dst], from, step, loops.cols);
        condition += next[cond];
        first += next[src0];
        second += next[src1];
        to += next[dst];
    }
}

template <typename T, int cols = 2>
void choose_rows(const addresses &at, const kernel_loops &loops, std::int64_t rows) {
    constexpr int most_straight = 8;
    if constexpr (cols > most_straight)
        choose_rows_of<T, 0>(at, loops, rows);
    else if (loops.cols == cols)
        choose_rows_of<T, cols>(at, loops, rows);
    else
        choose_rows<T, cols + 1>(at, loops, rows);
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

} // namespace
} // namespace libselect

#endif
