// SPDX-License-Identifier: Apache-2.0
// The process that oneTBB was first used in, and a trial of memory before that.
#include "exec/workers.hpp"

#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>

namespace libselect {
namespace {

// 0 until oneTBB is used in any process of this family.
std::atomic<pid_t> first_process {0};

// Whether there is the memory that oneTBB takes before it has any worker.
bool has_memory() noexcept {
    constexpr std::size_t n_bytes = std::size_t {1} << 20U;
    return std::unique_ptr<std::byte[]>(new (std::nothrow) std::byte[n_bytes]) != nullptr;
}

} // namespace

// The process is asked for every time rather than told by a handler of fork: it is one call of the
// system in an execution that is shared out because it is long.
bool may_use_workers() noexcept {
    const pid_t own = getpid();
    pid_t first = first_process.load(std::memory_order_relaxed);
    if (first == 0 && !has_memory()) return false;
    if (first == 0 && first_process.compare_exchange_strong(first, own)) return true;
    return first == own;
}

} // namespace libselect
