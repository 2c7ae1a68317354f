// SPDX-License-Identifier: Apache-2.0
// How far a long file has been read, for a person at a terminal.
#ifndef SELECTBENCH_PROGRESS_BAR_HPP
#define SELECTBENCH_PROGRESS_BAR_HPP

#include <chrono>
#include <cstdint>

namespace selectbench {

// A bar on standard error, when that is a terminal; otherwise nothing. It appears at once for a
// long file and after half a second for another, so that what is quick leaves no trace, and goes
// with the object.
class progress_bar {
public:
    explicit progress_bar(std::uint64_t total_bytes);
    progress_bar(const progress_bar &) = delete;
    progress_bar &operator=(const progress_bar &) = delete;
    ~progress_bar() { clear(); }

    // Draws the bar anew, ten times a second at most.
    void update(std::uint64_t done);

    // Takes the bar away until the next update, so that a line of output gets the row to itself.
    void clear() noexcept;

private:
    using clock = std::chrono::steady_clock;

    std::uint64_t total_;
    bool on_terminal_;
    bool drawn_ = false;
    clock::time_point next_draw_;
};

} // namespace selectbench

#endif
