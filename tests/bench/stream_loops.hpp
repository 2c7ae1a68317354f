// SPDX-License-Identifier: Apache-2.0
// The text of the streams. The file that includes it defines, in an unnamed namespace, `line` with
// filler, load, store, store_nt and combine of 64 bytes, and `keep`, which makes a load happen.
#ifndef LIBSELECT_TESTS_BENCH_STREAM_LOOPS_HPP
#define LIBSELECT_TESTS_BENCH_STREAM_LOOPS_HPP

#include "stream.hpp"

namespace bench {
namespace {

template <bool non_temporal>
inline __attribute__((always_inline)) void put(char *dst, line value) {
    if (non_temporal)
        store_nt(dst, value);
    else
        store(dst, value);
}

template <int n_full, bool non_temporal>
inline __attribute__((always_inline)) void move_line(
        char *dst, const char *full0, const char *full1, int64_t offset) {
    line value = filler();
    if (n_full >= 1) value = load(full0 + offset);
    if (n_full == 2) value = combine(value, full1 + offset);
    put<non_temporal>(dst + offset, value);
}

inline __attribute__((always_inline)) void touch_line(const char *data) {
    keep(load(data));
}

inline void touch(const char *data, int64_t n_lines) {
    int64_t i = 0;
    for (; i + 8 <= n_lines; i += 8)
#pragma GCC unroll 8
        for (int64_t j = 0; j < 8; ++j)
            touch_line(data + (i + j) * line_bytes);
    for (; i < n_lines; ++i)
        touch_line(data + i * line_bytes);
}

// A group of lines per turn: whole lines of cond, and at least four lines of dst to hide the loop.
template <int n_full, int cond_ratio, bool non_temporal>
void stream(char *dst, const char *full0, const char *full1, const char *cond, int64_t n_lines) {
    constexpr int64_t group = cond_ratio == 0 ? 4 : (cond_ratio + 3) / 4 * 4;
    constexpr int64_t cond_lines = cond_ratio == 0 ? 0 : group / cond_ratio;
    for (; n_lines >= group; n_lines -= group) {
#pragma GCC unroll 4
        for (int64_t j = 0; j < cond_lines; ++j)
            touch_line(cond + j * line_bytes);
#pragma GCC unroll 16
        for (int64_t j = 0; j < group; ++j)
            move_line<n_full, non_temporal>(dst, full0, full1, j * line_bytes);
        dst += group * line_bytes;
        full0 += group * line_bytes;
        full1 += group * line_bytes;
        cond += cond_lines * line_bytes;
    }
    if (n_lines == 0) return;
    touch(cond, (n_lines * cond_lines + group - 1) / group);
    for (int64_t i = 0; i < n_lines; ++i)
        move_line<n_full, non_temporal>(dst, full0, full1, i * line_bytes);
}

template <int n_full, bool non_temporal>
void move_lines(char *dst, const char *full0, const char *full1, const segment &one) {
    int64_t i = one.first_line;
    const int64_t end = i + one.n_lines;
    for (; i + 4 <= end; i += 4)
#pragma GCC unroll 4
        for (int64_t j = 0; j < 4; ++j)
            move_line<n_full, non_temporal>(dst, full0, full1, (i + j) * line_bytes);
    for (; i < end; ++i)
        move_line<n_full, non_temporal>(dst, full0, full1, i * line_bytes);
}

template <bool non_temporal>
inline __attribute__((always_inline)) void move_segment(
        char *dst, const char *full0, const char *full1, const segment &one) {
    if (one.reads0 && one.reads1)
        move_lines<2, non_temporal>(dst, full0, full1, one);
    else if (one.reads0 || one.reads1)
        move_lines<1, non_temporal>(dst, one.reads0 ? full0 : full1, full1, one);
    else
        move_lines<0, non_temporal>(dst, full0, full1, one);
}

inline __attribute__((always_inline)) void fetch_to_write(char *data) {
    asm volatile("prefetchw %0" : : "m"(*data));
}

template <line_stores stores>
void segments(
        char *dst, const char *full0, const char *full1, const segment *begin, const segment *end) {
    constexpr bool non_temporal = stores != line_stores::ordinary;
    for (const segment *one = begin; one != end; ++one) {
        if (stores == line_stores::whole_non_temporal_ahead && !one[segments_ahead].whole)
            fetch_to_write(dst + one[segments_ahead].first_line * line_bytes);
        if (!one->stores) {
            if (one->reads0) touch(full0 + one->first_line * line_bytes, one->n_lines);
            if (one->reads1) touch(full1 + one->first_line * line_bytes, one->n_lines);
        } else if (non_temporal && (one->whole || stores == line_stores::all_non_temporal)) {
            move_segment<true>(dst, full0, full1, *one);
        } else {
            move_segment<false>(dst, full0, full1, *one);
        }
    }
}

template <int n_full, bool non_temporal>
stream_fn pick_cond(int cond_ratio) {
    switch (cond_ratio) {
    case 1:
        return stream<n_full, 1, non_temporal>;
    case 2:
        return stream<n_full, 2, non_temporal>;
    case 4:
        return stream<n_full, 4, non_temporal>;
    case 8:
        return stream<n_full, 8, non_temporal>;
    case 16:
        return stream<n_full, 16, non_temporal>;
    default:
        return stream<n_full, 0, non_temporal>;
    }
}

template <bool non_temporal>
stream_fn pick_full(int n_full, int cond_ratio) {
    if (n_full == 0) return pick_cond<0, non_temporal>(cond_ratio);
    return n_full == 1 ? pick_cond<1, non_temporal>(cond_ratio)
                       : pick_cond<2, non_temporal>(cond_ratio);
}

inline stream_fn pick_stream(int n_full, int cond_ratio, bool non_temporal) {
    return non_temporal ? pick_full<true>(n_full, cond_ratio)
                        : pick_full<false>(n_full, cond_ratio);
}

inline segments_fn pick_segments(line_stores stores) {
    switch (stores) {
    case line_stores::whole_non_temporal:
        return segments<line_stores::whole_non_temporal>;
    case line_stores::whole_non_temporal_ahead:
        return segments<line_stores::whole_non_temporal_ahead>;
    case line_stores::all_non_temporal:
        return segments<line_stores::all_non_temporal>;
    default:
        return segments<line_stores::ordinary>;
    }
}

} // namespace
} // namespace bench

#endif
