// SPDX-License-Identifier: Apache-2.0
// Threads with too little stack fault at the guard page: nothing behind it is written.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "faults/child.hpp"
#include "faults/problems.hpp"
#include "faults/sample.hpp"
#include "unit/call_counter.hpp" // LIBSELECT_SANITIZED

namespace {

using faults::sample;

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t behind_bytes = 64 * page_bytes;
constexpr std::byte untouched {0xa5};

// A stack with a guard page below it, and below that memory that is somebody else's.
class guarded_stack {
public:
    explicit guarded_stack(std::size_t n_bytes)
        : n_bytes_(n_bytes),
          memory_(mmap(nullptr, behind_bytes + page_bytes + n_bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
        if (memory_ == MAP_FAILED) return;
        std::fill_n(behind(), behind_bytes, untouched);
        is_ready_ = mprotect(behind() + behind_bytes, page_bytes, PROT_NONE) == 0;
    }
    guarded_stack(const guarded_stack &) = delete;
    guarded_stack &operator=(const guarded_stack &) = delete;
    ~guarded_stack() {
        if (memory_ != MAP_FAILED) munmap(memory_, behind_bytes + page_bytes + n_bytes_);
    }

    // False when there is no such thread.
    [[nodiscard]] bool run(void *(*function)(void *), void *argument) {
        pthread_attr_t attributes;
        pthread_t thread {};
        if (!is_ready_ || pthread_attr_init(&attributes) != 0) return false;
        std::byte *stack = behind() + behind_bytes + page_bytes;
        const bool has_run = pthread_attr_setstack(&attributes, stack, n_bytes_) == 0
                             && pthread_create(&thread, &attributes, function, argument) == 0
                             && pthread_join(thread, nullptr) == 0;
        pthread_attr_destroy(&attributes);
        return has_run;
    }
    [[nodiscard]] bool is_respected() const {
        return std::all_of(
                behind(), behind() + behind_bytes, [](std::byte one) { return one == untouched; });
    }

private:
    [[nodiscard]] std::byte *behind() const { return static_cast<std::byte *>(memory_); }

    const std::size_t n_bytes_;
    void *const memory_;
    bool is_ready_ = false;
};

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
    return faults::in_child([&]() -> std::string {
        sample tried(what);
        if (tried.create() != libselect_success) return "not created";
        guarded_stack stack(n_bytes);
        if (!stack.run(function, &tried)) return "no thread";
        if (!stack.is_respected()) return "written behind the guard page";
        return tried.is_right() ? "" : "wrong";
    });
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
