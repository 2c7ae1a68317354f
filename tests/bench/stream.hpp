// SPDX-License-Identifier: Apache-2.0
// Loops that move bytes and decide nothing: what the yardsticks are made of.
//
// Everything counts in lines of 64 bytes. Buffers begin at a line and may be touched to the end of
// their last one. Two builds of one text, for AVX-512 and AVX2, hence no inline function here.
#ifndef LIBSELECT_TESTS_BENCH_STREAM_HPP
#define LIBSELECT_TESTS_BENCH_STREAM_HPP

#include <stddef.h>
#include <stdint.h>

namespace bench {

constexpr int64_t line_bytes = 64;

// Writes n_lines of dst. Reads, beside each of them, the line of the full operands there are, and a
// line of cond per `cond_ratio` lines of dst. What is written is the OR of what was read of the
// full operands: one instruction of the cheapest kind per line, and no mask.
using stream_fn = void (*)(
        char *dst, const char *full0, const char *full1, const char *cond, int64_t n_lines);

// Reads n_lines.
using touch_fn = void (*)(const char *data, int64_t n_lines);

// Lines of dst with one treatment: which full operands are read, and whether dst is stored.
struct segment {
    int64_t first_line;
    int32_t n_lines;
    uint8_t reads0, reads1;
    uint8_t stores;
    uint8_t whole; // every byte of these lines is written, so non-temporal stores may be used
};

// Runs the segments [begin, end).
using segments_fn = void (*)(
        char *dst, const char *full0, const char *full1, const segment *begin, const segment *end);

struct stream_loops {
    const char *isa;
    // n_full is 0, 1 or 2. cond_ratio is 1, 2, 4, 8, 16, or 0 when cond is not read line by line.
    stream_fn (*stream)(int n_full, int cond_ratio, bool non_temporal);
    touch_fn touch;
    segments_fn (*segments)(bool non_temporal);
    void (*fence)(); // after the last non-temporal store
};

// NULL when this CPU or the compiler lacks the instructions.
const stream_loops *stream_loops_avx512();
const stream_loops *stream_loops_avx2();

} // namespace bench

#endif
