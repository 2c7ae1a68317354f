// SPDX-License-Identifier: Apache-2.0
// Executable memory for generated kernels, never writable and executable at once.
#ifndef LIBSELECT_CODE_EXECUTABLE_MEMORY_HPP
#define LIBSELECT_CODE_EXECUTABLE_MEMORY_HPP

#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "code/free_ranges.hpp"

namespace libselect {

// Kernels share pages. A page that already holds running kernels is never made writable again: the
// pages that a new kernel touches are written in a mapping of their own (a copy of what they hold,
// then the new code), that mapping is made read-execute, and mremap puts it in place of the old
// pages. The kernel does that under its mapping lock, so a thread that runs an old kernel meanwhile
// sees the old page or the new one, and both hold its code. Room that is given back is used again,
// and a region of address space in which nothing is left is unmapped.
class executable_memory {
public:
    executable_memory() = default;
    executable_memory(const executable_memory &) = delete;
    executable_memory &operator=(const executable_memory &) = delete;
    // Unmaps everything; no kernel may be running.
    ~executable_memory();

    // Copies position-independent code into executable memory and returns its address, which is a
    // multiple of 64. Throws failure(runtime_error) with the system's reason when memory or
    // execution is refused, and std::bad_alloc; then nothing has changed. May be called from many
    // threads.
    [[nodiscard]] const void *publish(std::span<const std::byte> code);

    // Frees what publish returned for n_bytes of code. No thread may be running it.
    void give_back(const void *code, std::size_t n_bytes) noexcept;

    // Bytes of address space held.
    [[nodiscard]] std::size_t reserved_bytes() const;

private:
    struct region {
        std::byte *begin;
        std::size_t size;
        free_ranges free;
    };
    struct room {
        region *home;
        std::size_t begin;
    };
    [[nodiscard]] room take_room(std::size_t n_bytes);
    void give_back_room(const region &home, std::size_t begin, std::size_t n_bytes) noexcept;
    void add_region(std::size_t n_bytes);
    static void put(region &home, std::size_t begin, std::span<const std::byte> code);

    mutable std::mutex lock_;
    std::vector<region> regions_;
};

} // namespace libselect

#endif
