// SPDX-License-Identifier: Apache-2.0
// max_threads = 1 never touches oneTBB: no thread is started, and none is missed where the system
// refuses them.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <filesystem>
#include <iterator>
#include <string>

#include "faults/child.hpp"
#include "faults/problems.hpp"
#include "faults/refuse.hpp"
#include "faults/sample.hpp"

namespace {

using faults::in_child;
using faults::sample;

// Creates and executes the large problem, again and again.
std::string run_with(int max_threads) {
    support::problem what = faults::large_problem();
    what.max_threads = max_threads;
    sample tried(what);
    std::string wrong = tried.create_and_run();
    for (int i = 0; i < 10 && wrong.empty(); ++i)
        wrong = tried.run();
    return wrong;
}

// "" also where the system cannot refuse in this way.
std::string refuse_then_run(bool (*refuse)()) {
    return in_child([=] { return refuse() ? run_with(1) : faults::skipped; });
}

TEST(refused_threads, by_seccomp_are_not_missed_by_one_thread) {
    const std::string outcome = refuse_then_run(faults::refuse_threads);
    if (outcome == faults::skipped) GTEST_SKIP() << "this system has no seccomp filters";
    EXPECT_EQ(outcome, "");
}

TEST(refused_threads, by_a_limit_of_the_user_are_not_missed_by_one_thread) {
    const std::string outcome = refuse_then_run(faults::limit_processes);
    if (outcome == faults::skipped) GTEST_SKIP() << "the user cannot be changed";
    EXPECT_EQ(outcome, "");
}

long n_threads_of_process() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

// Threads of a process that was allowed four and has executed with this limit.
std::string count_threads(int max_threads) {
    return in_child([=]() -> std::string {
        const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 4);
        const long before = n_threads_of_process();
        tbb::task_arena arena(4);
        std::string wrong;
        if (max_threads == 1)
            wrong = run_with(1);
        else
            arena.execute([&] { wrong = run_with(max_threads); });
        if (!wrong.empty()) return wrong;
        return n_threads_of_process() == before ? "no thread more" : "more threads";
    });
}

TEST(max_threads, of_one_starts_no_thread) {
    EXPECT_EQ(count_threads(1), "no thread more");
}

TEST(max_threads, of_more_than_one_starts_threads) {
    EXPECT_EQ(count_threads(2), "more threads");
    EXPECT_EQ(count_threads(0), "more threads");
}

} // namespace
