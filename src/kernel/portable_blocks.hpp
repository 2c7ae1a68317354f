// SPDX-License-Identifier: Apache-2.0
// Loops over one row: select, copy, fill. Each source file portable_<isa>.cpp compiles them for its
// ISA, so everything here has internal linkage: the linker can never take a function of one ISA for
// another.
//
// A loop over a fixed number of elements, a block, is what compilers vectorise without a remainder.
// A row is whole blocks, and its last block may overlap the one before: an element that is computed
// twice gets the same bits, in place too. GCC 12 at -O3 compares 32 conditions at once, widens the
// masks to the elements and blends: tests/unit/portable_code.sh looks for that.
#ifndef LIBSELECT_KERNEL_PORTABLE_BLOCKS_HPP
#define LIBSELECT_KERNEL_PORTABLE_BLOCKS_HPP

#include "kernel/kernel.hpp"
#include "kernel/portable_masked.hpp"
#include "kernel/portable_shuffled.hpp"

// The loop that follows may be run in any order: an element of a source is at most the element of
// dst in its place. Clang would write a short loop out before it looks for vectors.
#if defined(__clang__)
#define LIBSELECT_INDEPENDENT _Pragma("clang loop vectorize(assume_safety) unroll(disable)")
#else
#define LIBSELECT_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace libselect {
namespace {

// The row n elements on; its conditions stay, as they must where there is no byte of them.
template <typename T, typename Constants>
inline row_at moved_elements(const row_at &row, std::int64_t n) {
    return {row.dst + n * width<T>, row.cond, Constants::src0 ? row.src0 : row.src0 + n * width<T>,
            Constants::src1 ? row.src1 : row.src1 + n * width<T>};
}

template <typename T, typename Constants>
inline row_at moved(const row_at &row, std::int64_t n) {
    row_at there = moved_elements<T, Constants>(row, n);
    there.cond += n;
    return there;
}

inline void move(row_at &row, const per_operand<std::int64_t> &by_bytes) {
    row = {row.dst + by_bytes[dst], row.cond + by_bytes[cond], row.src0 + by_bytes[src0],
            row.src1 + by_bytes[src1]};
}

// Written as a choice, GCC 12 makes blends of it, but branches of 8 bytes on SSE2, and on AVX-512
// loads under a mask, as load_whole has not; clang 14 selects the address of each element.
#if defined(__clang__) || defined(__AVX512BW__)
template <typename T>
constexpr bool is_combined = true;
#else
template <typename T>
constexpr bool is_combined = sizeof(T) == 8;
#endif

template <typename T>
[[gnu::always_inline]] inline T choose(bool taken, T if_true, T if_false) {
    if constexpr (!is_combined<T>) return taken ? if_true : if_false;
    const T mask = static_cast<T>(T {0} - static_cast<T>(taken));
    return static_cast<T>(if_false ^ ((if_true ^ if_false) & mask));
}

// n elements of a row to `to`, which is the row's dst or a buffer.
template <typename T, typename Constants>
[[gnu::always_inline]] inline void select_elems(std::byte *to, const row_at &row, std::int64_t n) {
    if constexpr (sizeof(T) == 16) {
        for (std::int64_t i = 0; i < n; ++i) {
            const bytes_16 taken = bytes_16 {} + load<std::uint8_t>(row.cond + i);
            const auto if_true = load_whole<bytes_16>(row.src0 + (Constants::src0 ? 0 : i * 16));
            const auto if_false = load_whole<bytes_16>(row.src1 + (Constants::src1 ? 0 : i * 16));
            store(to + i * 16, taken == 0 ? if_false : if_true);
        }
    } else {
        T all_true {}, all_false {};
        if constexpr (Constants::src0) all_true = load<T>(row.src0);
        if constexpr (Constants::src1) all_false = load<T>(row.src1);
        LIBSELECT_INDEPENDENT
        for (std::int64_t i = 0; i < n; ++i) {
            const T if_true = Constants::src0 ? all_true : load<T>(row.src0 + i * width<T>);
            const T if_false = Constants::src1 ? all_false : load<T>(row.src1 + i * width<T>);
            store(to + i * width<T>, choose(row.cond[i] != std::byte {0}, if_true, if_false));
        }
    }
}

// n elements of a row to `to`, whole lines.
template <typename T, typename Constants, std::int64_t n = block_elems<T>>
[[gnu::always_inline]] inline void select_block(std::byte *to, const row_at &row) {
#if defined(__AVX512BW__)
    if constexpr (is_masked<T>) return select_masked<T, Constants, n>(to, row);
#endif
#if defined(__AVX2__)
    if constexpr (is_shuffled<T>) return select_shuffled<T, Constants, n>(to, row);
#endif
    select_elems<T, Constants>(to, row, n);
}

// Rows of fewer elements than a block, and what blocks leave over.
template <typename T, typename Constants>
[[gnu::noinline]] void select_few(std::byte *dst, const std::byte *cond, const std::byte *src0,
        const std::byte *src1, std::int64_t n) {
    select_elems<T, Constants>(dst, {dst, cond, src0, src1}, n);
}

template <typename T, typename Constants>
[[gnu::always_inline]] inline void select_rest(
        const row_at &row, std::int64_t done, std::int64_t n) {
    if (done == n) return;
    const row_at rest = moved<T, Constants>(row, done);
    select_few<T, Constants>(rest.dst, rest.cond, rest.src0, rest.src1, n - done);
}

// Elements of the smallest block of a row. Masks need no more than a vector.
template <typename T>
#if defined(__AVX512BW__)
constexpr std::int64_t row_unit = is_masked<T> ? line_elems<T> : block_elems<T>;
#else
constexpr std::int64_t row_unit = block_elems<T>;
#endif

// Blocks of `size` elements from number `done` on, as long as the row's n have them.
template <typename T, typename Constants, std::int64_t size>
[[gnu::always_inline]] inline void select_blocks_of(
        const row_at &row, std::int64_t &done, std::int64_t n) {
    for (; n - done >= size; done += size) {
        const row_at here = moved<T, Constants>(row, done);
        select_block<T, Constants, size>(here.dst, here);
    }
}

// n elements of a row, whole blocks.
template <typename T, typename Constants>
[[gnu::always_inline]] inline void select_blocks(const row_at &row, std::int64_t n) {
    std::int64_t done = 0;
#if defined(__AVX512BW__)
    if constexpr (is_masked<T>) {
        select_blocks_of<T, Constants, group_elems<T>>(row, done, n);
        select_blocks_of<T, Constants, 2 * row_unit<T>>(row, done, n);
    }
#endif
    select_blocks_of<T, Constants, row_unit<T>>(row, done, n);
}

template <typename T, typename Constants>
[[gnu::always_inline]] inline void select_row(const row_at &row, std::int64_t n) {
    constexpr std::int64_t block = row_unit<T>;
    if (n < block) return select_rest<T, Constants>(row, 0, n);
    const std::int64_t done = n / block * block;
    select_blocks<T, Constants>(row, done);
    if (done == n) return;
    const row_at last = moved<T, Constants>(row, n - block);
    select_block<T, Constants, block>(last.dst, last);
}

// Elements before the first cache line of dst.
template <typename T>
inline std::int64_t elems_to_line(const std::byte *to, std::int64_t n) {
    const std::int64_t n_bytes =
            static_cast<std::int64_t>(-reinterpret_cast<std::uintptr_t>(to) % line_bytes);
    return n_bytes / width<T> < n ? n_bytes / width<T> : n;
}

// Bytes of a store, at most.
#if defined(__AVX512BW__)
template <typename T>
constexpr std::int64_t store_bytes = is_masked<T> ? 64 : 16;
#elif defined(__AVX__)
template <typename T>
constexpr std::int64_t store_bytes = sizeof(T) == 16 ? 16 : vector_bytes;
#else
template <typename T>
constexpr std::int64_t store_bytes = 16;
#endif

// The elements of a long row before the first cache line of dst, where its stores would go across
// lines. They are stored, and what else their block has. A store across two lines takes a cycle
// more; a row of fewer blocks loses more at its ends, where blocks overlap. Dense rows, operands 16
// bytes within a line (baseline: 4 bytes), ns without > with a head (a program outside the tree,
// medians of 3, AMD EPYC, family 25 model 17, 2026-11-27):
//     elements                 | 512          | 1,024        | 4,096        | 16,384
//     u8, AVX-512              |  32.1 > 29.0 |  43.2 > 36.1 |   115 > 84.4 |   621 > 586
//     bf16, AVX-512            |  34.6 > 35.1 |  53.5 > 50.3 |   183 > 155  | 1,091 > 1,019
//     f32, AVX-512             |  49.9 > 50.9 |  94.4 > 82.3 |   534 > 485  | 2,001 > 1,876
//     f64, AVX-512             |  93.6 > 82.9 |   180 > 147  |   958 > 907  | 3,792 > 3,546
//     f32, baseline            |              |              |              | 2,417 > 2,164
// A head where stores cross no lines: f32, baseline, 16,384 elements 2,152 > 2,171. Under masks a
// head is one vector. Whole calls, one row; 64 rows of a constant source, ns without > with a head,
// operands 16, 304, 336 and 368 bytes into a page (Intel Xeon, family 6 model 106, 2026-11-29, a
// program outside the tree):
//     lines   | 12                   | 16                   | 24                   | 32
//     2 bytes |                      | 51 > 56, 2946 > 2537 | 66 > 64, 4164 > 3362 |
//     4 bytes | 42 > 47, 1896 > 1844 | 46 > 48, 2489 > 2069 | 69 > 69, 3964 > 3202 | 87 > 85, 4825
//     > 3690 8 bytes | 40 > 54, 1880 > 2051 | 59 > 64, 2564 > 2122 | 69 > 66, 3843 > 3081 | 82 >
//     73, 5147 > 3568
template <typename T>
#if defined(__AVX512BW__)
constexpr std::int64_t least_with_head = is_masked<T> ? 16 * line_elems<T> : 32 * block_elems<T>;
#else
constexpr std::int64_t least_with_head = 32 * block_elems<T>;
#endif

template <typename T, typename Constants>
[[gnu::always_inline]] inline std::int64_t select_head(const row_at &row, std::int64_t n) {
    if (n < least_with_head<T>) return 0;
    if (reinterpret_cast<std::uintptr_t>(row.dst) % store_bytes<T> == 0) return 0;
    const std::int64_t head = elems_to_line<T>(row.dst, n);
    if (head != 0) select_block<T, Constants, row_unit<T>>(row.dst, row);
    return head;
}

template <typename T, typename Constants>
[[gnu::always_inline]] inline void select_row_from_line(const row_at &row, std::int64_t n) {
    const std::int64_t head = select_head<T, Constants>(row, n);
    select_row<T, Constants>(moved<T, Constants>(row, head), n - head);
}

// C++ has no store past the caches. This is the only function that asks for one by name; on other
// CPUs it is an ordinary store.
inline void stream(std::byte *to, const std::byte *from, std::int64_t n_bytes) {
#if defined(__AVX__)
    for (std::int64_t i = 0; i < n_bytes; i += line_bytes) {
        const auto low = load<__m256i>(from + i), high = load<__m256i>(from + i + 32);
        _mm256_stream_si256(reinterpret_cast<__m256i *>(to + i), low);
        _mm256_stream_si256(reinterpret_cast<__m256i *>(to + i + 32), high);
    }
#elif defined(__SSE2__)
    for (std::int64_t i = 0; i < n_bytes; i += 16)
        _mm_stream_si128(reinterpret_cast<__m128i *>(to + i), load<__m128i>(from + i));
#else
    std::memcpy(to, from, static_cast<std::size_t>(n_bytes));
#endif
}

// GCC 12 leaves it out where elements have 16 bytes.
inline void clear_upper_halves() {
#if defined(__AVX__)
    _mm256_zeroupper();
#endif
}

// What is prefetched lies in the row, which is `left` bytes.
template <prefetched ahead>
[[gnu::always_inline]] inline void prefetch_block(
        const row_at &row, std::int64_t left, std::int64_t n_bytes) {
    if (ahead == prefetched::none || left < prefetched_ahead + n_bytes) return;
    const std::byte *from = (ahead == prefetched::src0 ? row.src0 : row.src1) + prefetched_ahead;
    for (std::int64_t i = 0; i < n_bytes; i += line_bytes)
        __builtin_prefetch(from + i);
}

template <typename T, typename Constants, prefetched ahead>
[[gnu::always_inline]] inline void select_row_streaming(const row_at &row, std::int64_t n) {
    constexpr std::int64_t block = block_elems<T>;
    alignas(line_bytes) std::byte lines[block * width<T>];
    std::int64_t done = elems_to_line<T>(row.dst, n);
    select_rest<T, Constants>(row, 0, done);
    for (; done + block <= n; done += block) {
        const row_at here = moved<T, Constants>(row, done);
        prefetch_block<ahead>(here, (n - done) * width<T>, sizeof lines);
        select_block<T, Constants>(lines, here);
        stream(here.dst, lines, block * width<T>);
    }
    select_rest<T, Constants>(row, done, n);
}

template <typename T>
void fill_row(std::byte *to, const std::byte *from, std::int64_t n) {
    const T value = load<T>(from);
    for (std::int64_t i = 0; i < n; ++i)
        store(to + i * width<T>, value);
}

template <typename T>
void fill_row_streaming(std::byte *to, const std::byte *from, std::int64_t n) {
    alignas(line_bytes) std::byte line[line_bytes];
    fill_row<T>(line, from, line_bytes / width<T>);
    std::int64_t done = elems_to_line<T>(to, n);
    fill_row<T>(to, from, done);
    for (; done + line_bytes / width<T> <= n; done += line_bytes / width<T>)
        stream(to + done * width<T>, line, line_bytes);
    fill_row<T>(to + done * width<T>, from, n - done);
}

inline void copy_row(std::byte *to, const std::byte *from, std::int64_t n_bytes) {
    if (to != from) std::memcpy(to, from, static_cast<std::size_t>(n_bytes));
}

// Streams unless the row lies there already.
inline void copy_row_streaming(std::byte *to, const std::byte *from, std::int64_t n_bytes) {
    if (to == from) return;
    const std::int64_t head = elems_to_line<std::uint8_t>(to, n_bytes);
    const std::int64_t whole = (n_bytes - head) / line_bytes * line_bytes;
    copy_row(to, from, head);
    stream(to + head, from + head, whole);
    copy_row(to + head + whole, from + head + whole, n_bytes - head - whole);
}

} // namespace
} // namespace libselect

#endif
