// SPDX-License-Identifier: Apache-2.0
// Runs of elements that change in place.
#ifndef LIBSELECT_EXEC_CHANGE_RUNS_HPP
#define LIBSELECT_EXEC_CHANGE_RUNS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace libselect {

// One side of elements that change: the bytes to the first one, and from each to the next.
struct run_side {
    std::int64_t at, step;
};

// Elements that change, of n conditions.
struct change_run {
    std::int64_t n;
    run_side to, from;
};

// The runs that are copied together, each row of all of them before the next row.
class run_list {
public:
    explicit run_list(int elem_bytes) noexcept : elem_bytes_(elem_bytes) {}

    // Returns whether the run before it goes on: by a single element that dst has beside that one's
    // last.
    bool add(const change_run &run) noexcept {
        const bool goes_on = n_ > 0 && run.n == 1 && continues(runs_[n_ - 1], run);
        if (!goes_on) runs_[n_++] = run;
        return goes_on;
    }
    [[nodiscard]] bool is_full() const noexcept { return n_ == runs_.size(); }
    [[nodiscard]] std::span<const change_run> all() const noexcept {
        return std::span(runs_).first(n_);
    }
    void clear() noexcept { n_ = 0; }

private:
    bool continues(change_run &before, const change_run &next) const noexcept {
        const std::int64_t to = next.to.at - before.to.at, from = next.from.at - before.from.at;
        if (before.n == 1) {
            if (to != elem_bytes_) return false;
            before.to.step = to;
            before.from.step = from;
        } else if (before.to.step != elem_bytes_ || to != before.n * before.to.step
                   || from != before.n * before.from.step) {
            return false;
        }
        ++before.n;
        return true;
    }

    std::array<change_run, 64> runs_;
    std::size_t n_ = 0;
    int elem_bytes_;
};

} // namespace libselect

#endif
