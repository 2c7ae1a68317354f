// SPDX-License-Identifier: Apache-2.0
// Memory of large results.
//
// malloc maps blocks of more than 32 MiB anew each time, and the system zeroes their pages: for 64
// MiB that takes as long as the Select. So the module keeps the block of the last large result that
// was freed, for the next result of about the same size. A loop that replaces its result then runs
// in two blocks.
//
//     16M floats, random mask, ms per call | new memory | kept memory | out=
//     where()                              |       16.5 |         9.4 |  6.7
//     AMD EPYC (Zen 3), 2026-11-22, least of 15 calls in turns
//
// At most one block is kept, of at most 128 MiB; cache_clear() gives it back. The functions need no
// GIL.
#ifndef LIBSELECT_PYTHON_LARGE_MEMORY_HPP
#define LIBSELECT_PYTHON_LARGE_MEMORY_HPP

#include "python.hpp"

namespace libselect_python {

// malloc's own limit, DEFAULT_MMAP_THRESHOLD_MAX; what is smaller, malloc keeps.
inline constexpr std::size_t large_memory_bytes = std::size_t(32) << 20;

// Memory aligned to a cache line, or nullptr.
[[nodiscard]] void *new_memory(std::size_t bytes) noexcept;

// Frees what new_memory() gave for so many bytes, or keeps it.
void free_memory(void *memory, std::size_t bytes) noexcept;

void free_kept_memory() noexcept;

// While it lives, arrays that NumPy creates on this thread have their elements in such memory. For
// sizes that are not large it does nothing.
class numpy_uses_large_memory {
public:
    explicit numpy_uses_large_memory(std::size_t bytes);
    numpy_uses_large_memory(const numpy_uses_large_memory &) = delete;
    numpy_uses_large_memory &operator=(const numpy_uses_large_memory &) = delete;
    ~numpy_uses_large_memory();

private:
    PyObject *former_ = nullptr;
};

} // namespace libselect_python

#endif
