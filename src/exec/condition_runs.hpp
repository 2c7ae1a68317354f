// SPDX-License-Identifier: Apache-2.0
// Which sources a set of conditions takes.
#ifndef LIBSELECT_EXEC_CONDITION_RUNS_HPP
#define LIBSELECT_EXEC_CONDITION_RUNS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "plan/plan.hpp"

namespace libselect {

enum class taken : std::uint8_t { src0, src1, both };

// Conditions in memory: loops with steps. Loops of step 0 are left out.
class condition_set {
public:
    // Adds a loop; n >= 1.
    void add(std::int64_t n, std::int64_t step) noexcept {
        if (step == 0 || n == 1) return;
        if (step < 0) { // walked from its other end: the order of conditions does not matter
            begin_ += (n - 1) * step;
            step = -step;
        }
        // The loop of the smallest step is the innermost.
        condition_loop last {n, step};
        if (rank_ > 0 && loops_[static_cast<std::size_t>(rank_ - 1)].step < step)
            std::swap(last, loops_[static_cast<std::size_t>(rank_ - 1)]);
        if (rank_ > 0) {
            condition_loop &around = loops_[static_cast<std::size_t>(rank_ - 1)];
            if (around.step == last.n * last.step) { // they walk as one loop
                around = {around.n * last.n, last.step};
                return;
            }
        }
        loops_[static_cast<std::size_t>(rank_++)] = last;
    }
    // The sources taken by the conditions from `first` on: both, unless all conditions are equal.
    // Stops at the first that differs. Kinds of conditions other than boolean give both.
    [[nodiscard]] taken sources(const predicate &decides, const std::byte *first) const noexcept;

private:
    struct condition_loop {
        std::int64_t n, step;
    };
    [[nodiscard]] bool are_equal(const std::byte *at, int level, bool wanted) const noexcept;

    std::array<condition_loop, max_rank> loops_;
    int rank_ = 0;
    std::int64_t begin_ = 0; // from the first condition to the lowest address
};

// How many of n boolean conditions from `first` on, `step` bytes apart, are `wanted`, before the
// first that is not.
[[nodiscard]] std::int64_t equal_conditions(
        const std::byte *first, std::int64_t step, std::int64_t n, bool wanted) noexcept;

} // namespace libselect

#endif
