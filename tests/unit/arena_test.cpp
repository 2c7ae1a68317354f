// SPDX-License-Identifier: Apache-2.0
// Executing inside oneTBB work of the caller: his arena, his tasks, his locks.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <atomic>
#include <string>
#include <vector>

#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"

namespace {

using libselect::data_type;

// A problem of a few MB.
support::problem large() {
    return support::dense_problem(data_type::f32, {1013, 1}, {1013, 1023}, {1023});
}

std::string run_large(std::uint64_t seed) {
    support::random_source random(seed);
    return support::run(large(), random);
}

TEST(arena, of_one_thread_is_right) {
    tbb::task_arena arena(1);
    EXPECT_EQ(arena.execute([] { return run_large(1); }), "");
}

TEST(arena, of_two_threads_is_right) {
    tbb::task_arena arena(2);
    EXPECT_EQ(arena.execute([] { return run_large(2); }), "");
}

// Counts the threads that ever worked in an arena.
class thread_counter : public tbb::task_scheduler_observer {
public:
    explicit thread_counter(tbb::task_arena &arena) : task_scheduler_observer(arena) {
        observe(true);
    }
    ~thread_counter() override { observe(false); }
    void on_scheduler_entry(bool is_worker) override {
        if (is_worker) ++workers;
    }
    std::atomic<int> workers = 0;
};

TEST(arena, of_one_thread_gets_no_worker) {
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 8);
    tbb::task_arena arena(1);
    const thread_counter counter(arena);
    EXPECT_EQ(arena.execute([] { return run_large(3); }), "");
    EXPECT_EQ(counter.workers, 0);
}

TEST(arena, execute_inside_a_parallel_for_of_the_caller_is_right) {
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 4);
    tbb::task_arena arena(4);
    std::vector<std::string> failures(24);
    arena.execute([&] {
        tbb::parallel_for(std::size_t {0}, failures.size(), [&](std::size_t i) {
            support::random_source random(i);
            failures[i] = i % 4 == 0 ? run_large(i)
                                     : support::run(support::random_problem(random), random);
        });
    });
    for (const std::string &failure : failures)
        EXPECT_EQ(failure, "");
}

// oneTBB starts no task of a group that is cancelled, nor of work inside it.
TEST(arena, execute_inside_cancelled_work_of_the_caller_is_right) {
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 4);
    tbb::task_arena arena(4);
    std::string failure = "not run";
    arena.execute([&] {
        tbb::task_group_context group;
        tbb::parallel_for(
                0, 1,
                [&](int) {
                    group.cancel_group_execution();
                    failure = run_large(4);
                },
                tbb::simple_partitioner {}, group);
    });
    EXPECT_EQ(failure, "");
}

// A problem that takes longer: cache lines are met many times.
support::problem transposed() {
    support::problem made =
            support::dense_problem(data_type::f32, {513, 1023}, {513, 1023}, {1023});
    made.src0.strides = {1, 513};
    return made;
}

// A caller that holds a lock while it executes must not find itself in another task that wants it.
// A wait that is not isolated takes such a task from the thread's own queue, where hundreds lie:
// one in twenty executes, the others only look. Threads outnumber cores, so that a thread is often
// interrupted in its share of an execute while another waits for it. Without isolation six rounds
// fail about every second time (measured on two cores), with it none does.
TEST(arena, execute_runs_no_other_task_of_the_caller_while_it_waits) {
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 8);
    tbb::task_arena arena(8);
    const libselect::select_op op = support::make_op(transposed());
    const libselect::primitive primitive(op);
    const std::vector<std::byte> cond(op.cond().size_bytes(), std::byte {1});
    const std::vector<std::byte> src0(op.src0().size_bytes()), src1(op.src1().size_bytes());
    std::atomic<int> reentered = 0;
    const auto task = [&](int i) {
        thread_local bool executing = false;
        thread_local std::vector<std::byte> dst;
        if (executing) ++reentered;
        if (executing || i % 20 != 0) return;
        dst.resize(op.dst().size_bytes());
        executing = true;
        primitive.execute({op.cond(), cond.data()}, {op.src0(), src0.data()},
                {op.src1(), src1.data()}, {op.dst(), dst.data()});
        executing = false;
    };
    for (int round = 0; round < 24; ++round)
        arena.execute([&] { tbb::parallel_for(0, 1000, task, tbb::simple_partitioner {}); });
    EXPECT_EQ(reentered, 0);
}

} // namespace
