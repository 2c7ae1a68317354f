// SPDX-License-Identifier: Apache-2.0
// Loops that move bytes and decide nothing. The yardsticks consist of them.
//
// All counts are in lines of 64 bytes. Buffers begin at a line and may be touched to the end of
// their last line. The loops are compiled twice, for AVX-512 and for AVX2, so this header has no
// inline function: the linker could keep the AVX-512 copy of it for both.
#ifndef LIBSELECT_TESTS_BENCH_STREAM_HPP
#define LIBSELECT_TESTS_BENCH_STREAM_HPP

#include <stddef.h>
#include <stdint.h>

namespace bench {

constexpr int64_t line_bytes = 64;

// Writes n_lines of dst. For each of them it reads the same line of the full operands, and for
// every `cond_ratio` lines one line of cond. It writes the OR of the full operands: the cheapest
// instruction there is, and no mask.
using stream_fn = void (*)(
        char *dst, const char *full0, const char *full1, const char *cond, int64_t n_lines);

// Reads n_lines of data.
using touch_fn = void (*)(const char *data, int64_t n_lines);

// Consecutive lines of dst that are treated alike: which full operands are read, and whether dst is
// stored.
struct segment {
    int64_t first_line;
    int32_t n_lines;
    uint8_t reads0, reads1;
    uint8_t stores;
    uint8_t whole; // every byte of these lines is written, so non-temporal stores may be used
};

// How segments are stored. Lines of which only a part is written are read first, since the rest of
// them stays, unless `all_non_temporal` writes them as if they were whole: that moves less than a
// Select can, but shows what scattered lines cost.
enum class line_stores {
    ordinary,
    whole_non_temporal,
    whole_non_temporal_ahead, // and the other lines are fetched `segments_ahead` before
    all_non_temporal
};

// Runs the segments [begin, end), behind which `segments_ahead` more may be looked at.
constexpr int64_t segments_ahead = 16;
using segments_fn = void (*)(
        char *dst, const char *full0, const char *full1, const segment *begin, const segment *end);

struct stream_loops {
    const char *isa;
    // n_full is 0, 1 or 2. cond_ratio is 1, 2, 4, 8, 16, or 0 when cond is not read line by line.
    stream_fn (*stream)(int n_full, int cond_ratio, bool non_temporal);
    touch_fn touch;
    segments_fn (*segments)(line_stores stores);
    void (*fence)(); // after the last non-temporal store
};

// NULL when this CPU or the compiler lacks the instructions.
const stream_loops *stream_loops_avx512();
const stream_loops *stream_loops_avx2();

} // namespace bench

#endif
