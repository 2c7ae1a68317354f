// SPDX-License-Identifier: Apache-2.0
// 64 threads at once, and the caller's own oneTBB around the library.
// LIBSELECT_LOAD_SECONDS=n makes each test of load take n seconds instead of 1.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "faults/problems.hpp"
#include "faults/sample.hpp"
#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"

namespace {

using faults::sample;

constexpr std::size_t n_callers = 64;

std::chrono::steady_clock::time_point end_of_load() {
    const char *seconds = std::getenv("LIBSELECT_LOAD_SECONDS");
    return std::chrono::steady_clock::now()
           + std::chrono::seconds(seconds != nullptr ? std::atoi(seconds) : 1);
}

// Every caller calls work(caller, i) for i = 0, 1, ... until the time is over or something is
// wrong.
template <typename Work>
std::string on_all_callers(const Work &work) {
    std::vector<std::string> outcomes(n_callers);
    std::vector<std::thread> callers;
    const auto end = end_of_load();
    for (std::size_t caller = 0; caller < n_callers; ++caller)
        callers.emplace_back([&, caller] {
            for (std::uint64_t i = 0; outcomes[caller].empty(); ++i) {
                outcomes[caller] = work(caller, i);
                if (std::chrono::steady_clock::now() > end) break;
            }
        });
    for (std::thread &caller : callers)
        caller.join();
    std::string wrong;
    for (const std::string &outcome : outcomes)
        wrong += outcome;
    return wrong;
}

// One of the kinds of problem, created, executed and destroyed.
std::string run_kind(std::uint64_t i) {
    static const std::vector<faults::named_problem> kinds = faults::problem_of_every_kind();
    return sample(kinds[i % kinds.size()].what).create_and_run();
}

TEST(load, of_64_threads_with_primitives_of_their_own_is_right) {
    EXPECT_EQ(on_all_callers([](std::size_t caller, std::uint64_t i) {
        support::random_source random(1000 * i + caller % 8); // the same ones at the same time
        return support::run(support::random_problem(random), random);
    }),
            "");
}

TEST(load, of_64_threads_with_every_kind_of_problem_is_right) {
    EXPECT_EQ(on_all_callers(
                      [](std::size_t caller, std::uint64_t i) { return run_kind(caller + i); }),
            "");
}

// A primitive that all callers execute, and that each of them replaces now and then. A lock, since
// the std::atomic<std::shared_ptr> of GCC 12 is a race to ThreadSanitizer.
class replaced_primitive {
public:
    explicit replaced_primitive(const libselect::select_op &op) : op_(op) { replace(); }
    [[nodiscard]] std::shared_ptr<const libselect::primitive> get() const {
        const std::lock_guard guard(lock_);
        return current_;
    }
    void replace() {
        auto made = std::make_shared<const libselect::primitive>(op_);
        const std::lock_guard guard(lock_);
        current_.swap(made);
    }

private:
    const libselect::select_op &op_;
    mutable std::mutex lock_;
    std::shared_ptr<const libselect::primitive> current_;
};

TEST(load, of_64_threads_with_shared_primitives_is_right) {
    const libselect::select_op op = support::make_op(faults::row_problem(60, 100));
    replaced_primitive shared(op);
    EXPECT_EQ(on_all_callers([&](std::size_t caller, std::uint64_t i) -> std::string {
        const bool takes_src0 = caller % 2 != 0;
        const std::vector<std::uint8_t> cond(6000, takes_src0 ? 1 : 0);
        const std::vector<float> src0(6000, 1), src1(100, 2);
        std::vector<float> dst(6000);
        if (i % 5 == 0) shared.replace();
        shared.get()->execute({op.cond(), cond.data()}, {op.src0(), src0.data()},
                {op.src1(), src1.data()}, {op.dst(), dst.data()});
        return dst == std::vector<float>(6000, takes_src0 ? 1.0F : 2.0F) ? "" : "wrong result";
    }),
            "");
}

TEST(load, of_64_arenas_of_one_thread_is_right) {
    EXPECT_EQ(on_all_callers([](std::size_t caller, std::uint64_t i) {
        tbb::task_arena arena(1);
        return arena.execute([&] { return run_kind(caller + i); });
    }),
            "");
}

TEST(load, of_64_tasks_of_the_caller_that_create_and_execute_is_right) {
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 8);
    tbb::task_arena arena(8);
    std::vector<std::string> outcomes(n_callers);
    arena.execute([&] {
        tbb::parallel_for(std::size_t {0}, n_callers,
                [&](std::size_t task) { outcomes[task] = run_kind(task); });
    });
    for (const std::string &outcome : outcomes)
        EXPECT_EQ(outcome, "");
}

// Uses the library whenever a thread enters or leaves the arena.
class executing_observer : public tbb::task_scheduler_observer {
public:
    explicit executing_observer(tbb::task_arena &arena) : task_scheduler_observer(arena) {
        observe(true);
    }
    ~executing_observer() override { observe(false); }
    void on_scheduler_entry(bool) override { use(); }
    void on_scheduler_exit(bool) override { use(); }
    std::atomic<int> uses = 0, failures = 0;

private:
    void use() {
        ++uses;
        if (!sample(faults::row_problem(3, 20)).create_and_run().empty()) ++failures;
    }
};

TEST(load, of_observers_that_create_and_execute_is_right) {
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 4);
    tbb::task_arena arena(4);
    executing_observer observer(arena);
    for (std::uint64_t i = 0; i < 50; ++i)
        EXPECT_EQ(arena.execute([&] { return run_kind(i); }), "");
    EXPECT_GT(observer.uses, 0);
    EXPECT_EQ(observer.failures, 0);
}

} // namespace
