// SPDX-License-Identifier: Apache-2.0
// Evaluating comparisons, by way of keys. Internal linkage, see portable_blocks.hpp.
//
// A NaN on the left has the largest key and one on the right the smallest, which no number has: so
// lhs < rhs, lhs <= rhs and lhs == rhs are all false. The other relations are these, with the sides
// exchanged or the result inverted.
#ifndef LIBSELECT_KERNEL_PORTABLE_COMPARE_HPP
#define LIBSELECT_KERNEL_PORTABLE_COMPARE_HPP

#include "kernel/portable_numbers.hpp"

namespace libselect {
namespace {

template <typename Key, typename Holds>
[[gnu::always_inline]] inline void compare_keys(
        std::byte *out, const void *lhs, const void *rhs, std::int64_t n, const Holds &holds) {
    const auto *left = static_cast<const Key *>(lhs);
    const auto *right = static_cast<const Key *>(rhs);
    for (std::int64_t i = 0; i < n; ++i)
        out[i] = static_cast<std::byte>(holds(left[i], right[i]));
}

// out[i] = whether the relation, eq, ne, lt or le, holds between the keys.
template <typename Key>
void compare_keys(std::byte *out, const void *lhs, const void *rhs, std::int64_t n, relation how) {
    switch (how) {
    case libselect_relation_eq:
        return compare_keys<Key>(out, lhs, rhs, n, [](Key a, Key b) { return a == b; });
    case libselect_relation_ne:
        return compare_keys<Key>(out, lhs, rhs, n, [](Key a, Key b) { return a != b; });
    case libselect_relation_lt:
        return compare_keys<Key>(out, lhs, rhs, n, [](Key a, Key b) { return a < b; });
    default:
        return compare_keys<Key>(out, lhs, rhs, n, [](Key a, Key b) { return a <= b; });
    }
}

void compare_keys_of_width(std::int64_t width, std::byte *out, const void *lhs, const void *rhs,
        std::int64_t n, relation how) {
    switch (width) {
    case 1:
        return compare_keys<std::int8_t>(out, lhs, rhs, n, how);
    case 2:
        return compare_keys<std::int16_t>(out, lhs, rhs, n, how);
    case 4:
        return compare_keys<std::int32_t>(out, lhs, rhs, n, how);
    default:
        return compare_keys<std::int64_t>(out, lhs, rhs, n, how);
    }
}

// A side of a comparison: the number of column 0, and the way from column to column.
struct compared_side {
    const std::byte *from;
    std::int64_t stride;
};

void compare_row(std::byte *out, std::int64_t n, data_type type, std::int64_t width, relation how,
        compared_side lhs, compared_side rhs) {
    alignas(64) std::byte left[key_cols * 8], right[key_cols * 8];
    const load_keys_fn load = loader_of(type);
    for (std::int64_t done = 0; done < n; done += key_cols) {
        const std::int64_t cols = n - done < key_cols ? n - done : key_cols;
        if (done == 0 || lhs.stride != 0)
            load(left, lhs.from + done * lhs.stride, lhs.stride, cols, false);
        if (done == 0 || rhs.stride != 0)
            load(right, rhs.from + done * rhs.stride, rhs.stride, cols, true);
        compare_keys_of_width(width, out + done, left, right, cols, how);
    }
}

// Both parts are equal.
void compare_complex_row(std::byte *out, std::int64_t n, data_type type, std::int64_t width,
        compared_side lhs, compared_side rhs, bool wants_equal) {
    std::byte imaginary[key_cols];
    for (std::int64_t done = 0; done < n; done += key_cols) {
        const std::int64_t cols = n - done < key_cols ? n - done : key_cols;
        const compared_side left {lhs.from + done * lhs.stride, lhs.stride};
        const compared_side right {rhs.from + done * rhs.stride, rhs.stride};
        compare_row(out + done, cols, type, width, libselect_relation_eq, left, right);
        compare_row(imaginary, cols, type, width, libselect_relation_eq,
                {left.from + width, left.stride}, {right.from + width, right.stride});
        for (std::int64_t i = 0; i < cols; ++i) {
            const std::byte equal = out[done + i] & imaginary[i];
            out[done + i] = wants_equal ? equal : equal ^ std::byte {1};
        }
    }
}

void evaluate_compare(const evaluate_args &args) noexcept {
    const condition_walk &walk = *args.condition;
    const data_type type = walk.input_types[0];
    compared_side lhs {args.data[0] + args.at[0], args.strides[0]};
    compared_side rhs {args.data[1] + args.at[1], args.strides[1]};
    relation how = walk.how;
    const std::int64_t width = walk.input_width;
    if (is_complex(type)) {
        const bool wants_equal = how == libselect_relation_eq;
        return compare_complex_row(args.out, args.n, type, width / 2, lhs, rhs, wants_equal);
    }
    if (how == libselect_relation_gt || how == libselect_relation_ge) {
        const compared_side left = lhs;
        lhs = rhs;
        rhs = left;
        how = how == libselect_relation_gt ? libselect_relation_lt : libselect_relation_le;
    }
    compare_row(args.out, args.n, type, width, how, lhs, rhs);
}

} // namespace
} // namespace libselect

#endif
