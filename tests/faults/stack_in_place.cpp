// SPDX-License-Identifier: Apache-2.0
// The kernel that lists what changes in place has large lists on the stack: at every depth it is
// right, or faults at the guard page.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string>

#include "faults/child.hpp"
#include "faults/guarded_stack.hpp"
#include "unit/c_objects.hpp"
#include "unit/call_counter.hpp" // LIBSELECT_SANITIZED

namespace {

using faults::guarded_stack;

// Larger than the caches: only then does the kernel list changes.
constexpr std::int64_t n_elems = 27'000'000;
constexpr std::uint32_t filling = 0xffc00001;
constexpr int at_guard_page = 42;

// Memory that children of fork share with their parent.
template <typename T>
class shared_array {
public:
    shared_array()
        : memory_(mmap(nullptr, n_elems * sizeof(T), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {}
    shared_array(const shared_array &) = delete;
    shared_array &operator=(const shared_array &) = delete;
    ~shared_array() {
        if (is_there()) munmap(memory_, n_elems * sizeof(T));
    }
    [[nodiscard]] bool is_there() const { return memory_ != MAP_FAILED; }
    [[nodiscard]] T *data() const { return static_cast<T *>(memory_); }

private:
    void *const memory_;
};

// dst = src1, whose element i is i; one condition of 200 is true, and src0 is the filling.
class in_place_problem {
public:
    [[nodiscard]] bool create() {
        if (!cond_.is_there() || !dst_.is_there()) return false;
        std::uint32_t random = 1;
        for (std::int64_t i = 0; i < n_elems; ++i) {
            random = random * 1664525 + 1013904223;
            cond_.data()[i] = (random >> 8U) % 200 == 0;
            dst_.data()[i] = static_cast<std::uint32_t>(i);
        }
        mask_ = unit::make_tensor(libselect_boolean, {n_elems});
        scalar_ = unit::make_tensor(libselect_f32, {});
        dense_ = unit::make_tensor(libselect_f32, {n_elems});
        op_ = unit::make_op(mask_, scalar_, dense_);
        libselect_primitive_t *primitive = nullptr;
        const auto status = libselect_primitive_create(&primitive, op_.get(), 1);
        primitive_.reset(primitive);
        return status == libselect_success;
    }
    void reset() const {
        for (std::int64_t i = 0; i < n_elems; ++i)
            if (cond_.data()[i] != 0) dst_.data()[i] = static_cast<std::uint32_t>(i);
    }
    [[nodiscard]] libselect_status_t execute() const {
        const libselect_memory_t cond {mask_.get(), cond_.data(), n_elems};
        const libselect_memory_t src0 {scalar_.get(), const_cast<std::uint32_t *>(&filling), 4};
        const libselect_memory_t dst {dense_.get(), dst_.data(), 4 * n_elems};
        return libselect_execute(primitive_.get(), &cond, &src0, &dst, &dst);
    }
    [[nodiscard]] bool is_right() const {
        std::int64_t n_wrong = 0;
        for (std::int64_t i = 0; i < n_elems; ++i)
            n_wrong += dst_.data()[i]
                       != (cond_.data()[i] != 0 ? filling : static_cast<std::uint32_t>(i));
        return n_wrong == 0;
    }

private:
    const shared_array<std::uint8_t> cond_;
    const shared_array<std::uint32_t> dst_;
    unit::c_tensor mask_, scalar_, dense_;
    unit::c_op op_;
    unit::c_primitive primitive_;
};

struct run_at_depth {
    const in_place_problem &tried;
    const guarded_stack &stack;
    std::size_t left_bytes;
    libselect_status_t status = libselect_runtime_error;
};

const std::byte *guard_page = nullptr;

void on_fault(int number, siginfo_t *what, void * /*context*/) {
    const auto *const address = static_cast<const std::byte *>(what->si_addr);
    if (address >= guard_page && address < guard_page + faults::page_bytes) _exit(at_guard_page);
    (void)std::signal(number, SIG_DFL);
}

[[nodiscard]] bool catch_faults() {
    static std::byte memory[64 << 10U];
    stack_t own {};
    own.ss_sp = memory;
    own.ss_size = sizeof memory;
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    return sigaltstack(&own, nullptr) == 0 && sigaction(SIGSEGV, &action, nullptr) == 0;
}

// Takes the stack down to left_bytes first.
void *execute_at_depth(void *argument) {
    auto &run = *static_cast<run_at_depth *>(argument);
    if (!catch_faults()) return nullptr;
    const auto *here = static_cast<const std::byte *>(__builtin_frame_address(0));
    const auto above = static_cast<std::size_t>(here - run.stack.lowest()) - run.left_bytes;
    auto *taken = static_cast<volatile std::byte *>(__builtin_alloca(above));
    taken[0] = std::byte {0};
    run.status = run.tried.execute();
    return nullptr;
}

// "" when the Select is right, "exit 42" when it faulted at the guard page.
std::string execute_with(const in_place_problem &tried, std::size_t left_bytes) {
    const guarded_stack stack(std::size_t {256} << 10U);
    tried.reset();
    guard_page = stack.guard();
    const std::string outcome = faults::in_child([&]() -> std::string {
        run_at_depth run {tried, stack, left_bytes};
        if (!stack.run(execute_at_depth, &run)) return "no thread";
        if (run.status != libselect_success) return libselect_status_name(run.status);
        return tried.is_right() ? "" : "wrong";
    });
    return stack.is_respected() ? outcome : outcome + ", written behind the guard page";
}

TEST(stack_in_place, is_enough_or_ends_at_its_guard_page_at_every_depth) {
#if defined(LIBSELECT_SANITIZED)
    GTEST_SKIP() << "a sanitizer takes stack of its own";
#endif
    const std::string fault = "exit " + std::to_string(at_guard_page);
    in_place_problem tried;
    ASSERT_TRUE(tried.create());
    EXPECT_EQ(execute_with(tried, std::size_t {32} << 10U), "");
    std::string outcome;
    for (std::size_t left = std::size_t {16} << 10U; left >= 512; left -= 256) {
        outcome = execute_with(tried, left);
        EXPECT_TRUE(outcome.empty() || outcome == fault) << left << " bytes: " << outcome;
    }
    EXPECT_EQ(outcome, fault);
}

} // namespace
