// SPDX-License-Identifier: Apache-2.0
// Portable fused kernels: what repeats is written out in a buffer, chunk by chunk, and rows as long
// as a chunk are selected. Internal linkage, see portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_FUSED_HPP
#define LIBSELECT_KERNEL_PORTABLE_FUSED_HPP

#include <utility>

#include "kernel/fused_kernel.hpp"
#include "kernel/portable_rows.hpp"

namespace libselect {
namespace {

// Bytes of dst in a chunk, at most: what is written out stays in the first-level cache. Not tuned.
constexpr std::int64_t chunk_bytes = 4096;
// A chunk is an even number of groups, so that all of them begin with a cache line if one does.
static_assert(2 * max_group_vectors * 32 <= chunk_bytes);
// A row is written out in pieces that may reach behind it.
constexpr std::int64_t piece_bytes = 16;

// Of the vectors that have each element of `from` `cols` times, number `part`.
template <typename T, int cols, std::size_t part, std::size_t... i>
[[gnu::always_inline]] inline bytes_32 repeated_part(
        const bytes_32 &from, std::index_sequence<i...>) {
    const auto all = reinterpret_cast<typename vector_of<T, vector_bytes>::type>(from);
    return reinterpret_cast<bytes_32>(
            __builtin_shufflevector(all, all, ((part * sizeof...(i) + i) / cols)...));
}

template <typename T, std::size_t... part>
[[gnu::always_inline]] inline void repeat_vector(
        std::byte *to, const std::byte *from, std::index_sequence<part...>) {
    const auto elements = load<bytes_32>(from);
    const std::make_index_sequence<static_cast<std::size_t>(vector_bytes / width<T>)> lanes;
    (store(to + static_cast<std::int64_t>(part) * vector_bytes,
             repeated_part<T, sizeof...(part), part>(elements, lanes)),
            ...);
}

// Whether vectors are shuffled as written here. ns for 4 KiB that are written, from loops and so,
// in the first-level cache, for AVX2 and AVX-512 (AMD EPYC, family 25 model 17, 2026-11-27, a
// program outside the tree):
//     bytes x times     | 1 x 2    | 1 x 3    | 1 x 4    | 2 x 3   | 2 x 4   | 4 x 3   | 8 x 3
//     g++ 12, AVX2      | 38 > 38  | 98 > 36  | 53 > 36  | 93 > 34 | 53 > 36 | 34 > 34 | 27 > 27
//     g++ 12, AVX-512   | 57 > 38  | 136 > 36 | 92 > 36  | 43 > 34 | 48 > 36 | 44 > 34 | 34 > 27
//     clang 14, both    | 630 > 37 | 426 > 36 | 280 > 69 | 35 > 35 | 38 > 38 | 35 > 35 | 28 > 28
// For SSE2, which has no shuffle of bytes, g++ makes code of it for 1 and 2 bytes that takes up to
// 25 times as long as that of loops. NEON was not measured.
template <typename T>
#if defined(__AVX2__)
constexpr bool shuffles_repeated = sizeof(T) <= 8;
#else
constexpr bool shuffles_repeated = false;
#endif

// Writes each of n elements `cols` times: cols is known, so that compilers shuffle vectors.
template <typename T, int cols>
void repeat_each(std::byte *__restrict to, const std::byte *__restrict from, std::int64_t n) {
    std::int64_t r = 0;
    if constexpr (shuffles_repeated<T>)
        for (constexpr std::int64_t lanes = vector_bytes / width<T>; r + lanes <= n; r += lanes)
            repeat_vector<T>(to + r * cols * width<T>, from + r * width<T>,
                    std::make_index_sequence<cols> {});
    for (; r < n; ++r) {
        const T value = load<T>(from + r * width<T>);
        for (int c = 0; c < cols; ++c)
            store(to + (r * cols + c) * width<T>, value);
    }
}

template <typename T>
void repeat_each_in_pieces(
        std::byte *to, const std::byte *from, std::int64_t n, std::int64_t cols) {
    for (std::int64_t r = 0; r < n; ++r, to += cols * width<T>) {
        std::byte piece[piece_bytes];
        fill_row<T>(piece, from + r * width<T>, piece_bytes / width<T>);
        for (std::int64_t at = 0; at < cols * width<T>; at += piece_bytes)
            std::memcpy(to + at, piece, piece_bytes);
    }
}

template <typename T>
void repeat_each(std::byte *to, const std::byte *from, std::int64_t n, std::int64_t cols) {
    switch (cols) {
    case 2:
        return repeat_each<T, 2>(to, from, n);
    case 3:
        return repeat_each<T, 3>(to, from, n);
    case 4:
        return repeat_each<T, 4>(to, from, n);
    default:
        return repeat_each_in_pieces<T>(to, from, n, cols);
    }
}

// An operand of elements of type T, and the part of it that a chunk reads.
template <typename T>
class chunk_operand {
public:
    // cols and the rows of a chunk; the strides tell the role.
    chunk_operand(const kernel_args *args, operand which, std::int64_t rows)
        : at_(args->data[which]),
          cols_(args->loops->cols),
          row_stride_(args->loops->row_strides[which]),
          is_full_(row_stride_ == cols_ * width<T>),
          repeats_(!is_full_ && row_stride_ != 0) {
        if (is_full_ || repeats_) return;
        const std::int64_t n_bytes = rows * cols_ * width<T>;
        if (args->loops->col_strides[which] == 0) {
            fill_row<T>(buffer_, at_, rows * cols_);
            return;
        }
        std::memcpy(buffer_, at_, static_cast<std::size_t>(cols_ * width<T>));
        for (std::int64_t done = cols_ * width<T>; done < n_bytes; done *= 2)
            std::memcpy(buffer_ + done, buffer_,
                    static_cast<std::size_t>(done < n_bytes - done ? done : n_bytes - done));
    }

    // Where the elements of the next rows lie; the rows are as many as in a chunk, or fewer.
    const std::byte *next(std::int64_t rows) {
        const std::byte *here = at_;
        at_ += rows * row_stride_;
        if (is_full_) return here;
        if (repeats_) repeat_each<T>(buffer_, here, rows, cols_);
        return buffer_;
    }

private:
    const std::byte *at_;
    const std::int64_t cols_;
    const std::int64_t row_stride_;
    const bool is_full_;
    const bool repeats_;
    alignas(line_bytes) std::byte buffer_[chunk_bytes + piece_bytes];
};

template <typename T, bool streams>
void select_fused(const kernel_args *args) {
    const kernel_loops &loops = *args->loops;
    const std::int64_t group_bytes = loops.planes * loops.cols * width<T>;
    const std::int64_t chunk_rows = loops.planes * (chunk_bytes / group_bytes / 2 * 2);
    chunk_operand<std::uint8_t> conditions(args, cond, chunk_rows);
    chunk_operand<T> if_true(args, src0, chunk_rows);
    chunk_operand<T> if_false(args, src1, chunk_rows);
    std::byte *to = args->data[dst];
    for (std::int64_t left = loops.planes * loops.rows; left > 0;) {
        const std::int64_t rows = left < chunk_rows ? left : chunk_rows;
        const row_at row {to, conditions.next(rows), if_true.next(rows), if_false.next(rows)};
        if constexpr (streams)
            select_row_streaming<T, constants<false, false>, prefetched::none>(
                    row, rows * loops.cols);
        else
            select_row_from_line<T, constants<false, false>>(row, rows * loops.cols);
        to += rows * loops.cols * width<T>;
        left -= rows;
    }
    if constexpr (streams) clear_upper_halves();
}

template <typename T>
kernel_fn fused_kernel_of(const fused_params &params) noexcept {
    return params.stores == store_kind::streaming ? select_fused<T, true> : select_fused<T, false>;
}

} // namespace
} // namespace libselect

#endif
