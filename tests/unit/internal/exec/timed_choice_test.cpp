// SPDX-License-Identifier: Apache-2.0
// Rounds of timed runs, with times that the test makes up.
#include "exec/timed_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace internal {
namespace {

using libselect::timed_choice;
using times = std::vector<std::int64_t>; // ns of each way

timed_choice choice_of(const times &ns) {
    return {static_cast<int>(ns.size()), static_cast<double>(ns[0])};
}

// Runs once, and returns the way that ran.
int run(timed_choice &choice, const times &ns) {
    const auto [way, is_timed] = choice.next();
    EXPECT_TRUE(way >= 0 && way < std::ssize(ns)) << way;
    if (is_timed) choice.add(way, ns[static_cast<std::size_t>(way)]);
    return way;
}

std::vector<int> run(timed_choice &choice, const times &ns, int n) {
    std::vector<int> ways;
    for (int i = 0; i < n; ++i)
        ways.push_back(run(choice, ns));
    return ways;
}

// The way that is taken after the first round.
int taken_with(const times &ns) {
    timed_choice choice = choice_of(ns);
    return run(choice, ns, 40).back();
}

TEST(exec_timed_choice, a_way_runs_three_times_in_a_row_in_two_rows) {
    const times ns {1000, 900, 1100};
    timed_choice choice = choice_of(ns);
    EXPECT_EQ(run(choice, ns, 22),
            (std::vector<int> {0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 1, 1, 1, 2, 2, 2, 1, 1, 1}));
}

TEST(exec_timed_choice, there_may_be_sixteen_ways) {
    static_assert(timed_choice::most_ways == 16);
    const times ns {
            1050, 1000, 950, 900, 850, 800, 750, 700, 650, 600, 550, 500, 450, 400, 350, 300};
    timed_choice choice = choice_of(ns);
    EXPECT_EQ(run(choice, ns, 100).back(), 15);
}

TEST(exec_timed_choice, a_long_run_is_timed_once) {
    const times ns {5000000, 4500000, 5500000};
    timed_choice choice = choice_of(ns);
    EXPECT_EQ(run(choice, ns, 7), (std::vector<int> {0, 0, 1, 2, 1, 1, 1}));
}

TEST(exec_timed_choice, the_first_of_three_runs_is_not_timed) {
    timed_choice choice = choice_of({1000, 1000});
    EXPECT_FALSE(choice.next().is_timed); // the first run of all
    for (int i = 0; i < 6; ++i)
        EXPECT_EQ(choice.next().is_timed, i % 3 != 0) << i;
}

TEST(exec_timed_choice, the_least_time_of_a_way_counts) {
    timed_choice choice = choice_of({1000, 1000});
    for (std::int64_t i = 0; i < 14; ++i) {
        const auto [way, is_timed] = choice.next();
        if (is_timed) choice.add(way, way == 0 ? 1000 : 900 + 20 * (i - 4));
    }
    EXPECT_EQ(choice.next().way, 1);
}

TEST(exec_timed_choice, the_first_way_is_taken_unless_another_is_clearly_faster) {
    EXPECT_EQ(taken_with({1000, 1001, 1002}), 0);
    EXPECT_EQ(taken_with({1000, 960, 970}), 0);
    EXPECT_EQ(taken_with({1000, 940, 930}), 2);
    EXPECT_EQ(taken_with({1000, 100}), 1);
    EXPECT_EQ(taken_with({1000, 0}), 1);
    EXPECT_EQ(taken_with({0, 0}), 0);
}

TEST(exec_timed_choice, the_fastest_runs_in_the_place_of_a_way_that_takes_much_longer) {
    const times ns {2900, 3100, 1000};
    timed_choice choice = choice_of(ns);
    EXPECT_EQ(run(choice, ns, 21),
            (std::vector<int> {0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2}));
}

TEST(exec_timed_choice, a_way_may_find_cold_caches_first) {
    timed_choice choice = choice_of({900, 1000});
    for (std::int64_t i = 0; i < 20; ++i) {
        const auto [way, is_timed] = choice.next();
        if (is_timed) choice.add(way, way == 1 ? 1000 : i < 4 ? 2600 : 900);
    }
    EXPECT_EQ(choice.next().way, 0);
}

TEST(exec_timed_choice, a_row_goes_on_while_its_runs_take_less_and_less) {
    timed_choice choice = choice_of({1000, 1000});
    std::vector<int> ways;
    std::int64_t second = 2000;
    for (int i = 0; i < 22; ++i) {
        const auto [way, is_timed] = choice.next();
        ways.push_back(way);
        if (way == 1)
            second = std::max<std::int64_t>(second * 4 / 5, 700); // 1600 1280 1024 819 700
        if (is_timed) choice.add(way, way == 1 ? second : 1000);
    }
    EXPECT_EQ(ways,
            (std::vector<int> {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
}

TEST(exec_timed_choice, a_row_of_noise_does_not_go_on) {
    timed_choice choice = choice_of({1000, 1000});
    for (int i = 0; i < 4; ++i) // the first run, and three of way 0
        if (const auto [way, is_timed] = choice.next(); is_timed) choice.add(way, 1000 - i);
    EXPECT_EQ(choice.next().way, 1);
}

TEST(exec_timed_choice, what_is_slower_takes_little_of_all_time) {
    for (const times &ns : {times {1000, 1500, 2000}, times {1000, 400, 390}, times {1000, 50000},
                 times {5000000, 7500000, 10000000}}) {
        timed_choice choice = choice_of(ns);
        (void)run(choice, ns, 100); // the first round
        const std::int64_t least = *std::min_element(ns.begin(), ns.end());
        std::int64_t lost = 0;
        constexpr int n = 200000;
        for (int i = 0; i < n; ++i)
            lost += ns[static_cast<std::size_t>(run(choice, ns))] - least;
        EXPECT_LE(static_cast<double>(lost) / static_cast<double>(n * least), 0.03) << ns[1];
    }
}

TEST(exec_timed_choice, a_later_round_finds_what_has_become_faster) {
    timed_choice choice = choice_of({1000, 900});
    EXPECT_EQ(run(choice, {1000, 900}, 200).back(), 1);
    EXPECT_EQ(run(choice, {1000, 2000}, 500).back(), 0);
    EXPECT_EQ(run(choice, {1000, 500}, 2000).back(), 1);
}

TEST(exec_timed_choice, the_second_round_mends_a_cold_first_one_soon) {
    timed_choice choice = choice_of({1000, 1200});
    EXPECT_EQ(run(choice, {3600, 3000}, 20).back(), 1);
    EXPECT_EQ(run(choice, {1000, 1200}, 60).back(), 0);
    // The third one is as far off as others.
    EXPECT_EQ(run(choice, {1000, 500}, 200).back(), 0);
}

TEST(exec_timed_choice, the_second_round_leaves_out_what_was_far_slower) {
    const times ns {5000, 1900, 1000};
    timed_choice choice = choice_of(ns);
    EXPECT_EQ(run(choice, ns, 25).back(), 2);
    const std::vector<int> second = run(choice, ns, 300);
    EXPECT_EQ(std::ranges::count(second, 0), 0);
    EXPECT_EQ(std::ranges::count(second, 1), 6);
    const std::vector<int> third = run(choice, ns, 2000);
    EXPECT_GE(std::ranges::count(third, 0), 3);
    EXPECT_EQ(third.back(), 2);
}

// A CPU that wakes up wide vectors in 100 us, and lets them sleep when narrow ones have run for as
// long. Way 0 has wide ones.
class sleepy_vectors {
public:
    // Runs once, and returns the way that ran.
    int run(timed_choice &choice) {
        const auto [way, is_timed] = choice.next();
        const bool is_wide = way == 0;
        const std::int64_t ns = !is_wide ? 800 : awake_ns_ < 100000 ? 1200 : 600;
        awake_ns_ = std::clamp<std::int64_t>(awake_ns_ + (is_wide ? ns : -ns), 0, 200000);
        if (is_timed) choice.add(way, ns);
        return way;
    }

private:
    std::int64_t awake_ns_ = 0;
};

TEST(exec_timed_choice, wide_vectors_are_woken_up_before_their_time_counts) {
    timed_choice knows(2, 600, true), does_not(2, 600);
    sleepy_vectors one, other;
    int of_knowing = 0, of_other = 0;
    for (int i = 0; i < 5000; ++i) {
        of_knowing = one.run(knows);
        of_other = other.run(does_not);
    }
    EXPECT_EQ(of_knowing, 0);
    EXPECT_EQ(of_other, 1);
}

TEST(exec_timed_choice, what_is_far_slower_wakes_nothing_up) {
    const times ns {1000, 2500};
    timed_choice choice(2, 1000, true);
    const std::vector<int> ways = run(choice, ns, 200);
    EXPECT_EQ(std::ranges::count(ways, 1), 6);
}

TEST(exec_timed_choice, what_wakes_vectors_takes_little_of_all_time) {
    const times ns {600, 900};
    timed_choice choice(2, 600, true);
    const std::vector<int> ways = run(choice, ns, 1000000);
    const auto n_slower = static_cast<double>(std::ranges::count(ways, 1));
    EXPECT_GT(n_slower, 150000 / 900);
    EXPECT_LT(n_slower * 300, 0.012 * 600 * 1000000);
}

TEST(exec_timed_choice, a_round_waits_for_a_run_in_another_thread) {
    const times ns {1000, 500};
    timed_choice choice = choice_of(ns);
    for (int i = 0; i < 100; ++i)
        if (const auto [way, is_timed] = choice.next(); is_timed && way == 0)
            choice.add(way, 1000); // those of way 1 go on
    EXPECT_EQ(choice.next().way, 0);
    choice.add(1, 500);
    EXPECT_EQ(run(choice, ns, 2), (std::vector<int> {1, 1}));
}

// As in the child of a fork(), where the thread is missing.
TEST(exec_timed_choice, a_round_does_not_wait_forever) {
    timed_choice choice = choice_of({1000, 500});
    const auto turns_of_way_1 = [&](int n) {
        int turns = 0;
        for (int i = 0; i < n; ++i) {
            const auto [way, is_timed] = choice.next();
            if (is_timed && way == 0) choice.add(way, 1000);
            turns += way;
        }
        return turns;
    };
    EXPECT_GT(turns_of_way_1(100), 0);
    EXPECT_EQ(turns_of_way_1(90000), 0);
    EXPECT_GT(turns_of_way_1(20000), 0);
}

// The threads and their sanitizer judge.
TEST(exec_timed_choice, threads_may_share_a_choice) {
    const times ns {1000, 500, 1500};
    timed_choice choice = choice_of(ns);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] { (void)run(choice, ns, 20000); });
    for (std::thread &each : threads)
        each.join();
    int found = 0;
    for (int i = 0; i < 100; ++i)
        found += run(choice, ns) == 1 ? 1 : 0;
    EXPECT_GE(found, 80);
}

} // namespace
} // namespace internal
