// SPDX-License-Identifier: Apache-2.0
// All portable loops of one ISA, for the sources that compile them. Internal linkage, see
// portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_LOOPS_HPP
#define LIBSELECT_KERNEL_PORTABLE_LOOPS_HPP

#include "base/streaming_fence.hpp"
#include "kernel/portable_bits_loops.hpp"
#include "kernel/portable_copies.hpp"
#include "kernel/portable_evaluate.hpp"
#include "kernel/portable_fused.hpp"
#include "kernel/portable_kernels.hpp"
#include "kernel/portable_number_words.hpp"
#include "kernel/portable_range_row.hpp"
#include "kernel/portable_rows.hpp"
#include "kernel/portable_segments.hpp"
#include "kernel/portable_select_numbers.hpp"
#include "kernel/portable_strided.hpp"
#include "kernel/portable_transpose.hpp"

namespace libselect {
namespace {

kernel_fn rows_of_width(const row_params &params) noexcept {
    return with_width(params.elem_bytes,
            [&](auto element) { return row_kernel_of<decltype(element)>(params); });
}

kernel_fn fused_of_width(const fused_params &params) noexcept {
    return with_width(params.elem_bytes,
            [&](auto element) { return fused_kernel_of<decltype(element)>(params); });
}

transpose_fn transpose_of_width(const transpose_params &params) noexcept {
    return with_width(params.elem_bytes,
            [&](auto element) { return transpose_kernel_of<decltype(element)>(params); });
}

condition_row_fn condition_row_of(
        const condition_row_params &params, const evaluate_args &inputs) noexcept {
    if (inputs.condition->kind == condition_kind::bits) return select_row_of_bits;
    const bool is_as_wide = inputs.condition->input_width == params.elem_bytes;
    return with_number_conditions(inputs, [=]<typename Conditions>() -> condition_row_fn {
        return is_as_wide ? select_numbers<Conditions> : select_by_words<Conditions>;
    });
}

void fence_segments() noexcept {
    fence_streamed_stores();
    clear_upper_halves();
}

constexpr portable_kernels compiled_loops {rows_of_width, strided_of_width, fused_of_width,
        transpose_of_width, {compute_range_row<false>, compute_range_row<true>}, condition_row_of,
        fence_segments, evaluate, copy_rows_of_elements};

} // namespace
} // namespace libselect

#endif
