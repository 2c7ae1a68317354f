// SPDX-License-Identifier: Apache-2.0
// A trial of threads before the first use of oneTBB, and the process that it was made in.
#include "exec/workers.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>

namespace libselect {
namespace {

// The stacks of oneTBB's workers have 4 MiB; the rest is for what a worker allocates at its start.
constexpr std::size_t stack_bytes = std::size_t {6} << 20U;

// Threads that all live until the object ends.
class waiting_threads {
public:
    explicit waiting_threads(int n_threads)
        : threads_(new (std::nothrow) pthread_t[static_cast<std::size_t>(n_threads)]) {
        pthread_attr_t attributes;
        if (threads_ == nullptr || pthread_attr_init(&attributes) != 0) return;
        (void)pthread_attr_setstacksize(&attributes, stack_bytes);
        while (n_started_ < n_threads
                && pthread_create(&threads_[static_cast<std::size_t>(n_started_)], &attributes,
                           wait_for_gate, &gate_)
                           == 0)
            ++n_started_;
        pthread_attr_destroy(&attributes);
    }
    waiting_threads(const waiting_threads &) = delete;
    waiting_threads &operator=(const waiting_threads &) = delete;
    ~waiting_threads() {
        closed_.unlock();
        for (int i = 0; i < n_started_; ++i)
            pthread_join(threads_[static_cast<std::size_t>(i)], nullptr);
    }
    [[nodiscard]] int n_started() const noexcept { return n_started_; }

private:
    static void *wait_for_gate(void *gate) {
        const std::lock_guard guard(*static_cast<std::mutex *>(gate));
        return nullptr;
    }
    std::mutex gate_;
    std::unique_lock<std::mutex> closed_ {gate_};
    const std::unique_ptr<pthread_t[]> threads_;
    int n_started_ = 0;
};

// 0 until the first call in any process of this family.
std::atomic<pid_t> first_process {0};
// Workers that a trial has shown the system to give.
std::atomic<int> n_proven {0};
// Calls that found too few proven; a trial runs at every power of two.
std::atomic<unsigned> n_unproven_calls {0};
std::atomic<bool> is_trying {false};

// Asked every time rather than by a handler of fork: it is one call of the system in an execution
// that is shared out because it is long.
bool is_first_process() noexcept {
    const pid_t own = getpid();
    pid_t first = first_process.load(std::memory_order_relaxed);
    if (first == 0 && first_process.compare_exchange_strong(first, own)) return true;
    return first == own;
}

// Whether there is the memory that oneTBB takes before it has any worker.
bool has_memory() noexcept {
    constexpr std::size_t n_bytes = std::size_t {1} << 20U;
    return std::unique_ptr<std::byte[]>(new (std::nothrow) std::byte[n_bytes]) != nullptr;
}

// One trial at a time; who comes meanwhile works alone.
bool try_workers(int n_workers) noexcept {
    if (!std::has_single_bit(++n_unproven_calls) || is_trying.exchange(true)) return false;
    const bool can = can_start_threads(n_workers);
    if (can) n_proven = n_workers;
    is_trying = false;
    return can;
}

} // namespace

bool can_start_threads(int n_threads) noexcept {
    return waiting_threads(n_threads).n_started() == n_threads;
}

bool may_use_workers() {
    if (!is_first_process()) return false;
    const int proven = n_proven.load(std::memory_order_relaxed);
    if (proven == 0 && !has_memory()) return false;
    if (tbb::this_task_arena::max_concurrency() - 1 <= proven) return true;
    // All arenas of the process together have at most this many.
    using tbb::global_control;
    const auto allowed = global_control::active_value(global_control::max_allowed_parallelism);
    const int n_workers = static_cast<int>(allowed) - 1;
    if (n_workers < 1) return false;
    return n_workers <= proven || try_workers(n_workers);
}

} // namespace libselect
