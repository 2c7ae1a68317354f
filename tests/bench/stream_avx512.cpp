// SPDX-License-Identifier: Apache-2.0
// The streams with 64-byte vectors.
#include <immintrin.h>

namespace bench {
namespace {

// Not zero: some CPUs store lines of zeros past the caches at more than twice the rate of others
// (Zen 4: 68 against 28 GB/s).
constexpr int filler_bits = 0x3f80ffff;

#define INLINE inline __attribute__((always_inline))
using line = __m512i;
INLINE line filler() {
    return _mm512_set1_epi32(filler_bits);
}
INLINE line load(const char *from) {
    return _mm512_load_si512(from);
}
INLINE line combine(line a, const char *from) {
    return _mm512_or_si512(a, load(from));
}
INLINE void store(char *to, line value) {
    _mm512_store_si512(to, value);
}
INLINE void store_nt(char *to, line value) {
    _mm512_stream_si512(reinterpret_cast<__m512i *>(to), value);
}
INLINE void keep(line value) {
    asm volatile("" : : "v"(value));
}
void fence() {
    _mm_sfence();
}

} // namespace
} // namespace bench

#include "stream_loops.hpp"

namespace bench {

const stream_loops *stream_loops_avx512() {
    static constexpr stream_loops loops {"avx512", pick_stream, touch, pick_segments, fence};
    return __builtin_cpu_supports("avx512f") ? &loops : nullptr;
}

} // namespace bench
