// SPDX-License-Identifier: Apache-2.0
// Rows in which conditions come in runs: where a part of a row has equal ones, only the source that
// it takes is read. Internal linkage, see portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_SKIPPING_HPP
#define LIBSELECT_KERNEL_PORTABLE_SKIPPING_HPP

#include "kernel/portable_blocks.hpp"
#include "kernel/portable_relations.hpp"
#include "kernel/portable_segments.hpp"

namespace libselect {
namespace {

// Elements of a part. x of the limit without skipping, with parts of 512 bytes, and with this
// (portable, ordinary stores, one source constant, one thread, AMD EPYC, family 25 model 17,
// 2026-11-27, medians of 3 interleaved runs of a workloads file outside the tree):
//                                     | aligned          | malloc
//     f32, 32 x 16 x 4096, prefixes   | 1.42  1.48  1.10 | 1.98  1.78  1.38
//     f32, 1 M, runs of 64            | 1.10  1.11  1.06 | 1.28  1.31  1.22
//     f32, 1 M, runs of 300           | 1.11  1.19  1.10 | 1.30  1.32  1.23
//     f32, 1 M, at random             | 1.04  1.03  1.02 | 1.22  1.29  1.25
//     f64, 512 K, runs of 300         | 1.11  1.23  1.12 | 1.33  1.38  1.30
// With 256 bytes the runs take 1.6 to 1.8: their ends are not predicted.
constexpr std::int64_t part_elems = 512;

// Elements of one byte are computed in the time that the look at their conditions takes, and with
// two constants there is nothing to read.
template <typename T, typename Constants>
constexpr bool may_skip = width<T> > 1 && !(Constants::src0 && Constants::src1);

// What a part has some of.
struct found_conditions {
    bool some_true, some_false;
};

[[gnu::always_inline]] inline found_conditions conditions_of_part(const std::byte *conditions) {
    vector_bits trues {}, falses {};
    for (std::int64_t i = 0; i < part_elems; i += number_vector_bytes) {
        const auto some = load<vector_bits>(conditions + i);
        trues |= some;
        falses |= reinterpret_cast<vector_bits>(some == 0);
    }
    return {has_any_bit(trues), has_any_bit(falses)};
}

// A part that takes one source.
template <typename T, bool is_constant, bool streams>
[[gnu::always_inline]] inline void take_part(std::byte *to, const std::byte *from) {
    alignas(line_bytes) std::byte filled[line_bytes];
    if constexpr (is_constant) fill_row<T>(filled, from, line_bytes / width<T>);
    for (std::int64_t i = 0; i < part_elems * width<T>; i += line_bytes)
        store_line<streams>(to + i, is_constant ? filled : from + i);
}

// A part, if all of it takes one source; returns whether it does.
template <typename T, typename Constants, bool streams>
[[gnu::always_inline]] inline bool take_equal_part(const row_at &row) {
    const found_conditions found = conditions_of_part(row.cond);
    if (found.some_true && found.some_false) return false;
    if (found.some_true)
        take_part<T, Constants::src0, streams>(row.dst, row.src0);
    else
        take_part<T, Constants::src1, streams>(row.dst, row.src1);
    return true;
}

template <typename T, typename Constants>
[[gnu::always_inline]] inline void select_part(const row_at &row) {
    if (!take_equal_part<T, Constants, false>(row)) select_row<T, Constants>(row, part_elems);
}

// What parts leave over is the end of a part that overlaps the one before, or few elements.
template <typename T, typename Constants>
inline void select_row_skipping(const row_at &row, std::int64_t n) {
    std::int64_t done = select_head<T, Constants>(row, n);
    for (; done < n; done += part_elems) {
        if (done + part_elems > n) {
            const bool is_few = n < part_elems || n - done <= part_elems / 2;
            if (is_few) return select_row<T, Constants>(moved<T, Constants>(row, done), n - done);
            done = n - part_elems;
        }
        select_part<T, Constants>(moved<T, Constants>(row, done));
    }
}

} // namespace
} // namespace libselect

#endif
