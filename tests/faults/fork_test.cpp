// SPDX-License-Identifier: Apache-2.0
// Children of fork, before and after their parent has used the library, and in the middle of it.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "faults/child.hpp"
#include "faults/problems.hpp"
#include "faults/sample.hpp"
#include "unit/call_counter.hpp" // LIBSELECT_SANITIZED

namespace {

using faults::in_child;
using faults::sample;

std::string create_and_run_all() {
    std::string wrong;
    for (const faults::named_problem &named : faults::problem_of_every_kind())
        if (wrong.empty()) wrong = sample(named.what).create_and_run();
    return wrong;
}

// The locks of a sanitizer's allocator do not outlive a fork while other threads allocate.
#if defined(LIBSELECT_SANITIZED)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

// What a test does is done in a child, the parent of those that it forks: nothing has used the
// library before.
class fork_of : public testing::Test {
protected:
    ~fork_of() override { EXPECT_EQ(outcome_, ""); }
    template <typename Body>
    void as_parent(const Body &body) {
        outcome_ = in_child([&] {
            const tbb::global_control allowed(
                    tbb::global_control::max_allowed_parallelism, n_threads);
            return body();
        });
    }
    // A worker of oneTBB allocates when it starts, which may be after the execution that wanted it.
    static constexpr int n_threads = sanitized ? 1 : 4;

private:
    std::string outcome_;
};

TEST_F(fork_of, a_process_that_has_not_used_the_library_uses_it) {
    as_parent([] { return in_child(create_and_run_all) + create_and_run_all(); });
}

TEST_F(fork_of, a_process_that_has_used_all_of_it_uses_all_of_it) {
    as_parent([] {
        return create_and_run_all() + in_child(create_and_run_all) + create_and_run_all();
    });
}

TEST_F(fork_of, a_process_with_a_primitive_executes_it) {
    as_parent([] {
        sample large(faults::large_problem()), small(faults::row_problem(5, 60));
        const auto run = [&] { return large.run() + small.run(); };
        std::string wrong = large.create_and_run() + small.create_and_run();
        for (int i = 0; i < 5 && wrong.empty(); ++i)
            wrong = in_child(run) + run();
        return wrong;
    });
}

TEST_F(fork_of, a_child_uses_the_library) {
    as_parent([] {
        const std::string wrong = create_and_run_all();
        return wrong + in_child([] { return in_child(create_and_run_all) + create_and_run_all(); });
    });
}

// Forks while three threads do their work, over and over.
template <typename Work>
std::string fork_meanwhile(int n_children, const Work &work) {
    std::atomic<bool> is_done = false;
    std::vector<std::string> outcomes(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < outcomes.size(); ++i)
        threads.emplace_back([&, i] {
            for (int n = 0; !is_done && outcomes[i].empty(); ++n)
                outcomes[i] = work(static_cast<int>(i), n);
        });
    for (int i = 0; i < n_children && outcomes[0].empty(); ++i)
        outcomes[0] = in_child(create_and_run_all);
    is_done = true;
    for (std::thread &thread : threads)
        thread.join();
    return outcomes[0] + outcomes[1] + outcomes[2] + outcomes[3];
}

TEST_F(fork_of, a_process_in_the_middle_of_executing_on_several_threads_uses_the_library) {
    if (sanitized) GTEST_SKIP() << "the sanitizer's own locks hang in the child";
    as_parent([] {
        std::vector<std::unique_ptr<sample>> own;
        std::string wrong;
        for (int i = 0; i < 4; ++i) {
            own.push_back(std::make_unique<sample>(faults::large_problem()));
            wrong += own.back()->create_and_run();
        }
        if (!wrong.empty()) return wrong;
        return fork_meanwhile(
                40, [&](int thread, int) { return own[static_cast<std::size_t>(thread)]->run(); });
    });
}

TEST_F(fork_of, a_process_in_the_middle_of_creating_uses_the_library) {
    if (sanitized) GTEST_SKIP() << "the sanitizer's own locks hang in the child";
    as_parent([] { return fork_meanwhile(40, [](int, int) { return create_and_run_all(); }); });
}

} // namespace
