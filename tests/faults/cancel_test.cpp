// SPDX-License-Identifier: Apache-2.0
// pthread_cancel of a thread that is in the library: the call is done, and the thread ends after.
#include <gtest/gtest.h>
#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "faults/child.hpp"
#include "faults/problems.hpp"
#include "faults/sample.hpp"
#include "unit/call_counter.hpp" // LIBSELECT_SANITIZED
#include "unit/internal/common/scratch_directory.hpp"

namespace {

using faults::in_child;
using faults::sample;

struct cancelled_call {
    sample &tried;
    std::string wrong = "the call was not done";
    bool has_gone_on = false;
};

// The wish to end the thread is there before the library is entered.
void *create_and_run(void *argument) {
    auto &call = *static_cast<cancelled_call *>(argument);
    pthread_cancel(pthread_self());
    call.wrong = call.tried.create_and_run();
    pthread_testcancel();
    call.has_gone_on = true;
    return nullptr;
}

std::string cancel_within(sample &tried) {
    cancelled_call call {tried};
    pthread_t thread {};
    void *end = nullptr;
    if (pthread_create(&thread, nullptr, create_and_run, &call) != 0) return "no thread";
    if (pthread_join(thread, &end) != 0) return "not joined";
    if (!call.wrong.empty()) return call.wrong;
    return end == PTHREAD_CANCELED && !call.has_gone_on ? "" : "not cancelled";
}

class cancelled_thread : public testing::TestWithParam<faults::named_problem> {};

TEST_P(cancelled_thread, does_its_first_call) {
    EXPECT_EQ(in_child([] {
        sample tried(GetParam().what);
        return cancel_within(tried);
    }),
            "");
}

// With a verbose level, and kernels dumped.
std::string cancel_within_lines(const char *level) {
    return in_child([=]() -> std::string {
        const internal::scratch_directory scratch;
        if (std::freopen("/dev/null", "w", stdout) == nullptr) return "no /dev/null";
        setenv("LIBSELECT_VERBOSE", level, 1);
        setenv("LIBSELECT_JIT_DUMP", scratch.path().c_str(), 1);
        for (int cols = 1; cols <= 20; ++cols) {
            sample tried(faults::row_problem(4, cols));
            if (const std::string wrong = cancel_within(tried); !wrong.empty()) return wrong;
        }
        return "";
    });
}

TEST(cancelled_thread_that_writes, does_its_lines_and_files) {
    EXPECT_EQ(cancel_within_lines("2"), "");
}

TEST(cancelled_thread_that_writes, says_that_a_variable_is_wrong) {
    EXPECT_EQ(cancel_within_lines("7"), "");
}

INSTANTIATE_TEST_SUITE_P(each, cancelled_thread, testing::ValuesIn(faults::problem_of_every_kind()),
        faults::name_of);

TEST(cancelled_thread_of_many, leaves_the_library_to_the_others) {
    EXPECT_EQ(in_child([]() -> std::string {
        for (int cols = 1; cols <= 100; ++cols) {
            sample tried(faults::row_problem(4, cols)), large(faults::large_problem());
            if (const std::string wrong = cancel_within(tried); !wrong.empty()) return wrong;
            if (cols % 10 != 0) continue;
            if (const std::string wrong = cancel_within(large); !wrong.empty()) return wrong;
        }
        return sample(faults::row_problem(5, 77)).create_and_run();
    }),
            "");
}

} // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
#if defined(LIBSELECT_SANITIZED)
    std::puts("skipped: the address sanitizer takes frames that cancellation leaves for used ones");
    return 77;
#else
    return RUN_ALL_TESTS();
#endif
}
