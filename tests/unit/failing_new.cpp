// SPDX-License-Identifier: Apache-2.0
// Replaces the operators of the whole program; the library's calls come here too.
#include "unit/failing_new.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local bool fails = false;

} // namespace

namespace unit {

failing_new::failing_new() noexcept {
    fails = true;
}

failing_new::~failing_new() {
    fails = false;
}

} // namespace unit

void *operator new(std::size_t size) {
    void *memory = fails ? nullptr : std::malloc(size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

// A sanitizer has its own of each, which must not meet one of these on the same memory.
void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
    return fails ? nullptr : std::malloc(size);
}

void operator delete(void *memory, const std::nothrow_t &) noexcept {
    std::free(memory);
}

void operator delete(void *memory) noexcept {
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept {
    std::free(memory);
}
