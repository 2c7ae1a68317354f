// SPDX-License-Identifier: Apache-2.0
// Portable loops over rows of which a source or dst is strided: vectors of the others are computed,
// and elements of that one are put together or taken apart. Internal linkage, see
// portable_blocks.hpp.
//
// ns of an element in the first-level cache, beside the loop of strided_rows.hpp, which takes 0.5
// to 0.7 (random conditions, g++ 12, AMD EPYC, Zen 3, 2026-11-22; calls of the loops alone, which
// no command repeats):
//     width                                | 1   | 2   | 4   | 8
//     a source strided, the other constant | .39 | .27 | .24 | .32
//     a source strided, the other full     | .36 | .28 | .27 | .41 to .48
//     dst strided                          | .43 | .32 | .32 | .34
//     both sources strided                 | .75 | .69 | .48 | .74
// With AVX-512, elements of 8 bytes as a choice are no vectors at all: 4,500 elements, the first row
// 3.6 to 5.4 us, written as choose() has it 1.7 to 1.9 (AMD EPYC, family 25 model 17, 2026-11-23).
// With dst and a source strided, or elements of 16 bytes, there is nothing to gain.
#ifndef LIBSELECT_KERNEL_PORTABLE_STRIDED_HPP
#define LIBSELECT_KERNEL_PORTABLE_STRIDED_HPP

#include "kernel/portable_rows.hpp"
#include "plan/row_form.hpp"

namespace libselect {
namespace {

// The addresses from element to element.
template <typename T, role kind>
[[gnu::always_inline]] inline std::int64_t step_of(std::int64_t stride) {
    if constexpr (kind == role::constant) return 0;
    return kind == role::full ? width<T> : stride;
}

template <typename T, role first, role second, role to>
[[gnu::always_inline]] inline void select_strided_row(
        const row_at &row, std::int64_t n, const per_operand<std::int64_t> &strides) {
    const std::int64_t first_step = step_of<T, first>(strides[src0]),
                       second_step = step_of<T, second>(strides[src1]),
                       to_step = step_of<T, to>(strides[dst]);
    const T first_value = load<T>(row.src0), second_value = load<T>(row.src1);
    LIBSELECT_INDEPENDENT
    for (std::int64_t i = 0; i < n; ++i) {
        const T if_true =
                first == role::constant ? first_value : load<T>(row.src0 + i * first_step);
        const T if_false =
                second == role::constant ? second_value : load<T>(row.src1 + i * second_step);
        store(row.dst + i * to_step, choose(row.cond[i] != std::byte {0}, if_true, if_false));
    }
}

template <typename T, role first, role second, role to>
void select_strided_rows(const kernel_args *args) {
    for_each_row(args, [strides = args->loops->col_strides](const row_at &row, std::int64_t n) {
        select_strided_row<T, first, second, to>(row, n, strides);
    });
}

template <typename T, role first, role second>
kernel_fn strided_kernel_to(role to) noexcept {
    if constexpr (first == role::strided || second == role::strided)
        return select_strided_rows<T, first, second, role::full>;
    return to == role::strided ? select_strided_rows<T, first, second, role::strided> : nullptr;
}

// Of roles that has_blended_loop() says.
template <typename T>
kernel_fn strided_kernel_of(const row_params &params) noexcept {
    const role first = params.roles[src0], second = params.roles[src1], to = params.roles[dst];
    if constexpr (sizeof(T) == 4)
        if (first == role::strided && second == role::strided)
            return select_strided_rows<T, role::strided, role::strided, role::full>;
    if (first == role::strided)
        return second == role::full ? strided_kernel_to<T, role::strided, role::full>(to)
                                    : strided_kernel_to<T, role::strided, role::constant>(to);
    if (second == role::strided)
        return first == role::full ? strided_kernel_to<T, role::full, role::strided>(to)
                                   : strided_kernel_to<T, role::constant, role::strided>(to);
    if (first == role::constant) return strided_kernel_to<T, role::constant, role::full>(to);
    return second == role::full ? strided_kernel_to<T, role::full, role::full>(to)
                                : strided_kernel_to<T, role::full, role::constant>(to);
}

// Null where no loop here is faster than that of strided_rows.hpp.
kernel_fn strided_of_width(const row_params &params) noexcept {
    if (!has_blended_loop(params.roles, params.elem_bytes)) return nullptr;
    return with_width(params.elem_bytes, [&](auto element) -> kernel_fn {
        if constexpr (sizeof element == 16)
            return nullptr;
        else
            return strided_kernel_of<decltype(element)>(params);
    });
}

} // namespace
} // namespace libselect

#endif
