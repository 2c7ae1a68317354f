// SPDX-License-Identifier: Apache-2.0
// Counted allocations: this executable defines malloc and operator new, and so stands before libc
// and libstdc++ for every shared library in the process. Needs glibc, where malloc has a second
// name.
#include <dlfcn.h>
#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "unit/call_counter.hpp"

#if !defined(LIBSELECT_SANITIZED)

extern "C" {

void *__libc_malloc(std::size_t size);
void *__libc_calloc(std::size_t count, std::size_t size);
void *__libc_realloc(void *old, std::size_t size);
void *__libc_memalign(std::size_t alignment, std::size_t size);

void *malloc(std::size_t size) noexcept {
    unit::count_allocation(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(std::size_t count, std::size_t size) noexcept {
    unit::count_allocation(__builtin_return_address(0));
    return __libc_calloc(count, size);
}

void *realloc(void *old, std::size_t size) noexcept {
    unit::count_allocation(__builtin_return_address(0));
    return __libc_realloc(old, size);
}

void *aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    unit::count_allocation(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, std::size_t alignment, std::size_t size) noexcept {
    unit::count_allocation(__builtin_return_address(0));
    *memory = __libc_memalign(alignment, size);
    return *memory == nullptr ? ENOMEM : 0;
}

void *mmap(void *address, std::size_t size, int protection, int flags, int file,
        off_t offset) noexcept {
    static std::atomic<void *> libc {nullptr};
    unit::count_allocation(__builtin_return_address(0));
    if (libc.load() == nullptr) libc = dlsym(RTLD_NEXT, "mmap");
    return reinterpret_cast<void *(*)(void *, std::size_t, int, int, int, off_t)>(libc.load())(
            address, size, protection, flags, file, offset);
}

} // extern "C"

namespace {

// operator new is defined too: the one of libstdc++ would hide which library called it.
void *allocate(std::size_t size, const void *caller) noexcept {
    unit::count_allocation(caller);
    return __libc_malloc(size == 0 ? 1 : size);
}

void *allocate(std::size_t size, std::align_val_t alignment, const void *caller) noexcept {
    unit::count_allocation(caller);
    return __libc_memalign(static_cast<std::size_t>(alignment), size);
}

void *or_throw(void *memory) {
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

} // namespace

void *operator new(std::size_t size) {
    return or_throw(allocate(size, __builtin_return_address(0)));
}
void *operator new[](std::size_t size) {
    return or_throw(allocate(size, __builtin_return_address(0)));
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
    return allocate(size, __builtin_return_address(0));
}
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
    return allocate(size, __builtin_return_address(0));
}
void *operator new(std::size_t size, std::align_val_t alignment) {
    return or_throw(allocate(size, alignment, __builtin_return_address(0)));
}
void *operator new[](std::size_t size, std::align_val_t alignment) {
    return or_throw(allocate(size, alignment, __builtin_return_address(0)));
}
void operator delete(void *memory) noexcept {
    std::free(memory);
}
void operator delete[](void *memory) noexcept {
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void *memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void *memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void *memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void *memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

#endif
