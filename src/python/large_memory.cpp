// SPDX-License-Identifier: Apache-2.0
// The block that is kept, and NumPy's way to it.
#include "large_memory.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "numpy_api.hpp"

namespace libselect_python {
namespace {

constexpr std::size_t alignment = 64, most_kept_bytes = std::size_t(128) << 20;

// Its first bytes hold its size. torch frees tensors without the GIL, so whoever wants the block
// takes it out first.
std::atomic<std::size_t *> kept {nullptr};

// What is allocated for so many bytes; 0 for too many. Large blocks get a page more, so that an
// array's block serves a tensor of its size, which has a head before its elements.
[[nodiscard]] std::size_t capacity_of(std::size_t bytes) noexcept {
    const std::size_t more = bytes >= large_memory_bytes ? 4096 : 0;
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment + more;
    return rounded < bytes ? 0 : std::max(rounded, alignment);
}

[[nodiscard]] bool serves(std::size_t block, std::size_t bytes) noexcept {
    return block >= bytes && block - bytes <= block / 16;
}

// Asks for huge pages, as NumPy does from 4 MiB on. 16M floats as a new tensor, on an AMD EPYC (Zen
// 3) by tests/python/bench.py, 2026-11-22: 45 to 76 ms without, 21 ms with them.
void prefer_huge_pages(void *memory, std::size_t bytes) noexcept {
#if defined(__linux__)
    constexpr std::size_t page = 4096, least = std::size_t(4) << 20;
    if (bytes < least) return;
    const std::size_t skipped = page - reinterpret_cast<std::uintptr_t>(memory) % page;
    // A refusal changes nothing.
    (void)madvise(static_cast<char *>(memory) + skipped, bytes - skipped, MADV_HUGEPAGE);
#else
    (void)memory, (void)bytes;
#endif
}

void *numpy_malloc(void *, std::size_t bytes) noexcept {
    return new_memory(bytes);
}

void *numpy_calloc(void *, std::size_t n, std::size_t bytes) noexcept {
    const bool fits = !__builtin_mul_overflow(n, bytes, &bytes) && capacity_of(bytes) != 0;
    return fits ? std::calloc(capacity_of(bytes), 1) : nullptr;
}

void *numpy_realloc(void *, void *memory, std::size_t bytes) noexcept {
    return capacity_of(bytes) != 0 ? std::realloc(memory, capacity_of(bytes)) : nullptr;
}

void numpy_free(void *, void *memory, std::size_t bytes) noexcept {
    free_memory(memory, bytes);
}

PyDataMem_Handler handler {
        "libselect", 1, {nullptr, numpy_malloc, numpy_calloc, numpy_realloc, numpy_free}};

// Lives as long as the process, since arrays refer to it.
[[nodiscard]] PyObject *handler_capsule() {
    static PyObject *capsule = nullptr;
    if (capsule == nullptr)
        capsule = checked(PyCapsule_New(&handler, "mem_handler", nullptr)).release();
    return capsule;
}

} // namespace

void *new_memory(std::size_t bytes) noexcept {
    if (bytes >= large_memory_bytes)
        if (std::size_t *block = kept.exchange(nullptr)) {
            if (serves(*block, bytes)) return block;
            std::free(block);
        }
    const std::size_t capacity = capacity_of(bytes);
    void *memory = capacity != 0 ? std::aligned_alloc(alignment, capacity) : nullptr;
    if (memory != nullptr) prefer_huge_pages(memory, capacity);
    return memory;
}

void free_memory(void *memory, std::size_t bytes) noexcept {
    if (memory == nullptr || bytes < large_memory_bytes || bytes > most_kept_bytes)
        return std::free(memory);
    auto *block = static_cast<std::size_t *>(memory);
    *block = capacity_of(bytes);
    std::free(kept.exchange(block));
}

void free_kept_memory() noexcept {
    std::free(kept.exchange(nullptr));
}

numpy_uses_large_memory::numpy_uses_large_memory(std::size_t bytes) {
    if (bytes >= large_memory_bytes)
        former_ = checked(PyDataMem_SetHandler(handler_capsule())).release();
}

// The error that creating the array may have set stays.
numpy_uses_large_memory::~numpy_uses_large_memory() {
    if (former_ == nullptr) return;
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    Py_XDECREF(PyDataMem_SetHandler(former_));
    Py_DECREF(former_);
    PyErr_Restore(type, value, trace);
}

} // namespace libselect_python
