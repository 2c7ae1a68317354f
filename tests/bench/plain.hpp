// SPDX-License-Identifier: Apache-2.0
// `plain`: the loop an engineer writes by hand, the peer that libselect must never lose to.
//
// Loops are collapsed and the inner one is specialised for dense and scalar operands; the compiler
// vectorises it as far as it can. Three builds of one text: -O3 -march=native, AVX2, and -O2
// without vectorisation. This header is read by all three, so it holds no inline function: one
// compiled for AVX-512 could be the copy that the linker keeps for everybody.
#ifndef LIBSELECT_TESTS_BENCH_PLAIN_HPP
#define LIBSELECT_TESTS_BENCH_PLAIN_HPP

#include <stddef.h>
#include <stdint.h>

namespace bench {

// Operands in the order cond, src0, src1, dst. Loops outermost first, strides in elements, 0 for
// broadcast; neighbours that could be one loop are one. rank >= 1.
struct plain_nest {
    static constexpr int max_rank = 16;
    int rank;
    int64_t extents[max_rank];
    int64_t strides[4][max_rank];
    void *data[4];
};

// Rows count all loops but the innermost, columns count that one; ends are exclusive.
struct plain_range {
    int64_t row_begin;
    int64_t row_end;
    int64_t col_begin;
    int64_t col_end;
};

using plain_fn = void (*)(const plain_nest &nest, const plain_range &range);

// The loop for the inner strides of a nest and an element width.
plain_fn plain_native(const plain_nest &nest, size_t elem_bytes);
plain_fn plain_avx2(const plain_nest &nest, size_t elem_bytes);
plain_fn plain_scalar(const plain_nest &nest, size_t elem_bytes);

// dst[i] = cond[i] ? src0[i] : src1[i], dense f32, as it would stand in a user's own code: the
// yardstick of fixed costs. -O3 -march=native.
void plain_inlined_f32(const uint8_t *cond, const float *src0, const float *src1, float *dst,
        int64_t n, int64_t n_calls);

} // namespace bench

#endif
