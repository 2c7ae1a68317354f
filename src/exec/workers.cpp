// SPDX-License-Identifier: Apache-2.0
// The process in which oneTBB was first used, and a trial allocation before that use.
#include "exec/workers.hpp"

#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>

namespace libselect {
namespace {

// 0 until oneTBB is used in this process or in an ancestor that forked it.
std::atomic<pid_t> first_process {0};

// Whether there is the memory that oneTBB takes before it has any worker.
bool has_memory() noexcept {
    constexpr std::size_t n_bytes = std::size_t {1} << 20U;
    return std::unique_ptr<std::byte[]>(new (std::nothrow) std::byte[n_bytes]) != nullptr;
}

} // namespace

// getpid is called every time. A handler of fork was not taken: one system call is little in an
// execution that is long enough to be shared.
bool may_use_workers() noexcept {
    const pid_t own = getpid();
    pid_t first = first_process.load(std::memory_order_relaxed);
    if (first == 0 && !has_memory()) return false;
    if (first == 0 && first_process.compare_exchange_strong(first, own)) return true;
    return first == own;
}

} // namespace libselect
