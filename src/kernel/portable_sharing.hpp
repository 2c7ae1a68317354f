// SPDX-License-Identifier: Apache-2.0
// Rows of one block each that have the same conditions: these are spread once for all rows of a
// plane. Internal linkage, see portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_SHARING_HPP
#define LIBSELECT_KERNEL_PORTABLE_SHARING_HPP

#include <array>
#include <utility>

#include "kernel/kernel.hpp"
#include "kernel/portable_blocks.hpp"

#if defined(__AVX2__)
namespace libselect {
namespace {

// The vectors of a block, as many as there are registers for masks.
template <typename T>
constexpr std::size_t shared_vectors = block_elems<T> / shuffled_elems<T>;
template <typename T>
constexpr bool may_share = shared_vectors<T> <= 8;

// Whether the rows of a plane are such blocks.
template <typename T>
bool share_conditions(const kernel_loops &loops) {
    return loops.row_strides[cond] == 0 && loops.cols == block_elems<T> && loops.rows > 1;
}

// Where src1 is taken.
#if defined(__AVX512BW__)
using shared_mask = __mmask32;
#else
using shared_mask = bytes_32;
#endif

// The conditions of a vector, each in all bytes of its element.
template <typename T>
[[gnu::always_inline]] inline bytes_32 conditions_of_vector(const std::byte *at) {
    constexpr std::make_index_sequence<vector_bytes> all_bytes {};
    if constexpr (sizeof(T) == 1) return load<bytes_32>(at);
    if constexpr (sizeof(T) == 2) return spread_bytes<T, 0>(same_in_all<bits_128>(at), all_bytes);
    if constexpr (sizeof(T) == 4)
        return spread_bytes<T, 0>(same_in_all<std::uint64_t>(at), all_bytes);
    return spread_bytes<T, 0>(same_in_all<std::uint32_t>(at), all_bytes);
}

// The mask of a vector, by its conditions from `at` on.
template <typename T>
[[gnu::always_inline]] inline shared_mask mask_of_vector(const std::byte *at) {
    const bytes_32 spread = conditions_of_vector<T>(at);
#if defined(__AVX512BW__)
    return _mm256_cmpeq_epi8_mask(reinterpret_cast<__m256i>(spread), __m256i {});
#else
    return reinterpret_cast<bytes_32>(spread == 0);
#endif
}

[[gnu::always_inline]] inline bytes_32 choose_vector(
        const shared_mask &mask, const bytes_32 &if_true, const bytes_32 &if_false) {
    const auto taken = reinterpret_cast<__m256i>(if_true);
    const auto other = reinterpret_cast<__m256i>(if_false);
#if defined(__AVX512BW__)
    return reinterpret_cast<bytes_32>(_mm256_mask_blend_epi8(mask, taken, other));
#else
    return reinterpret_cast<bytes_32>(
            _mm256_blendv_epi8(taken, other, reinterpret_cast<__m256i>(mask)));
#endif
}

// Of the second half of one vector and the first half of another.
[[gnu::always_inline]] inline shared_mask mask_of_meeting(
        const shared_mask &end, const shared_mask &begin) {
#if defined(__AVX512BW__)
    return end >> 16 | begin << 16;
#else
    return reinterpret_cast<bytes_32>(_mm256_permute2x128_si256(
            reinterpret_cast<__m256i>(end), reinterpret_cast<__m256i>(begin), 0x21));
#endif
}

template <typename T>
using row_masks = std::array<shared_mask, shared_vectors<T>>;

// Those of the first vectors from `conditions` on.
template <typename T, std::size_t... v>
[[gnu::always_inline]] inline row_masks<T> masks_of_row(
        const std::byte *conditions, std::index_sequence<v...>) {
    return {mask_of_vector<T>(conditions + v * shuffled_elems<T>)...};
}

// The first vectors of a row. What is computed is stored at the end, as by generated kernels.
template <typename T, typename Constants, std::size_t... v>
[[gnu::always_inline]] inline void select_by_masks(
        const row_at &row, const row_masks<T> &masks, std::index_sequence<v...>) {
    const auto source = [](const std::byte *from, bool is_constant, std::size_t at) {
        return is_constant ? same_in_all<T>(from) : load_whole<bytes_32>(from + at * vector_bytes);
    };
    const bytes_32 results[] {choose_vector(masks[v], source(row.src0, Constants::src0, v),
            source(row.src1, Constants::src1, v))...};
    (store(row.dst + v * vector_bytes, results[v]), ...);
}

// Whether rows follow each other without a gap and dst begins in the middle of a vector: the end of
// a row and the beginning of the next are one vector then, and no store crosses a cache line.
template <typename T, typename Constants>
bool may_join(const kernel_args *args) {
    const kernel_loops &loops = *args->loops;
    const std::int64_t stride = loops.row_strides[dst], row_bytes = block_elems<T> * width<T>;
    const auto behind = reinterpret_cast<std::uintptr_t>(args->data[dst]) % vector_bytes;
    return behind == vector_bytes / 2 && loops.plane_steps[dst] % vector_bytes == 0
           && (stride == row_bytes || stride == -row_bytes)
           && loops.row_strides[src0] == (Constants::src0 ? 0 : stride)
           && loops.row_strides[src1] == (Constants::src1 ? 0 : stride);
}

// A plane of such rows, of which `low` has the lowest address.
template <typename T, typename Constants>
inline void select_plane_joined(const row_at &low, std::int64_t rows, bool backwards) {
    constexpr std::make_index_sequence<shared_vectors<T>> all {};
    constexpr std::make_index_sequence<shared_vectors<T> - 1> all_but_last {};
    constexpr std::index_sequence<0> one {};
    constexpr std::int64_t cols = block_elems<T>, lanes = shuffled_elems<T>, half = lanes / 2;
    const shared_mask first = mask_of_vector<T>(low.cond);
    const shared_mask last = mask_of_vector<T>(low.cond + cols - lanes);
    row_masks<T> masks = masks_of_row<T>(low.cond + half, all_but_last);
    masks.back() = mask_of_meeting(last, first);
    const auto behind = [&](std::int64_t n) { return moved_elements<T, Constants>(low, n); };
    // The two ends are vectors that overlap others.
    select_by_masks<T, Constants>(low, {first}, one);
    select_by_masks<T, Constants>(behind(rows * cols - lanes), {last}, one);
    select_by_masks<T, Constants>(behind((rows - 1) * cols + half), masks, all_but_last);
    for (std::int64_t i = 0; i < rows - 1; ++i) {
        const std::int64_t r = backwards ? rows - 2 - i : i;
        select_by_masks<T, Constants>(behind(r * cols + half), masks, all);
    }
}

template <typename T, typename Constants>
[[gnu::always_inline]] inline void select_plane_sharing(row_at row, const kernel_loops &loops) {
    constexpr std::make_index_sequence<shared_vectors<T>> all {};
    const row_masks<T> masks = masks_of_row<T>(row.cond, all);
    for (std::int64_t r = 0; r < loops.rows; ++r) {
        select_by_masks<T, Constants>(row, masks, all);
        move(row, loops.row_strides);
    }
}

template <typename T, typename Constants>
void select_rows_sharing(const kernel_args *args) {
    const kernel_loops loops = *args->loops; // stores might change them
    per_operand<std::int64_t> to_next = loops.plane_steps;
    for (const operand which : all_operands)
        to_next[which] += loops.rows * loops.row_strides[which];
    const bool joins = may_join<T, Constants>(args), backwards = loops.row_strides[dst] < 0;
    const std::int64_t to_low = backwards ? (1 - loops.rows) * block_elems<T> : 0;
    row_at row {args->data[dst], args->data[cond], args->data[src0], args->data[src1]};
    for (std::int64_t p = 0; p < loops.planes; ++p, move(row, to_next)) {
        if (joins)
            select_plane_joined<T, Constants>(
                    moved_elements<T, Constants>(row, to_low), loops.rows, backwards);
        else
            select_plane_sharing<T, Constants>(row, loops);
    }
}

} // namespace
} // namespace libselect
#endif

#endif
