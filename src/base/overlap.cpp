// SPDX-License-Identifier: Apache-2.0
// A depth-first search for a solution of a bounded linear Diophantine equation. It takes the
// largest coefficient first: each step then leaves only those few values of x for which the smaller
// coefficients can still reach the rest of the target.
#include "base/overlap.hpp"

#include <algorithm>
#include <numeric>

namespace libselect {
namespace {

__extension__ using wide = __int128;

// c * x with 0 <= x <= bound, c > 0.
struct term {
    std::int64_t c;
    wide bound;
};

class equation {
public:
    // Zero coefficients and zero bounds add nothing and are dropped.
    void add(std::int64_t c, wide bound) noexcept {
        if (c != 0 && bound > 0) terms_[static_cast<std::size_t>(count_++)] = {c, bound};
    }

    // Whether sum c * x = target has a solution.
    overlap solve(wide target) noexcept {
        sort_and_merge();
        reach_[static_cast<std::size_t>(count_)] = 0;
        divisor_[static_cast<std::size_t>(count_)] = 0;
        for (int i = count_ - 1; i >= 0; --i) {
            const auto at = static_cast<std::size_t>(i);
            reach_[at] = reach_[at + 1] + terms_[at].c * terms_[at].bound;
            divisor_[at] = std::gcd(divisor_[at + 1], terms_[at].c);
        }
        return search(0, target);
    }

private:
    // Two sets of max_rank strides, and the bytes inside an element of each.
    static constexpr std::size_t capacity = 2 * max_rank + 2;

    void sort_and_merge() noexcept {
        const auto end = terms_.begin() + count_;
        std::sort(terms_.begin(), end, [](const term &a, const term &b) { return a.c > b.c; });
        int merged = 0;
        for (int i = 0; i < count_; ++i) {
            const term next = terms_[static_cast<std::size_t>(i)];
            if (merged > 0 && terms_[static_cast<std::size_t>(merged - 1)].c == next.c)
                terms_[static_cast<std::size_t>(merged - 1)].bound += next.bound;
            else
                terms_[static_cast<std::size_t>(merged++)] = next;
        }
        count_ = merged;
    }

    overlap search(int i, wide target) noexcept {
        const auto at = static_cast<std::size_t>(i);
        if (target == 0) return overlap::shared;
        if (target < 0 || target > reach_[at]) return overlap::none;
        if (i == count_ || target % divisor_[at] != 0) return overlap::none;
        const auto [c, bound] = terms_[at];
        const wide rest = target - reach_[at + 1];
        const wide first = rest <= 0 ? 0 : (rest + c - 1) / c;
        for (wide x = std::min(bound, target / c); x >= first; --x) {
            if (--work_left_ < 0) return overlap::undecided;
            const overlap found = search(i + 1, target - x * c);
            if (found != overlap::none) return found;
        }
        return overlap::none;
    }

    // The work limit is a guess. Layouts of real programs need tens of steps, and all steps
    // together take far less than a millisecond.
    int work_left_ = 20000;
    int count_ = 0;
    std::array<term, capacity> terms_;
    std::array<wide, capacity + 1> reach_;           // largest sum of the terms from i on
    std::array<std::int64_t, capacity + 1> divisor_; // gcd of the coefficients from i on
};

std::int64_t magnitude(std::int64_t stride) noexcept {
    return stride < 0 ? -stride : stride;
}

// The axes with extent > 1, largest stride first. Returns their number.
int sorted_axes(const strided_set &set, std::array<int, max_rank> &axes) noexcept {
    int count = 0;
    for (int axis = 0; axis < set.rank; ++axis)
        if (set.extents[static_cast<std::size_t>(axis)] > 1)
            axes[static_cast<std::size_t>(count++)] = axis;
    std::sort(axes.begin(), axes.begin() + count, [&](int a, int b) {
        return magnitude(set.strides_bytes[static_cast<std::size_t>(a)])
               > magnitude(set.strides_bytes[static_cast<std::size_t>(b)]);
    });
    return count;
}

// Adds the axes of the set, with each index counted so that its address grows from the lowest
// element. Returns how many bytes that element lies below the base.
wide add_axes(equation &sum, const strided_set &set) noexcept {
    wide below = 0;
    for (int axis = 0; axis < set.rank; ++axis) {
        const std::int64_t stride = set.strides_bytes[static_cast<std::size_t>(axis)];
        const wide last = set.extents[static_cast<std::size_t>(axis)] - 1;
        if (last == 0) continue;
        sum.add(magnitude(stride), last);
        if (stride < 0) below += last * magnitude(stride);
    }
    return below;
}

wide reach_of(const strided_set &set) noexcept {
    wide reach = 0;
    for (int axis = 0; axis < set.rank; ++axis) {
        const wide last = set.extents[static_cast<std::size_t>(axis)] - 1;
        if (last > 0) reach += last * magnitude(set.strides_bytes[static_cast<std::size_t>(axis)]);
    }
    return reach;
}

} // namespace

// Two elements share memory when a difference of indices d, not all zero, gives sum d * stride = 0.
// Let k be the first axis with d != 0, and d[k] > 0: then d[k] = 1 + x[k], and the later axes take
// any d = x - (extent - 1).
overlap overlap_within(const strided_set &set) noexcept {
    std::array<int, max_rank> axes;
    const int count = sorted_axes(set, axes);
    overlap worst = overlap::none;
    for (int k = 0; k < count; ++k) {
        const auto axis_k = static_cast<std::size_t>(axes[static_cast<std::size_t>(k)]);
        const std::int64_t stride = magnitude(set.strides_bytes[axis_k]);
        if (stride == 0) return overlap::shared;
        equation sum;
        sum.add(stride, set.extents[axis_k] - 2);
        wide target = -wide {stride};
        for (int j = k + 1; j < count; ++j) {
            const auto axis = static_cast<std::size_t>(axes[static_cast<std::size_t>(j)]);
            const wide last = set.extents[axis] - 1;
            sum.add(magnitude(set.strides_bytes[axis]), 2 * last);
            target += last * magnitude(set.strides_bytes[axis]);
        }
        if (target < 0) continue;
        const overlap found = sum.solve(target);
        if (found == overlap::shared) return found;
        if (found == overlap::undecided) worst = found;
    }
    return worst;
}

// A byte of a is low_a + sum_a + e, and a byte of b is low_b + sum_b + f. Counting b's indices and
// f from their other ends makes every coefficient positive: sum_a + e + sum_b' + f' = low_b - low_a
// + reach_b + elem_b - 1.
overlap overlap_between(const strided_set &a, const strided_set &b) noexcept {
    equation sum;
    const wide low_a = wide {a.base} - add_axes(sum, a);
    const wide low_b = wide {b.base} - add_axes(sum, b);
    sum.add(1, wide {a.elem_bytes} - 1 + b.elem_bytes - 1);
    return sum.solve(low_b - low_a + reach_of(b) + b.elem_bytes - 1);
}

} // namespace libselect
