// SPDX-License-Identifier: Apache-2.0
// The part of a row in which an interval is true.
#ifndef LIBSELECT_KERNEL_INTERVAL_RANGE_HPP
#define LIBSELECT_KERNEL_INTERVAL_RANGE_HPP

#include <cstring>

#include "kernel/evaluate.hpp"

namespace libselect {

// Elements of a row, from `first` to before `last`; first <= last.
struct element_range {
    std::int64_t first, last;
};

// The functions below are inlined always: sources that are compiled for different ISAs have them.

// No memory has positions near this one, so bounds beyond it are as good as it. Sums of positions
// and of bounds that are clamped to it fit 64 bits.
constexpr std::int64_t far_position = std::int64_t {1} << 60;

[[gnu::always_inline]] inline std::int64_t clamp_bound(std::int64_t bound) {
    if (bound > far_position) return far_position;
    return bound < -far_position ? -far_position : bound;
}

// The elements i of a row for which all that was asked for holds.
class range_finder {
public:
    [[gnu::always_inline]] explicit range_finder(std::int64_t n) : n_(n), last_(n) {}

    // Keeps those for which value + slope * i >= 0; slope is -1, 0 or 1.
    [[gnu::always_inline]] void keep(std::int64_t value, std::int64_t slope) {
        if (slope > 0 && -value > first_) first_ = -value;
        if (slope < 0 && value + 1 < last_) last_ = value + 1;
        if (slope == 0 && value < 0) last_ = 0;
    }
    [[gnu::always_inline]] [[nodiscard]] element_range found() const {
        const std::int64_t first = first_ < n_ ? first_ : n_;
        return {first, last_ < first ? first : last_};
    }

private:
    std::int64_t n_, first_ = 0, last_;
};

// begin or end at element i.
[[gnu::always_inline]] inline std::int64_t bound_at(
        const evaluate_args &args, std::size_t input, std::int64_t i) {
    const std::byte *from = args.data[input] + args.at[input] + i * args.strides[input];
    if (args.condition->input_types[input] == libselect_s32) {
        std::int32_t bound;
        std::memcpy(&bound, from, sizeof bound);
        return bound;
    }
    std::int64_t bound;
    std::memcpy(&bound, from, sizeof bound);
    return clamp_bound(bound);
}

// The range, if begin and end were everywhere what they are at element i.
[[gnu::always_inline]] inline element_range range_at(const evaluate_args &args, std::int64_t i) {
    const condition_walk &walk = *args.condition;
    const std::int64_t col_slope = args.strides[at(walked::col)];
    const std::int64_t row_slope = args.strides[at(walked::row)];
    const std::int64_t col = args.at[at(walked::col)];
    const std::int64_t from_row = col - args.at[at(walked::row)];
    range_finder range(args.n);
    if (walk.bounds.lower)
        range.keep(from_row - clamp_bound(*walk.bounds.lower), col_slope - row_slope);
    if (walk.bounds.upper)
        range.keep(clamp_bound(*walk.bounds.upper) - from_row, row_slope - col_slope);
    if (walk.walks[0].is_walked) range.keep(col - bound_at(args, 0, i), col_slope);
    if (walk.walks[1].is_walked) range.keep(bound_at(args, 1, i) - 1 - col, -col_slope);
    return range.found();
}

} // namespace libselect

#endif
