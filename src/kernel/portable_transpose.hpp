// SPDX-License-Identifier: Apache-2.0
// Portable transpose kernels. Internal linkage, see portable_blocks.hpp.
//
// Narrow ones are plain loops, of which compilers make the shuffles. Bytes of u8 | u16 | u32 | u64
// that they move per ns within the first-level cache (g++ 12, AVX2, AMD EPYC, Zen 3, 2026-11-22):
//     2, 3, 4 columns | 49 17 38 | 40 17 37 | 40 30 37 | 42 29 35
//     2, 3, 4 rows    | 28 17 23 | 34 17 22 | 19 29 15 | 38 29 31
// Copies of boxes take them from caches that are slower, so a generator would gain nothing.
//
// The other kernels work in registers.
// As many bytes as a vector has are read of each column of a group. Put one behind the other,
// element r of column c stands at the place whose number has the bits of c before those of r.
// Interleaving the two halves of all elements rotates these bits by one place, so log2(columns)
// such steps turn the order into that of rows. Every CPU with vectors of 16 bytes has the
// instruction of a step.
#ifndef LIBSELECT_KERNEL_PORTABLE_TRANSPOSE_HPP
#define LIBSELECT_KERNEL_PORTABLE_TRANSPOSE_HPP

#include <utility>

#include "kernel/portable_blocks.hpp"
#include "kernel/transpose_kernel.hpp"

namespace libselect {
namespace {

template <typename T>
constexpr std::int64_t group_cols = transpose_params {sizeof(T)}.group_cols();

// The elements of one vector and those of another take turns; the first or the second half of them.
template <typename T, int half, int... lane>
[[gnu::always_inline]] inline bytes_16 interleave(
        const bytes_16 &a, const bytes_16 &b, std::integer_sequence<int, lane...>) {
    using elements [[gnu::vector_size(16)]] = T;
    constexpr int lanes = sizeof...(lane);
    return reinterpret_cast<bytes_16>(__builtin_shufflevector(reinterpret_cast<elements>(a),
            reinterpret_cast<elements>(b), (half * lanes + lane) / 2 + lane % 2 * lanes...));
}

// The columns of a group, `steps` steps before they are rows.
template <typename T, int steps, int... i>
[[gnu::always_inline]] inline void store_rows(std::byte *out, std::int64_t row_stride,
        const bytes_16 *columns, std::integer_sequence<int, i...> all) {
    constexpr int n = sizeof...(i);
    if constexpr (steps > 0) {
        constexpr std::make_integer_sequence<int, 16 / sizeof(T)> lanes {};
        const bytes_16 joined[] {
                interleave<T, i % 2>(columns[i / 2], columns[n / 2 + i / 2], lanes)...};
        store_rows<T, steps - 1>(out, row_stride, joined, all);
    } else {
        for (int r = 0; r < 16 / width<T>; ++r)
            std::memcpy(out + r * row_stride,
                    reinterpret_cast<const std::byte *>(columns) + r * group_cols<T> * width<T>,
                    group_cols<T> * width<T>);
    }
}

template <typename T, int... c>
[[gnu::always_inline]] inline void transpose_piece(std::byte *out, const std::byte *src,
        const transpose_args &args, std::integer_sequence<int, c...> all) {
    constexpr int steps = group_cols<T> == 1   ? 0
                          : group_cols<T> == 2 ? 1
                          : group_cols<T> == 4 ? 2
                                               : 3;
    const bytes_16 columns[] {load<bytes_16>(src + c * args.src_col_stride_bytes)...};
    store_rows<T, steps>(out, args.out_row_stride_bytes, columns, all);
}

// As far ahead as the generated kernels prefetch (jit/transpose_generator.cpp). Into the second
// cache level: in the first, columns that are a power of two apart share one set.
constexpr std::int64_t cols_ahead = 32;
constexpr std::int64_t pieces_per_line = line_bytes / transposed_bytes;

template <typename T>
[[gnu::always_inline]] inline void prefetch_ahead(
        const std::byte *src, const transpose_args &args) {
    // Integers, since the columns that would follow need not exist.
    const auto stride = static_cast<std::uintptr_t>(args.src_col_stride_bytes);
    auto at = reinterpret_cast<std::uintptr_t>(src) + cols_ahead * stride;
    for (int c = 0; c < group_cols<T>; ++c, at += stride)
        __builtin_prefetch(reinterpret_cast<const void *>(at), 0, 2);
}

template <typename T>
void transpose(const transpose_args *args) {
    constexpr std::make_integer_sequence<int, group_cols<T>> all_columns {};
    for (std::int64_t g = 0; g < args->groups; ++g) {
        const std::byte *src = args->src + g * group_cols<T> * args->src_col_stride_bytes;
        std::byte *out = args->out + g * group_cols<T> * width<T>;
        for (std::int64_t piece = 0; piece < args->pieces; ++piece, src += transposed_bytes) {
            if (piece % pieces_per_line == 0) prefetch_ahead<T>(src, *args);
            transpose_piece<T>(out, src, *args, all_columns);
            out += transposed_bytes / width<T> * args->out_row_stride_bytes;
        }
    }
}

// A src of few columns, or an out of few rows.
template <typename T, int n_columns, int n_rows>
void transpose_narrow(const transpose_args *args) {
    constexpr int narrow = n_columns + n_rows; // either is 0
    const std::byte *src = args->src;
    std::byte *out = args->out;
    const std::int64_t apart =
            n_columns != 0 ? args->src_col_stride_bytes : args->out_row_stride_bytes;
    const std::int64_t length = args->length; // read once: stores might change it
    LIBSELECT_INDEPENDENT
    for (std::int64_t i = 0; i < length; ++i)
        for (int k = 0; k < narrow; ++k) {
            const std::int64_t dense = (i * narrow + k) * width<T>;
            const std::int64_t apart_by_k = k * apart + i * width<T>;
            store(out + (n_columns != 0 ? dense : apart_by_k),
                    load<T>(src + (n_columns != 0 ? apart_by_k : dense)));
        }
}

template <typename T>
transpose_fn transpose_kernel_of(const transpose_params &params) {
    constexpr transpose_fn by_columns[] {
            transpose_narrow<T, 2, 0>, transpose_narrow<T, 3, 0>, transpose_narrow<T, 4, 0>};
    constexpr transpose_fn by_rows[] {
            transpose_narrow<T, 0, 2>, transpose_narrow<T, 0, 3>, transpose_narrow<T, 0, 4>};
    if (params.narrow_cols != 0) return by_columns[params.narrow_cols - 2];
    return params.narrow_rows != 0 ? by_rows[params.narrow_rows - 2] : transpose<T>;
}

} // namespace
} // namespace libselect

#endif
