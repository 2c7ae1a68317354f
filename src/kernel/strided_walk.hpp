// SPDX-License-Identifier: Apache-2.0
// How strided rows are walked, and how a condition chooses an address. Internal linkage, as each
// source has its own.
#ifndef LIBSELECT_KERNEL_STRIDED_WALK_HPP
#define LIBSELECT_KERNEL_STRIDED_WALK_HPP

#include "kernel/kernel.hpp"

namespace libselect {
namespace {

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

} // namespace
} // namespace libselect

#endif
