// SPDX-License-Identifier: Apache-2.0
// Cuts an axis into runs in which every operand is strided. For dnnl.hpp; no part of the interface.
//
// The weights of all operands on the axis, least first and as far as each divides the next, are the
// levels; level 0 is weight 1. A run is `count` steps of the weight of its level from a position
// that the weight divides, and stays within one step of every greater weight. So in it each
// operand's offset is the sum of digit times stride over the digits of the levels up to the run's.
//
// An axis of 64 with blocks of 16 is one run, four steps of 16. An axis of 19 is two: one step of
// 16, and 3 steps of 1, the partial last block. Weights that do not divide, 32 and 40, end runs at
// every multiple of the greater one.
#ifndef LIBSELECT_DETAIL_AXIS_CUT_HPP
#define LIBSELECT_DETAIL_AXIS_CUT_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <libselect/detail/blocked_layout.hpp>

namespace libselect::detail {

struct run {
    std::int64_t start;
    std::int64_t count;
    int level;
};

struct axis_cut {
    dims weights; // by level
    std::vector<run> runs;

    [[nodiscard]] std::int64_t weight(int level) const {
        return weights[static_cast<std::size_t>(level)];
    }
    // Of the digit of this level within the run.
    [[nodiscard]] std::int64_t extent(const run &in, int level) const {
        return level == in.level ? in.count : weight(level + 1) / weight(level);
    }
};

// [lo, hi) is as many steps as fit of this level, with lower levels at both ends.
inline void add_runs(axis_cut &cut, int level, std::int64_t lo, std::int64_t hi) {
    if (lo >= hi) return;
    const std::int64_t weight = cut.weight(level);
    const std::int64_t first = std::min((lo + weight - 1) / weight * weight, hi);
    const std::int64_t last = std::max(hi / weight * weight, first);
    add_runs(cut, level - 1, lo, first);
    if (level == 0 || first + weight <= last)
        cut.runs.push_back({first, (last - first) / weight, level});
    add_runs(cut, level - 1, last, hi);
}

template <std::size_t n>
axis_cut cut_axis(const std::array<operand_view, n> &views, std::size_t axis, std::int64_t lo,
        std::int64_t hi) {
    dims weights;
    for (const operand_view &view : views)
        for (const digit &of : view.axes[axis])
            if (of.weight > 1 && of.weight < hi) weights.push_back(of.weight);
    std::sort(weights.begin(), weights.end());

    axis_cut cut {{1}, {}};
    auto rest = weights.begin();
    for (; rest != weights.end() && *rest % cut.weights.back() == 0; ++rest)
        if (*rest != cut.weights.back()) cut.weights.push_back(*rest);

    dims ends {hi};
    for (; rest != weights.end(); ++rest)
        for (std::int64_t end = (lo / *rest + 1) * *rest; end < hi; end += *rest)
            ends.push_back(end);
    std::sort(ends.begin(), ends.end());
    for (const std::int64_t end : ends) {
        add_runs(cut, static_cast<int>(cut.weights.size()) - 1, lo, end);
        lo = end;
    }
    return cut;
}

} // namespace libselect::detail

#endif
