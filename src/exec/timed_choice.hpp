// SPDX-License-Identifier: Apache-2.0
// Which of some ways to compute the same is the fastest: executions tell, by their times.
#ifndef LIBSELECT_EXEC_TIMED_CHOICE_HPP
#define LIBSELECT_EXEC_TIMED_CHOICE_HPP

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>

namespace libselect {

// Runs come in rounds. First each way is timed by some runs in turn, then the fastest one is taken,
// untimed, until the next round. Rounds begin so seldom that the slower ways take about a hundredth
// of all time: a choice that other data or other load made wrong is soon mended, and costs little.
// The second round follows the first one sooner, which may have found the machine cold, and leaves
// out ways that were far slower. Up to then, slower ways take about eight hundredths. The first run
// is not timed, since memory may be touched for the first time.
//
// Where the data of a run may stay in a cache, a way runs three times in a row, and all but the
// first are timed: they find there what the way itself has left, and of a victim cache more each
// time. So a row goes on while its runs take less and less. The first row of runs may find what
// others have left, so there is a second one, but not of a way that takes more than three times as
// long as another, which then runs in its place. A longer run is timed once.
//
// Where ways differ in the width of vectors, the second row of a way that is about as fast as the
// best goes on until the CPU has woken up its wide vectors. Else the narrow ones, once taken, would
// stay: a row of a few runs is over before the CPU has.
//
// May be used from many threads. Then runs may be missed or timed twice, since there is no lock:
// any choice is right. A round ends when each way has a time; until then the choice stays. It does
// not wait forever for a run in another thread, or for the thread that ends a round, which the
// child of a fork() may lack.
class timed_choice {
public:
    static constexpr int most_ways = 16;
    // 1 <= n_ways <= most_ways. The first way is the one to prefer, and takes about so long.
    timed_choice(int n_ways, double estimated_ns, bool vectors_differ = false) noexcept;

    struct turn {
        int way;
        bool is_timed; // add() its time
    };
    // For the run that begins now.
    [[nodiscard]] turn next() noexcept {
        const std::int64_t run = n_runs_.load(relaxed);
        n_runs_.store(run + 1, relaxed);
        if (run < round_.load(relaxed)) [[likely]]
            return {taken_.load(relaxed), false};
        return turn_of_round(run);
    }
    void add(int way, std::int64_t ns) noexcept;

private:
    static constexpr auto relaxed = std::memory_order_relaxed;
    static constexpr std::int64_t untimed = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t first_round = 1;

    [[nodiscard]] std::int64_t least_ns(int way) const noexcept {
        return least_ns_[static_cast<std::size_t>(way)].load(relaxed);
    }
    [[nodiscard]] bool is_left_out(int way) const noexcept {
        return (left_out_.load(relaxed) >> way & 1) != 0;
    }
    [[nodiscard]] turn turn_of_round(std::int64_t run) noexcept;
    [[nodiscard]] int fastest_so_far() const noexcept; // in this round
    [[nodiscard]] bool wakes_vectors(std::int64_t ns) noexcept;
    // Runs of a way in the round that are slower than those of the way which is taken.
    [[nodiscard]] std::int64_t runs_of(std::int64_t ns, std::int64_t taken_ns) const noexcept;
    void end_round(std::int64_t run, std::int64_t round) noexcept;

    const int n_ways_;
    const int n_in_a_row_; // runs of a way before the next way's
    const int n_rows_;     // of runs of each way in a round
    const bool vectors_differ_;
    std::atomic<std::int64_t> row_ns_ {0};                      // of the timed runs of the row
    std::array<std::atomic<std::int64_t>, most_ways> least_ns_; // of this round
    std::atomic<std::int64_t> n_runs_ {0};
    std::atomic<std::int64_t> round_ {first_round}; // the run that begins it
    std::atomic<int> taken_ {0};
    std::atomic<std::uint32_t> left_out_ {0}; // a bit for each way that this round leaves out
};

} // namespace libselect

#endif
