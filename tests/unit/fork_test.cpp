// SPDX-License-Identifier: Apache-2.0
// fork() at any moment: the child has its own library, and no lock of a thread that it lacks.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include <libselect/libselect.hpp>

#include "unit/call_counter.hpp" // LIBSELECT_SANITIZED

namespace {

namespace ls = libselect;
using dims = ls::dims;

// Rows of n bytes, each length with a kernel of its own.
ls::primitive primitive_for(std::int64_t n) {
    return ls::primitive(ls::select_op({ls::data_type::boolean, dims {3, 1}},
            {ls::data_type::u8, dims {3, n}}, {ls::data_type::u8, dims {n}}));
}

bool is_right(const ls::primitive &prim, std::int64_t n) {
    const ls::logical_tensor cond(ls::data_type::boolean, dims {3, 1});
    const ls::logical_tensor src0(ls::data_type::u8, dims {3, n});
    const ls::logical_tensor src1(ls::data_type::u8, dims {n});
    const auto width = static_cast<std::size_t>(n);
    const std::uint8_t conditions[3] {1, 0, 2};
    const std::vector<std::uint8_t> ones(3 * width, 1), twos(width, 2);
    std::vector<std::uint8_t> result(3 * width, 9);
    prim.execute(
            {cond, conditions}, {src0, ones.data()}, {src1, twos.data()}, {src0, result.data()});
    for (std::size_t i = 0; i < result.size(); ++i)
        if (result[i] != (conditions[i / width] != 0 ? 1 : 2)) return false;
    return true;
}

// Set while the handlers below shall make and drop primitives.
std::atomic<bool> handlers_create {false};

void create_in_handler() {
    if (handlers_create)
        for (std::int64_t n = 1; n <= 3; ++n)
            (void)primitive_for(n);
}

// Runs before the library is initialised: these handlers stand before its own, as those of a
// program do that loads it later, so that it has closed its gate when they are called.
void register_handlers(int, char **, char **) {
    (void)pthread_atfork(create_in_handler, create_in_handler, create_in_handler);
}
[[gnu::section(".preinit_array"), gnu::used]] void (*const at_start)(
        int, char **, char **) = register_handlers;

// The locks of a sanitizer's allocator do not outlive a fork while other threads allocate.
#if defined(LIBSELECT_SANITIZED)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

// Runs the body in a child of fork() and returns its wait status; a child that hangs is killed.
template <typename Body>
int status_of_child(const Body &body) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        std::_Exit(body() ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

// Threads that make and drop primitives until the end of the scope.
class traffic {
public:
    explicit traffic(int n_threads) {
        for (int i = 0; i < n_threads; ++i)
            threads_.emplace_back([this, i] {
                for (std::int64_t n = i; !done_; n = (n + 7) % 500)
                    (void)primitive_for(1 + n);
            });
    }
    traffic(const traffic &) = delete;
    traffic &operator=(const traffic &) = delete;
    ~traffic() {
        done_ = true;
        for (std::thread &one : threads_)
            one.join();
    }

private:
    std::atomic<bool> done_ = false;
    std::vector<std::thread> threads_;
};

TEST(fork_at_any_moment, before_the_first_primitive) {
    EXPECT_EQ(status_of_child([] { return is_right(primitive_for(33), 33); }), 0);
    EXPECT_TRUE(is_right(primitive_for(33), 33));
}

TEST(fork_at_any_moment, the_child_runs_the_parents_primitives) {
    const ls::primitive prim = primitive_for(21);
    EXPECT_EQ(status_of_child([&] { return is_right(prim, 21); }), 0);
    EXPECT_TRUE(is_right(prim, 21));
}

TEST(fork_at_any_moment, while_other_threads_create_and_destroy) {
    if (sanitized) GTEST_SKIP() << "the sanitizer's own locks hang in the child";
    const traffic others(4);
    for (int round = 0; round < 100; ++round)
        ASSERT_EQ(status_of_child([] {
            for (std::int64_t n = 1; n <= 40; ++n)
                if (!is_right(primitive_for(n), n)) return false;
            return true;
        }),
                0)
                << "round " << round;
}

TEST(fork_at_any_moment, with_handlers_that_use_the_library) {
    handlers_create = true;
    for (int round = 0; round < 20; ++round)
        ASSERT_EQ(status_of_child([] { return is_right(primitive_for(9), 9); }), 0);
    handlers_create = false;
    EXPECT_TRUE(is_right(primitive_for(9), 9));
}

TEST(fork_at_any_moment, a_child_may_fork_again) {
    if (sanitized) GTEST_SKIP() << "the sanitizer's own locks hang in the child";
    EXPECT_EQ(status_of_child([] {
        const traffic others(2);
        return status_of_child([] { return is_right(primitive_for(5), 5); }) == 0;
    }),
            0);
}

} // namespace
