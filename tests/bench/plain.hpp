// SPDX-License-Identifier: Apache-2.0
// `plain`: the loop that an engineer writes by hand. libselect must never lose to it.
//
// Loops are collapsed, the inner one is specialised for dense and scalar operands, and the compiler
// vectorises it as far as it can. The loops are compiled three times: with -O3 -march=native, for
// AVX2, and with -O2 without vectorisation. All three include this header, so it has no inline
// function: the linker could keep the AVX-512 copy of it for all.
#ifndef LIBSELECT_TESTS_BENCH_PLAIN_HPP
#define LIBSELECT_TESTS_BENCH_PLAIN_HPP

#include <stddef.h>
#include <stdint.h>

namespace bench {

// The loops of a case, outermost first, with rank >= 1. Operands are in the order cond, src0, src1,
// dst. Strides count elements and are 0 where an operand is broadcast. No two neighbouring loops
// could be merged into one.
struct plain_nest {
    static constexpr int max_rank = 16;
    int rank;
    int64_t extents[max_rank];
    int64_t strides[4][max_rank];
    void *data[4];
};

// A part of a nest. Columns are the steps of the innermost loop, rows those of all other loops.
// Ends are exclusive.
struct plain_range {
    int64_t row_begin;
    int64_t row_end;
    int64_t col_begin;
    int64_t col_end;
};

using plain_fn = void (*)(const plain_nest &nest, const plain_range &range);

// Each returns the loop that fits the inner strides of the nest and the width of an element.
plain_fn plain_native(const plain_nest &nest, size_t elem_bytes);
plain_fn plain_avx2(const plain_nest &nest, size_t elem_bytes);
plain_fn plain_scalar(const plain_nest &nest, size_t elem_bytes);

// dst[i] = cond[i] ? src0[i] : src1[i] for dense f32, as a user's own code would have it, compiled
// with -O3 -march=native. It measures fixed costs.
void plain_inlined_f32(const uint8_t *cond, const float *src0, const float *src1, float *dst,
        int64_t n, int64_t n_calls);

} // namespace bench

#endif
