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

// One row. What is computed is stored at the end, as by generated kernels.
template <typename T, typename Constants, std::size_t... v>
[[gnu::always_inline]] inline void select_by_masks(const row_at &row,
        const std::array<shared_mask, sizeof...(v)> &masks, std::index_sequence<v...>) {
    const auto source = [](const std::byte *from, bool is_constant, std::size_t at) {
        return is_constant ? same_in_all<T>(from) : load_whole<bytes_32>(from + at * vector_bytes);
    };
    const bytes_32 results[] {choose_vector(masks[v], source(row.src0, Constants::src0, v),
            source(row.src1, Constants::src1, v))...};
    (store(row.dst + v * vector_bytes, results[v]), ...);
}

template <typename T, typename Constants, std::size_t... v>
[[gnu::always_inline]] inline void select_planes_sharing(
        const kernel_args *args, std::index_sequence<v...> all) {
    const kernel_loops loops = *args->loops; // stores might change them
    row_at row {args->data[dst], args->data[cond], args->data[src0], args->data[src1]};
    for (std::int64_t p = 0; p < loops.planes; ++p) {
        const std::array<shared_mask, sizeof...(v)> masks {
                mask_of_vector<T>(row.cond + v * shuffled_elems<T>)...};
        for (std::int64_t r = 0; r < loops.rows; ++r) {
            select_by_masks<T, Constants>(row, masks, all);
            move(row, loops.row_strides);
        }
        move(row, loops.plane_steps);
    }
}

template <typename T, typename Constants>
void select_rows_sharing(const kernel_args *args) {
    select_planes_sharing<T, Constants>(args, std::make_index_sequence<shared_vectors<T>> {});
}

} // namespace
} // namespace libselect
#endif

#endif
