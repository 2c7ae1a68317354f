// SPDX-License-Identifier: Apache-2.0
// The streams with two 32-byte vectors per line.
#include <immintrin.h>

namespace bench {
namespace {

// Not zero: some CPUs store lines of zeros past the caches at more than twice the rate of others
// (Zen 4: 68 against 28 GB/s).
constexpr int filler_bits = 0x3f80ffff;

#define INLINE inline __attribute__((always_inline))
struct line {
    __m256i low, high;
};
INLINE const __m256i *vector(const char *from) {
    return reinterpret_cast<const __m256i *>(from);
}
INLINE __m256i *vector(char *to) {
    return reinterpret_cast<__m256i *>(to);
}
INLINE line filler() {
    return {_mm256_set1_epi32(filler_bits), _mm256_set1_epi32(filler_bits)};
}
INLINE line load(const char *from) {
    return {_mm256_load_si256(vector(from)), _mm256_load_si256(vector(from + 32))};
}
INLINE line combine(line a, const char *from) {
    const line b = load(from);
    return {_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)};
}
INLINE void store(char *to, line value) {
    _mm256_store_si256(vector(to), value.low);
    _mm256_store_si256(vector(to + 32), value.high);
}
INLINE void store_nt(char *to, line value) {
    _mm256_stream_si256(vector(to), value.low);
    _mm256_stream_si256(vector(to + 32), value.high);
}
INLINE void keep(const line &value) {
    asm volatile("" : : "x"(value.low));
    asm volatile("" : : "x"(value.high));
}
void fence() {
    _mm_sfence();
}

} // namespace
} // namespace bench

#include "stream_loops.hpp"

namespace bench {

const stream_loops *stream_loops_avx2() {
    static constexpr stream_loops loops {"avx2", pick_stream, touch, pick_segments, fence};
    return __builtin_cpu_supports("avx2") ? &loops : nullptr;
}

} // namespace bench
