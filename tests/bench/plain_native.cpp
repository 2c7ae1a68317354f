// SPDX-License-Identifier: Apache-2.0
// `plain`, compiled with -O3 -march=native.
#include "plain_loops.hpp"

namespace bench {

plain_fn plain_native(const plain_nest &nest, size_t elem_bytes) {
    return pick(nest, elem_bytes);
}

void plain_inlined_f32(const uint8_t *cond, const float *src0, const float *src1, float *dst,
        int64_t n, int64_t n_calls) {
    for (int64_t call = 0; call < n_calls; ++call) {
        INDEPENDENT
        for (int64_t i = 0; i < n; ++i) {
            const float taken = src0[i], otherwise = src1[i];
            dst[i] = cond[i] != 0 ? taken : otherwise;
        }
        asm volatile("" : "+r"(n) : : "memory");
    }
}

} // namespace bench
