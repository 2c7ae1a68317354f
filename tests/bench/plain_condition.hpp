// SPDX-License-Identifier: Apache-2.0
// `plain` for conditions without a byte mask: the loop that an engineer writes by hand, which
// decides element by element, and the one that writes a byte mask.
#ifndef LIBSELECT_TESTS_BENCH_PLAIN_CONDITION_HPP
#define LIBSELECT_TESTS_BENCH_PLAIN_CONDITION_HPP

#include <stddef.h>
#include <stdint.h>

#include <libselect/libselect.h>

namespace bench {

// Rows of a dense dst, and what decides about them. What a kind does not name stays zero.
struct plain_condition {
    libselect_condition_kind_t kind; // bits of u1, nonzero, compare or interval
    int64_t n_rows, n_cols;
    size_t elem_bytes;

    // Bits: the number of the first. Nonzero: rhs is a zero.
    const void *lhs, *rhs;
    int64_t bit_offset;
    libselect_data_type_t number; // f32, bf16 or s64
    libselect_relation_t relation;
    int64_t rhs_row, rhs_col; // strides in elements

    // Columns of row r from max(lower + r, begin) to min(upper + r, end - 1), with r counted anew
    // after rows_per_plane rows. begin and end have an element for each rows_per_bound rows.
    int64_t lower, upper;
    const int32_t *begin, *end;
    int64_t rows_per_plane, rows_per_bound;

    const void *src0, *src1;
    int64_t src0_col, src1_col; // 0 where it is a scalar, else 1
    void *dst;
    uint8_t *mask;
};

// Computes rows [begin, end) of dst, or of the mask.
using plain_condition_fn = void (*)(const plain_condition &what, int64_t begin, int64_t end);
plain_condition_fn plain_select(const plain_condition &what);
plain_condition_fn plain_mask(const plain_condition &what);
// The rows of an interval as copies and fills of what lies within it and outside.
void plain_segments(const plain_condition &what, int64_t begin, int64_t end);

} // namespace bench

#endif
