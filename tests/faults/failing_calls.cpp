// SPDX-License-Identifier: Apache-2.0
// Needs glibc, where malloc has a second name.
#include "faults/failing_calls.hpp"

#include <dlfcn.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdlib>

namespace faults {
namespace {

struct failure_plan {
    bool is_on = false;
    int first = 0;
    bool from_then_on = false;
    call kind = call::allocation;
    int n_calls = 0;
};
thread_local failure_plan plan;
thread_local long live_blocks = 0;
thread_local long live_mappings = 0;

// Counts the call; true when it is to fail, with errno as the system would leave it.
[[maybe_unused]] bool fails(call kind) noexcept {
    if (!plan.is_on || plan.kind != kind) return false;
    ++plan.n_calls;
    const bool fail =
            plan.n_calls == plan.first || (plan.from_then_on && plan.n_calls > plan.first);
    if (fail) errno = ENOMEM;
    return fail;
}

[[maybe_unused]] void *block(void *made) noexcept {
    if (made != nullptr) ++live_blocks;
    return made;
}

} // namespace

failing_calls::failing_calls(call kind, int first, bool from_then_on) : first_(first) {
    plan = {true, first, from_then_on, kind, 0};
}
failing_calls::~failing_calls() {
    plan.is_on = false;
}
int failing_calls::n_calls() const {
    return plan.n_calls;
}
long n_live_blocks() {
    return live_blocks;
}
long n_live_mappings() {
    return live_mappings;
}

#if !defined(LIBSELECT_SANITIZED)
namespace {

// The function of libc that this executable hides. No static initialiser: its guard might lock.
template <typename Function>
Function libc(std::atomic<void *> &found, const char *name) noexcept {
    if (found.load() == nullptr) found = dlsym(RTLD_NEXT, name);
    return reinterpret_cast<Function>(found.load());
}

} // namespace
#endif

} // namespace faults

#if !defined(LIBSELECT_SANITIZED)

using faults::block;
using faults::call;
using faults::fails;

extern "C" {

void *__libc_malloc(std::size_t size);
void *__libc_calloc(std::size_t count, std::size_t size);
void *__libc_realloc(void *old, std::size_t size);
void *__libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void *memory);

void *malloc(std::size_t size) noexcept {
    return fails(call::allocation) ? nullptr : block(__libc_malloc(size));
}

void *calloc(std::size_t count, std::size_t size) noexcept {
    return fails(call::allocation) ? nullptr : block(__libc_calloc(count, size));
}

void *realloc(void *old, std::size_t size) noexcept {
    if (fails(call::allocation)) return nullptr;
    return old == nullptr ? block(__libc_realloc(old, size)) : __libc_realloc(old, size);
}

void *aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    return fails(call::allocation) ? nullptr : block(__libc_memalign(alignment, size));
}

int posix_memalign(void **memory, std::size_t alignment, std::size_t size) noexcept {
    *memory = aligned_alloc(alignment, size);
    return *memory == nullptr ? ENOMEM : 0;
}

void free(void *memory) noexcept {
    if (memory != nullptr) --faults::live_blocks;
    __libc_free(memory);
}

void *mmap(void *address, std::size_t size, int protection, int flags, int file,
        off_t offset) noexcept {
    static std::atomic<void *> found {nullptr};
    if (fails(call::mapping)) return MAP_FAILED;
    using function = void *(*)(void *, std::size_t, int, int, int, off_t);
    void *made =
            faults::libc<function>(found, "mmap")(address, size, protection, flags, file, offset);
    if (made != MAP_FAILED) ++faults::live_mappings;
    return made;
}

int mprotect(void *address, std::size_t size, int protection) noexcept {
    static std::atomic<void *> found {nullptr};
    if (fails(call::mapping)) return -1;
    return faults::libc<int (*)(void *, std::size_t, int)>(found, "mprotect")(
            address, size, protection);
}

void *mremap(void *address, std::size_t size, std::size_t new_size, int flags, ...) noexcept {
    static std::atomic<void *> found {nullptr};
    if (fails(call::mapping)) return MAP_FAILED;
    va_list rest;
    va_start(rest, flags);
    void *target = (flags & MREMAP_FIXED) != 0 ? va_arg(rest, void *) : nullptr;
    va_end(rest);
    using function = void *(*)(void *, std::size_t, std::size_t, int, void *);
    void *moved = faults::libc<function>(found, "mremap")(address, size, new_size, flags, target);
    // The mapping at the target is gone, and the moved one is there now.
    if (moved != MAP_FAILED && target != nullptr) --faults::live_mappings;
    return moved;
}

int munmap(void *address, std::size_t size) noexcept {
    static std::atomic<void *> found {nullptr};
    --faults::live_mappings;
    return faults::libc<int (*)(void *, std::size_t)>(found, "munmap")(address, size);
}

} // extern "C"

#endif
