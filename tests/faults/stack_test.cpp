// SPDX-License-Identifier: Apache-2.0
// Threads with too little stack fault at the guard page: nothing behind it is written.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <string>
#include <vector>

#include "faults/child.hpp"
#include "faults/guarded_stack.hpp"
#include "faults/problems.hpp"
#include "faults/sample.hpp"
#include "unit/call_counter.hpp" // LIBSELECT_SANITIZED

namespace {

using faults::guarded_stack;
using faults::page_bytes;
using faults::sample;

void *execute_sample(void *argument) {
    auto &tried = *static_cast<sample *>(argument);
    (void)tried.execute();
    return nullptr;
}

// n_bytes further down the stack.
template <std::size_t n_bytes>
[[gnu::noinline]] void execute_below(sample &tried) {
    auto *above = static_cast<volatile std::byte *>(__builtin_alloca(n_bytes));
    for (std::size_t left = n_bytes; left > page_bytes; left -= page_bytes)
        above[left - 1] = std::byte {0};
    (void)tried.execute();
    above[0] = std::byte {0};
}

// Where there is room, at the top; then with less of it left.
void *execute_sample_twice(void *argument) {
    auto &tried = *static_cast<sample *>(argument);
    (void)tried.execute();
    execute_below<(100U << 10U)>(tried);
    return nullptr;
}

// "" when the Select is right and nothing behind the guard page is written.
std::string execute_on_stack(const support::problem &what, std::size_t n_bytes,
        void *(*function)(void *) = execute_sample) {
    guarded_stack stack(n_bytes);
    const std::string outcome = faults::in_child([&]() -> std::string {
        sample tried(what);
        if (tried.create() != libselect_success) return "not created";
        if (!stack.run(function, &tried)) return "no thread";
        return tried.is_right() ? "" : "wrong";
    });
    return stack.is_respected() ? outcome : outcome + ", written behind the guard page";
}

class stack : public testing::TestWithParam<faults::named_problem> {
protected:
    void SetUp() override {
#if defined(LIBSELECT_SANITIZED)
        GTEST_SKIP() << "a sanitizer takes stack of its own";
#endif
    }
    // Of any thread of this system, in steps of 4.
    static std::size_t least_kib() {
        return (static_cast<std::size_t>(sysconf(_SC_THREAD_STACK_MIN)) + 4095) / 4096 * 4;
    }
};

TEST_P(stack, that_is_too_small_ends_at_its_guard_page) {
    if (least_kib() >= 128) GTEST_SKIP() << "no thread of this system has so little";
    for (std::size_t kib = least_kib(); kib < 128; kib += 4) {
        const std::string outcome = execute_on_stack(GetParam().what, kib << 10U);
        EXPECT_TRUE(outcome.empty() || outcome == "signal 11") << kib << " KiB: " << outcome;
    }
}

// What was enough at the top of the stack is not where less is left.
TEST_P(stack, that_is_nearly_used_up_ends_at_its_guard_page) {
    for (std::size_t kib = 128 + 16; kib < 256; kib += 8) {
        const std::string outcome =
                execute_on_stack(GetParam().what, kib << 10U, execute_sample_twice);
        EXPECT_TRUE(outcome.empty() || outcome == "signal 11") << kib << " KiB: " << outcome;
    }
    EXPECT_EQ(
            execute_on_stack(GetParam().what, std::size_t {256} << 10U, execute_sample_twice), "");
}

// What libselect.h promises, and what glibc has at the top of a stack.
TEST_P(stack, of_the_promised_size_is_enough) {
    EXPECT_EQ(execute_on_stack(GetParam().what, std::size_t {128 + 16} << 10U), "");
}

// Those that oneTBB shares out need a stack for it too.
std::vector<faults::named_problem> problems_of_one_thread() {
    std::vector<faults::named_problem> all = faults::problem_of_every_kind();
    std::erase_if(
            all, [](const auto &named) { return support::n_elems(named.what.dst.dims) > 100000; });
    return all;
}

INSTANTIATE_TEST_SUITE_P(each, stack, testing::ValuesIn(problems_of_one_thread()), faults::name_of);

} // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
