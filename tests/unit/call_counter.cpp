// SPDX-License-Identifier: Apache-2.0
// Counts allocations and locks, whoever makes them: the program, libselect.so or libtbb.so.
#include "unit/call_counter.hpp"

#include <link.h>

#include <atomic>
#include <cstdint>
#include <cstring>

namespace unit {
namespace {

thread_local bool counting_own = false;
thread_local call_counts own;

std::atomic<bool> counting_library {false};
std::atomic<int> library_allocations {0};
std::atomic<int> library_locks {0};
std::uintptr_t library_begin = 0, library_end = 0;

// Sets the bounds of the executable segment of libselect.so.
int find_library(dl_phdr_info *info, std::size_t, void *) {
    if (std::strstr(info->dlpi_name, "libselect.so") == nullptr) return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const auto &segment = info->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
        library_begin = info->dlpi_addr + segment.p_vaddr;
        library_end = library_begin + segment.p_memsz;
    }
    return 1;
}

} // namespace

bool is_in_library(const void *address) {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return library_begin <= at && at < library_end;
}

own_calls::own_calls() {
    own = {};
    counting_own = true;
}
own_calls::~own_calls() {
    counting_own = false;
}
call_counts own_calls::counts() const {
    return own;
}

library_calls::library_calls() {
    dl_iterate_phdr(find_library, nullptr);
    library_allocations = 0;
    library_locks = 0;
    counting_library = true;
}
library_calls::~library_calls() {
    counting_library = false;
}
call_counts library_calls::counts() const {
    return {library_allocations, library_locks};
}

void count_allocation(const void *caller) noexcept {
    if (counting_own) ++own.allocations;
    if (counting_library && is_in_library(caller)) ++library_allocations;
}

void count_lock(const void *caller) noexcept {
    if (counting_own) ++own.locks;
    if (counting_library && is_in_library(caller)) ++library_locks;
}

} // namespace unit
