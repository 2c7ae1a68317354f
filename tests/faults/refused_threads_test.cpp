// SPDX-License-Identifier: Apache-2.0
// Threads that the system refuses: those that there are do the work, down to the calling one.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <latch>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "faults/child.hpp"
#include "faults/failing_calls.hpp"
#include "faults/problems.hpp"
#include "faults/refuse.hpp"
#include "faults/sample.hpp"

namespace {

using faults::in_child;
using faults::sample;

// Executes a problem that asks for n_threads, again and again.
std::string run_on(int n_threads, int times) {
    const tbb::global_control allowed(
            tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(n_threads));
    tbb::task_arena arena(n_threads);
    sample tried(faults::large_problem());
    std::string wrong = tried.create_and_run();
    for (int i = 0; i < times && wrong.empty(); ++i)
        wrong = arena.execute([&] { return tried.run(); });
    return wrong;
}

// "" also where the system cannot refuse in this way: run() is what counts.
std::string refuse_then_run(bool (*refuse)()) {
    return in_child([=] { return refuse() ? run_on(4, 10) : faults::skipped; });
}

TEST(refused_threads, by_seccomp_from_the_start_leave_the_calling_thread) {
    const std::string outcome = refuse_then_run(faults::refuse_threads);
    if (outcome == faults::skipped) GTEST_SKIP() << "this system has no seccomp filters";
    EXPECT_EQ(outcome, "");
}

TEST(refused_threads, by_a_limit_of_the_user_leave_the_calling_thread) {
    const std::string outcome = refuse_then_run(faults::limit_processes);
    if (outcome == faults::skipped) GTEST_SKIP() << "the user cannot be changed";
    EXPECT_EQ(outcome, "");
}

TEST(refused_threads, after_the_first_execute_leave_those_that_there_are) {
    EXPECT_EQ(in_child([]() -> std::string {
        const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 4);
        sample tried(faults::large_problem());
        std::string wrong = tried.create_and_run();
        if (!faults::refuse_threads()) return wrong;
        for (int i = 0; i < 20 && wrong.empty(); ++i)
            wrong = tried.run();
        return wrong;
    }),
            "");
}

class scarce_threads : public testing::TestWithParam<int> {
protected:
    void SetUp() override {
        if (!faults::can_fail_calls) GTEST_SKIP() << "a sanitizer stands before pthread_create";
    }
};

// oneTBB would start eight; its workers start each other, and one that cannot ends the process.
TEST_P(scarce_threads, fewer_than_asked_for_end_nothing) {
    EXPECT_EQ(in_child([] {
        faults::limit_threads(GetParam());
        return run_on(8, 20);
    }),
            "");
}

TEST_P(scarce_threads, that_are_there_again_later_are_used) {
    EXPECT_EQ(in_child([]() -> std::string {
        faults::limit_threads(GetParam());
        const std::string wrong = run_on(8, 3);
        if (!wrong.empty()) return wrong;
        faults::limit_threads(1000);
        const int before = faults::n_started_threads();
        const std::string later = run_on(8, 64);
        if (!later.empty()) return later;
        return faults::n_started_threads() - before >= 7 ? "" : "no thread was started";
    }),
            "");
}

// Many callers at once, each of whom may be the first. All of them live from the start to the end.
TEST_P(scarce_threads, wanted_by_eight_callers_at_once_end_nothing) {
    EXPECT_EQ(in_child([] {
        constexpr std::size_t n_callers = 8;
        faults::limit_threads(static_cast<int>(n_callers) + GetParam());
        std::vector<std::string> outcomes(n_callers);
        std::latch ready(n_callers), done(n_callers);
        std::vector<std::thread> callers;
        for (std::string &outcome : outcomes)
            callers.emplace_back([&] {
                ready.arrive_and_wait();
                outcome = run_on(8, 5);
                done.arrive_and_wait();
            });
        for (std::thread &caller : callers)
            caller.join();
        return std::accumulate(outcomes.begin(), outcomes.end(), std::string());
    }),
            "");
}

INSTANTIATE_TEST_SUITE_P(given, scarce_threads, testing::Values(0, 1, 2, 3, 5, 6));

} // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
