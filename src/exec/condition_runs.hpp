// SPDX-License-Identifier: Apache-2.0
// Which sources a set of conditions takes.
#ifndef LIBSELECT_EXEC_CONDITION_RUNS_HPP
#define LIBSELECT_EXEC_CONDITION_RUNS_HPP

#include <array>
#include <cstddef>
#include <cstdint>

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
        // Outermost is the loop of the largest step.
        int at = rank_++;
        for (; at > 0 && loop_at(at - 1).step < step; --at)
            loop_at(at) = loop_at(at - 1);
        loop_at(at) = {n, step};
        join(at);
        if (at > 0) join(at - 1);
    }
    // Loops that are left: those that walk as one are joined.
    [[nodiscard]] int rank() const noexcept { return rank_; }
    // The sources taken by the conditions from `first` on: both, unless all conditions are equal.
    // Stops at the first that differs. Kinds of conditions other than boolean give both.
    [[nodiscard]] taken sources(const predicate &decides, const std::byte *first) const noexcept;

private:
    struct condition_loop {
        std::int64_t n, step;
    };
    [[nodiscard]] condition_loop &loop_at(int i) noexcept {
        return loops_[static_cast<std::size_t>(i)];
    }
    // Joins a loop with the next one, if they walk as one.
    void join(int i) noexcept {
        if (i + 1 == rank_) return;
        const condition_loop inner = loop_at(i + 1);
        if (loop_at(i).step != inner.n * inner.step) return;
        loop_at(i) = {loop_at(i).n * inner.n, inner.step};
        --rank_;
        for (int next = i + 1; next < rank_; ++next)
            loop_at(next) = loop_at(next + 1);
    }
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
