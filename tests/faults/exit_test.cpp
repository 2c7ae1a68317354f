// SPDX-License-Identifier: Apache-2.0
// The end of oneTBB, of threads and of the process, with primitives that are still used then.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "faults/child.hpp"
#include "faults/problems.hpp"
#include "faults/sample.hpp"

namespace {

using faults::in_child;
using faults::sample;

// What a process does last: executes what it has, small and large, makes new ones, destroys all.
class last_use {
public:
    void arm() {
        for (const faults::named_problem &named : faults::problem_of_every_kind())
            kept_.push_back(std::make_unique<sample>(named.what));
        for (const std::unique_ptr<sample> &one : kept_)
            if (!one->create_and_run().empty()) std::_Exit(3);
    }
    ~last_use() {
        for (const std::unique_ptr<sample> &one : kept_)
            if (!one->run().empty() || !sample(one->what()).create_and_run().empty()) std::_Exit(4);
        if (!kept_.empty()) ++n_destroyed;
    }
    static inline int n_destroyed = 0;

private:
    std::vector<std::unique_ptr<sample>> kept_;
};

// Made before main, and so before the library is first used; destroyed after all that comes later.
last_use before_main;

// The status of the process tells how it ended. The last handler to run comes after all of these.
std::string ends_well(void (*use)()) {
    return in_child([use]() -> std::string {
        use();
        std::exit(0);
    });
}

TEST(exit_of_the_process, with_an_object_made_before_the_library_was_used) {
    EXPECT_EQ(ends_well([] { before_main.arm(); }), "");
}

TEST(exit_of_the_process, with_an_object_made_after_the_library_was_used) {
    EXPECT_EQ(ends_well([] {
        if (!sample(faults::large_problem()).create_and_run().empty()) std::_Exit(5);
        static last_use later;
        later.arm();
    }),
            "");
}

TEST(exit_of_the_process, with_a_handler_that_uses_the_library_for_the_first_time) {
    EXPECT_EQ(ends_well([] {
        (void)std::atexit([] {
            last_use first;
            first.arm();
        });
    }),
            "");
}

// The test of the tests above: what they do at the end is done, and what goes wrong is seen.
TEST(exit_of_the_process, runs_the_destructors_that_the_other_tests_rely_on) {
    EXPECT_EQ(in_child([]() -> std::string {
        static struct at_the_end {
            ~at_the_end() { std::_Exit(last_use::n_destroyed == 1 ? 42 : 43); }
        } runs_last;
        static last_use later;
        later.arm();
        std::exit(0);
    }),
            "exit 42");
}

TEST(exit_of_a_thread, with_an_object_of_the_thread) {
    EXPECT_EQ(in_child([]() -> std::string {
        for (int i = 0; i < 20; ++i)
            std::thread([] {
                thread_local last_use own;
                own.arm();
            }).join();
        return "";
    }),
            "");
}

TEST(exit_of_onetbb, by_the_caller_leaves_primitives_that_work) {
    EXPECT_EQ(in_child([]() -> std::string {
        const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 4);
        sample kept(faults::large_problem());
        std::string wrong = kept.create_and_run();
        for (int i = 0; i < 20 && wrong.empty(); ++i) {
            tbb::task_scheduler_handle handle {tbb::attach {}};
            wrong = kept.run() + sample(faults::large_problem()).create_and_run();
            if (!tbb::finalize(handle, std::nothrow)) wrong += "oneTBB has not ended";
            wrong += kept.run();
        }
        return wrong;
    }),
            "");
}

} // namespace
