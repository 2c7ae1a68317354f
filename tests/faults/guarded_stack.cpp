// SPDX-License-Identifier: Apache-2.0
#include "faults/guarded_stack.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "faults/child.hpp"

namespace faults {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t stack_bytes = std::size_t {256} << 10U;
constexpr std::size_t behind_bytes = 64 * page_bytes;
constexpr std::byte untouched {0xa5};

// The memory is shared with children of fork: the parent of one that a signal has ended sees what
// it wrote.
class guarded_stack {
public:
    guarded_stack()
        : memory_(
                mmap(nullptr, n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        if (memory_ == MAP_FAILED) return;
        std::fill_n(behind(), behind_bytes, untouched);
        is_ready_ = mprotect(guard(), page_bytes, PROT_NONE) == 0;
    }
    guarded_stack(const guarded_stack &) = delete;
    guarded_stack &operator=(const guarded_stack &) = delete;
    ~guarded_stack() {
        if (memory_ != MAP_FAILED) munmap(memory_, n_bytes);
    }

    // Runs the function on a thread with this stack. False when there is no such thread.
    [[nodiscard]] bool run(void *(*function)(void *), void *argument) const {
        pthread_attr_t attributes;
        pthread_t thread {};
        if (!is_ready_ || pthread_attr_init(&attributes) != 0) return false;
        const bool has_run = pthread_attr_setstack(&attributes, lowest(), stack_bytes) == 0
                             && pthread_create(&thread, &attributes, function, argument) == 0
                             && pthread_join(thread, nullptr) == 0;
        pthread_attr_destroy(&attributes);
        return has_run;
    }
    // The lowest byte of the stack, and the guard page below it.
    [[nodiscard]] std::byte *lowest() const { return guard() + page_bytes; }
    [[nodiscard]] std::byte *guard() const { return behind() + behind_bytes; }
    [[nodiscard]] bool is_respected() const {
        return is_ready_ && std::all_of(behind(), guard(), [](std::byte value) {
            return value == untouched;
        });
    }

private:
    static constexpr std::size_t n_bytes = behind_bytes + page_bytes + stack_bytes;

    [[nodiscard]] std::byte *behind() const { return static_cast<std::byte *>(memory_); }

    void *const memory_;
    bool is_ready_ = false;
};

// Of the one run of this process.
const std::byte *guard_page = nullptr;

void on_fault(int number, siginfo_t *what, void * /*context*/) {
    const auto *const address = static_cast<const std::byte *>(what->si_addr);
    if (address >= guard_page && address < guard_page + page_bytes) _exit(42);
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

struct depth {
    const std::function<void()> &run;
    const std::byte *lowest;
    std::size_t left_bytes;
    bool has_run = false;
};

// Takes the stack above first.
void *run_at_depth(void *argument) {
    auto &at = *static_cast<depth *>(argument);
    if (!catch_faults()) return nullptr;
    const auto *here = static_cast<const std::byte *>(__builtin_frame_address(0));
    const auto above = static_cast<std::size_t>(here - at.lowest) - at.left_bytes;
    auto *taken = static_cast<volatile std::byte *>(__builtin_alloca(above));
    taken[0] = std::byte {0};
    at.run();
    at.has_run = true;
    return nullptr;
}

} // namespace

std::string run_on_stack(const stack_run &run, std::size_t left_bytes) {
    const guarded_stack stack;
    guard_page = stack.guard();
    const std::string outcome = in_child([&]() -> std::string {
        if (const std::string wrong = run.prepare(); !wrong.empty()) return wrong;
        depth at {run.at_depth, stack.lowest(), left_bytes};
        if (!stack.run(run_at_depth, &at) || !at.has_run) return "no thread";
        return run.check();
    });
    return stack.is_respected() ? outcome : outcome + ", written behind the guard page";
}

} // namespace faults
