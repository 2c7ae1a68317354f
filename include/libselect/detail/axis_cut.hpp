// SPDX-License-Identifier: Apache-2.0
// Cuts an axis into runs in which every operand is strided. Used by dnnl.hpp; not part of the
// interface.
//
// blocked_layout.hpp explains weights. The weights of all four operands on the axis, smallest
// first, form the levels, as long as each weight divides the next one; level 0 has weight 1. A run
// starts at a position that the weight of its level divides. It takes `count` steps of that weight
// and stays within one step of every greater weight. Inside a run, the offset of each operand is
// therefore the sum of digit times stride over the levels up to that of the run.
//
// | axis | blocks | runs |
// | 64 | 16 | 4 steps of 16 |
// | 19 | 16 | 1 step of 16, then 3 steps of 1: the partial last block |
// | any | 32 and 40, where neither divides the other | each run also ends at every multiple of 40 |
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
    dims weights; // one per level
    std::vector<run> runs;

    [[nodiscard]] std::int64_t weight(int level) const {
        return weights[static_cast<std::size_t>(level)];
    }
    // How many values the digit of this level takes inside the run.
    [[nodiscard]] std::int64_t extent(const run &in, int level) const {
        return level == in.level ? in.count : weight(level + 1) / weight(level);
    }
};

// Adds the runs of [lo, hi): as many steps of this level as fit, and steps of lower levels at both
// ends.
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
