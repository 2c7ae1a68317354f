// SPDX-License-Identifier: Apache-2.0
// `plain` for conditions, compiled with -O3 -march=native.
#include "plain_condition.hpp"

#include <string.h>

#include "plain_loops.hpp" // INDEPENDENT

namespace bench {
namespace {

inline int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}
inline int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

// Columns of a row, the end exclusive.
struct columns {
    int64_t begin, end;
};

inline columns columns_of(const plain_condition &what, int64_t row) {
    const int64_t r = row % what.rows_per_plane, bound = row / what.rows_per_bound;
    columns found = {most(0, what.lower + r), least(what.n_cols, what.upper + r + 1)};
    if (what.begin != nullptr) found.begin = most(found.begin, what.begin[bound]);
    if (what.end != nullptr) found.end = least(found.end, what.end[bound]);
    return found;
}

// A condition is a type with the state of a row and the answer for a column of it.
struct interval_row {
    interval_row(const plain_condition &what, int64_t row) : within(columns_of(what, row)) {}
    bool operator()(int64_t i) const { return (i >= within.begin) & (i < within.end); }
    columns within;
};

struct bits_row {
    bits_row(const plain_condition &what, int64_t row)
        : bytes((const uint8_t *)what.lhs),
          first(what.bit_offset + row * what.n_cols) {}
    bool operator()(int64_t i) const { return (bytes[(first + i) / 8] >> ((first + i) % 8)) & 1; }
    const uint8_t *bytes;
    int64_t first;
};

struct bf16 {
    operator float() const {
        const uint32_t wide = (uint32_t)bits << 16;
        float value;
        memcpy(&value, &wide, sizeof value);
        return value;
    }
    uint16_t bits;
};

template <libselect_relation_t relation, typename V>
inline bool holds(V a, V b) {
    return relation == libselect_relation_lt   ? a < b
           : relation == libselect_relation_gt ? a > b
                                               : a != b;
}

template <typename N, typename V, libselect_relation_t relation, int64_t rhs_col>
struct compare_row {
    compare_row(const plain_condition &what, int64_t row)
        : lhs((const N *)what.lhs + row * what.n_cols),
          rhs((const N *)what.rhs + row * what.rhs_row),
          first(rhs[0]) {}
    bool operator()(int64_t i) const {
        return holds<relation, V>(lhs[i], rhs_col == 0 ? first : (V)rhs[i]);
    }
    const N *lhs, *rhs;
    V first;
};

template <typename Row, typename T, bool scalar0, bool scalar1>
void select_rows(const plain_condition &what, int64_t begin, int64_t end) {
    const int64_t n = what.n_cols;
    for (int64_t row = begin; row < end; ++row) {
        const Row is_true(what, row);
        const T *src0 = (const T *)what.src0 + (scalar0 ? 0 : row * n);
        const T *src1 = (const T *)what.src1 + (scalar1 ? 0 : row * n);
        T *dst = (T *)what.dst + row * n;
        const T first0 = *src0, first1 = *src1;
        INDEPENDENT
        for (int64_t i = 0; i < n; ++i) {
            const T taken = scalar0 ? first0 : src0[i], otherwise = scalar1 ? first1 : src1[i];
            dst[i] = is_true(i) ? taken : otherwise;
        }
    }
}

template <typename Row>
void mask_rows(const plain_condition &what, int64_t begin, int64_t end) {
    const int64_t n = what.n_cols; // a byte of the mask could lie in `what`
    for (int64_t row = begin; row < end; ++row) {
        const Row is_true(what, row);
        uint8_t *mask = what.mask + row * n;
        INDEPENDENT
        for (int64_t i = 0; i < n; ++i)
            mask[i] = is_true(i);
    }
}

// Three fills a row.
template <>
void mask_rows<interval_row>(const plain_condition &what, int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
        columns within = columns_of(what, row);
        if (within.begin >= within.end) within = {0, 0};
        uint8_t *mask = what.mask + row * what.n_cols;
        memset(mask, 0, (size_t)within.begin);
        memset(mask + within.begin, 1, (size_t)(within.end - within.begin));
        memset(mask + within.end, 0, (size_t)(what.n_cols - within.end));
    }
}

// Eight bits by the sum of products that spreads them to eight bytes.
uint64_t spread(uint64_t bits) {
    const uint64_t low = (bits & 0x7f) * 0x0002040810204081 & 0x0101010101010101;
    return low | (bits & 0x80) << 49;
}

// Eight elements at a time; the rows of a mask are one row of bits.
template <>
void mask_rows<bits_row>(const plain_condition &what, int64_t begin, int64_t end) {
    const bits_row is_true(what, begin);
    uint8_t *mask = what.mask + begin * what.n_cols;
    const int64_t n = (end - begin) * what.n_cols, shift = is_true.first % 8;
    const uint8_t *bytes = is_true.bytes + is_true.first / 8;
    int64_t i = 0;
    for (; i + 16 <= n; i += 8, ++bytes) {
        const uint64_t eight = spread((bytes[0] | bytes[1] << 8) >> shift & 0xff);
        memcpy(mask + i, &eight, sizeof eight);
    }
    for (; i < n; ++i)
        mask[i] = is_true(i);
}

struct loops {
    plain_condition_fn select, mask;
};

template <typename Row, typename T>
plain_condition_fn pick_roles(const plain_condition &what) {
    if (what.src0_col == 0)
        return what.src1_col == 0 ? select_rows<Row, T, true, true>
                                  : select_rows<Row, T, true, false>;
    return what.src1_col == 0 ? select_rows<Row, T, false, true>
                              : select_rows<Row, T, false, false>;
}

template <typename Row>
loops pick_width(const plain_condition &what) {
    if (what.elem_bytes == 1) return {pick_roles<Row, uint8_t>(what), mask_rows<Row>};
    if (what.elem_bytes == 2) return {pick_roles<Row, uint16_t>(what), mask_rows<Row>};
    return {pick_roles<Row, uint32_t>(what), mask_rows<Row>};
}

template <typename N, typename V, libselect_relation_t relation>
loops pick_sides(const plain_condition &what) {
    return what.rhs_col == 0 ? pick_width<compare_row<N, V, relation, 0>>(what)
                             : pick_width<compare_row<N, V, relation, 1>>(what);
}

template <typename N, typename V>
loops pick_relation(const plain_condition &what) {
    if (what.relation == libselect_relation_lt)
        return pick_sides<N, V, libselect_relation_lt>(what);
    if (what.relation == libselect_relation_gt)
        return pick_sides<N, V, libselect_relation_gt>(what);
    return pick_sides<N, V, libselect_relation_ne>(what);
}

loops pick(const plain_condition &what) {
    if (what.kind == libselect_condition_interval) return pick_width<interval_row>(what);
    if (what.kind == libselect_condition_bits) return pick_width<bits_row>(what);
    if (what.number == libselect_s64) return pick_relation<int64_t, int64_t>(what);
    if (what.number == libselect_bf16) return pick_relation<bf16, float>(what);
    return pick_relation<float, float>(what);
}

// The source's elements [begin, end) of a row, unless dst has them already.
void take(const plain_condition &what, const void *source, int64_t col, int64_t row, int64_t begin,
        int64_t end) {
    const int64_t width = (int64_t)what.elem_bytes, at = (row * what.n_cols + begin) * width;
    const int64_t n = end - begin;
    char *dst = (char *)what.dst + at;
    if (n <= 0 || source == what.dst) return;
    if (col != 0) {
        memcpy(dst, (const char *)source + at, (size_t)(n * width));
    } else if (width == 2) {
        for (int64_t i = 0; i < n; ++i)
            ((uint16_t *)dst)[i] = *(const uint16_t *)source;
    } else {
        for (int64_t i = 0; i < n; ++i)
            ((uint32_t *)dst)[i] = *(const uint32_t *)source;
    }
}

} // namespace

plain_condition_fn plain_select(const plain_condition &what) {
    return pick(what).select;
}

plain_condition_fn plain_mask(const plain_condition &what) {
    return pick(what).mask;
}

void plain_segments(const plain_condition &what, int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
        columns within = columns_of(what, row);
        if (within.begin >= within.end) within = {0, 0};
        take(what, what.src1, what.src1_col, row, 0, within.begin);
        take(what, what.src0, what.src0_col, row, within.begin, within.end);
        take(what, what.src1, what.src1_col, row, within.end, what.n_cols);
    }
}

} // namespace bench
