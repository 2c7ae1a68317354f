// SPDX-License-Identifier: Apache-2.0
// The text of `plain`, compiled once per set of compiler options; see plain.hpp.
#ifndef LIBSELECT_TESTS_BENCH_PLAIN_LOOPS_HPP
#define LIBSELECT_TESTS_BENCH_PLAIN_LOOPS_HPP

#include "plain.hpp"

namespace bench {
namespace {

// Says that the iterations of the loop that follows do not touch each other's elements.
#if defined(__clang__)
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

struct wide {
    uint64_t low, high;
};

// How an operand moves along the innermost loop.
enum role { scalar, dense, strided };

// Element i; a scalar is read once, before the loop.
template <role moves, typename T>
inline T element(const T *data, T first, int64_t i, int64_t stride) {
    return moves == scalar ? first : moves == dense ? data[i] : data[i * stride];
}

// One row. dst may be src0 or src1 itself, element by element, so the iterations are independent. A
// call per row: inlined into the loop over rows, the same text took twice the time on rows of 32
// f32 (g++ 12, -march=native on Zen 4).
template <typename T, role cond_role, role src0_role, role src1_role>
__attribute__((noinline)) void select_row(const uint8_t *cond, const T *src0, const T *src1, T *dst,
        int64_t n, const int64_t *strides) {
    const uint8_t cond_first = *cond;
    const T src0_first = *src0, src1_first = *src1;
    INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
        // Both are read, taken or not: that becomes a blend; the shorter ternary becomes masked
        // loads, which took 15 % longer on 1024 f32.
        const T taken = element<src0_role>(src0, src0_first, i, strides[1]);
        const T otherwise = element<src1_role>(src1, src1_first, i, strides[2]);
        dst[i] = element<cond_role>(cond, cond_first, i, strides[0]) != 0 ? taken : otherwise;
    }
}

// Offsets of a row in elements, and the index of each loop outside the innermost.
struct position {
    int64_t index[plain_nest::max_rank];
    int64_t offset[4];
};

inline position locate(const plain_nest &nest, int64_t row) {
    position here = {};
    for (int i = nest.rank - 2; i >= 0; --i) {
        here.index[i] = row % nest.extents[i];
        row /= nest.extents[i];
        for (int k = 0; k < 4; ++k)
            here.offset[k] += here.index[i] * nest.strides[k][i];
    }
    return here;
}

// To the next index of the loop outside the second innermost, which has come to its end.
inline void carry(const plain_nest &nest, position &here) {
    for (int i = nest.rank - 2; i >= 0; --i) {
        if (i < nest.rank - 2) {
            for (int k = 0; k < 4; ++k)
                here.offset[k] += nest.strides[k][i];
            if (++here.index[i] < nest.extents[i]) return;
        }
        for (int k = 0; k < 4; ++k)
            here.offset[k] -= here.index[i] * nest.strides[k][i];
        here.index[i] = 0;
    }
}

template <typename T, role cond_role, role src0_role, role src1_role>
void select_nest(const plain_nest &nest, const plain_range &range) {
    const int inner = nest.rank - 1;
    const int64_t strides[4] = {nest.strides[0][inner], nest.strides[1][inner],
            nest.strides[2][inner], nest.strides[3][inner]};
    const int64_t n = range.col_end - range.col_begin;
    const uint8_t *cond = (const uint8_t *)nest.data[0] + range.col_begin * strides[0];
    const T *src0 = (const T *)nest.data[1] + range.col_begin * strides[1];
    const T *src1 = (const T *)nest.data[2] + range.col_begin * strides[2];
    T *dst = (T *)nest.data[3] + range.col_begin;
    if (nest.rank == 1) {
        select_row<T, cond_role, src0_role, src1_role>(cond, src0, src1, dst, n, strides);
        return;
    }
    const int outer = nest.rank - 2;
    const int64_t c = nest.strides[0][outer], a = nest.strides[1][outer],
                  b = nest.strides[2][outer], d = nest.strides[3][outer];
    position here = locate(nest, range.row_begin);
    for (int64_t left = range.row_end - range.row_begin; left > 0;) {
        const int64_t end = nest.extents[outer] - here.index[outer];
        const int64_t n_rows = left < end ? left : end;
        const uint8_t *cond_row = cond + here.offset[0];
        const T *src0_row = src0 + here.offset[1], *src1_row = src1 + here.offset[2];
        T *dst_row = dst + here.offset[3];
        for (int64_t i = 0; i < n_rows; ++i)
            select_row<T, cond_role, src0_role, src1_role>(cond_row + i * c, src0_row + i * a,
                    src1_row + i * b, dst_row + i * d, n, strides);
        here.index[outer] += n_rows;
        for (int k = 0; k < 4; ++k)
            here.offset[k] += n_rows * nest.strides[k][outer];
        left -= n_rows;
        if (left > 0) carry(nest, here);
    }
}

template <typename T, role cond_role, role src0_role>
plain_fn pick_src1(int64_t b) {
    return b == 0 ? select_nest<T, cond_role, src0_role, scalar>
                  : select_nest<T, cond_role, src0_role, dense>;
}

template <typename T, role cond_role>
plain_fn pick_src0(int64_t a, int64_t b) {
    return a == 0 ? pick_src1<T, cond_role, scalar>(b) : pick_src1<T, cond_role, dense>(b);
}

template <typename T>
plain_fn pick(const plain_nest &nest) {
    const int inner = nest.rank - 1;
    const int64_t c = nest.strides[0][inner], a = nest.strides[1][inner],
                  b = nest.strides[2][inner];
    const bool simple = (c | a | b) >= 0 && c <= 1 && a <= 1 && b <= 1;
    if (!simple) return select_nest<T, strided, strided, strided>;
    return c == 0 ? pick_src0<T, scalar>(a, b) : pick_src0<T, dense>(a, b);
}

inline plain_fn pick(const plain_nest &nest, size_t elem_bytes) {
    switch (elem_bytes) {
    case 1:
        return pick<uint8_t>(nest);
    case 2:
        return pick<uint16_t>(nest);
    case 4:
        return pick<uint32_t>(nest);
    case 8:
        return pick<uint64_t>(nest);
    default:
        return pick<wide>(nest);
    }
}

} // namespace
} // namespace bench

#endif
