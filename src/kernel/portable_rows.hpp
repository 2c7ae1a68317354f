// SPDX-License-Identifier: Apache-2.0
// Portable row kernels: one for each width, kind of sources and way to store. Internal linkage, see
// portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_ROWS_HPP
#define LIBSELECT_KERNEL_PORTABLE_ROWS_HPP

#include "kernel/kernel.hpp"
#include "kernel/portable_blocks.hpp"
#include "kernel/portable_joined.hpp"
#include "kernel/portable_keeping.hpp"
#include "kernel/portable_sharing.hpp"
#include "kernel/portable_skipping.hpp"

namespace libselect {
namespace {

// A row of one condition is copied or filled.
template <typename T, bool streams>
inline void take_row(const row_at &row, std::int64_t n, const kernel_loops &loops) {
    const bool taken = *row.cond != std::byte {0};
    const std::byte *from = taken ? row.src0 : row.src1;
    const bool is_constant = loops.col_strides[taken ? src0 : src1] == 0;
    if (streams && is_constant)
        fill_row_streaming<T>(row.dst, from, n);
    else if (is_constant)
        fill_row<T>(row.dst, from, n);
    else if (streams)
        copy_row_streaming(row.dst, from, n * width<T>);
    else
        copy_row(row.dst, from, n * width<T>);
}

template <typename Compute>
[[gnu::always_inline]] inline void for_each_row(const kernel_args *args, const Compute &compute) {
    const kernel_loops &loops = *args->loops;
    row_at row {args->data[dst], args->data[cond], args->data[src0], args->data[src1]};
    for (std::int64_t p = 0; p < loops.planes; ++p) {
        for (std::int64_t r = 0; r < loops.rows; ++r) {
            compute(row, loops.cols);
            move(row, loops.row_strides);
        }
        move(row, loops.plane_steps);
    }
}

// Whether rows of n elements are blocks and nothing else, so that nothing is decided for each row.
// 128 rows of 32 f32, portable: 632 > 574 ns (`select_bench --filter many_small --memory aligned
// --threads 1 --rounds 9`, AMD EPYC, family 25 model 1, 2026-11-28, medians of 3).
template <typename T>
bool is_few_blocks(std::int64_t n) {
    return n > 0 && n % row_unit<T> == 0 && n < least_with_head<T>;
}

template <typename T, typename Constants, prefetched ahead, bool skips = false>
void select_rows_streaming(const kernel_args *args) {
    if (args->loops->cols < block_elems<T>) {
        for_each_row(args, select_row_streaming<T, Constants, ahead>);
    } else {
        joined_rows<T, Constants, ahead, skips> rows;
        for_each_row(args, [&rows](const row_at &row, std::int64_t n) { rows.select(row, n); });
        rows.finish();
    }
    clear_upper_halves();
}

template <typename T, typename Constants>
void select_rows(const kernel_args *args) {
#if defined(__AVX2__)
    if constexpr (may_share<T>)
        if (share_conditions<T>(*args->loops)) return select_rows_sharing<T, Constants>(args);
#endif
    if (is_few_blocks<T>(args->loops->cols)) return for_each_row(args, select_blocks<T, Constants>);
    for_each_row(args, select_row_from_line<T, Constants>);
}

template <typename T, typename Constants, in_place kept, bool streams>
void select_rows_keeping(const kernel_args *args) {
    for_each_row(args, [](const row_at &row, std::int64_t n) {
        select_row_keeping<T, Constants, kept == in_place::src0>(row, n, streams);
    });
    clear_upper_halves();
}

template <typename T, typename Constants>
void select_rows_skipping(const kernel_args *args) {
    for_each_row(args, select_row_skipping<T, Constants>);
    clear_upper_halves();
}

template <typename T, bool streams>
void take_rows(const kernel_args *args) {
    for_each_row(args, [loops = args->loops](const row_at &row, std::int64_t n) {
        take_row<T, streams>(row, n, *loops);
    });
    if constexpr (streams) clear_upper_halves();
}

template <typename T, typename Constants, in_place kept>
kernel_fn keeping_kernel(const row_params &params) noexcept {
    return params.stores == store_kind::streaming ? select_rows_keeping<T, Constants, kept, true>
                                                  : select_rows_keeping<T, Constants, kept, false>;
}

// The kernel of rows that stream and may have one source to prefetch.
template <typename T, typename Constants>
kernel_fn streaming_kernel(const row_params &params) noexcept {
    if constexpr (may_skip<T, Constants>)
        if (params.skips) return select_rows_streaming<T, Constants, prefetched::none, true>;
    if constexpr (!Constants::src0)
        if (params.ahead == prefetched::src0)
            return select_rows_streaming<T, Constants, prefetched::src0>;
    if constexpr (!Constants::src1)
        if (params.ahead == prefetched::src1)
            return select_rows_streaming<T, Constants, prefetched::src1>;
    return select_rows_streaming<T, Constants, prefetched::none>;
}

template <typename T, typename Constants>
kernel_fn selecting_kernel(const row_params &params) noexcept {
    if constexpr (!Constants::src0)
        if (params.kept == in_place::src0)
            return keeping_kernel<T, Constants, in_place::src0>(params);
    if constexpr (!Constants::src1)
        if (params.kept == in_place::src1)
            return keeping_kernel<T, Constants, in_place::src1>(params);
    if (params.stores == store_kind::streaming) return streaming_kernel<T, Constants>(params);
    if constexpr (may_skip<T, Constants>)
        if (params.skips) return select_rows_skipping<T, Constants>;
    return select_rows<T, Constants>;
}

template <typename T>
kernel_fn row_kernel_of(const row_params &params) noexcept {
    if (params.roles[cond] == role::constant)
        return params.stores == store_kind::streaming ? take_rows<T, true> : take_rows<T, false>;
    const bool first = params.roles[src0] == role::constant;
    const bool second = params.roles[src1] == role::constant;
    if (first)
        return second ? selecting_kernel<T, constants<true, true>>(params)
                      : selecting_kernel<T, constants<true, false>>(params);
    return second ? selecting_kernel<T, constants<false, true>>(params)
                  : selecting_kernel<T, constants<false, false>>(params);
}

} // namespace
} // namespace libselect

#endif
