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

// Kernels share pages of executable memory. A page that holds running kernels is never made
// writable again. Instead a new kernel is published in three steps:
//   1. A mapping of its own gets a copy of the pages that the kernel will touch, and then the new
//      code.
//   2. That mapping is made read-execute.
//   3. mremap puts it in place of the old pages.
// Linux does the last step under its mapping lock. So a thread that runs an old kernel meanwhile
// sees the old page or the new page, and both hold its code. Room that is given back is used again.
// A region of address space that holds no kernel any more is unmapped.
class executable_memory {
public:
    executable_memory() = default;
    executable_memory(const executable_memory &) = delete;
    executable_memory &operator=(const executable_memory &) = delete;
    // Unmaps everything; no kernel may be running.
    ~executable_memory();

    // Copies position-independent code into executable memory and returns its address, which is a
    // multiple of 64. Throws failure(runtime_error) with the system's reason when memory or
    // execution is refused, and std::bad_alloc; after either nothing has changed. May be called
    // from many threads.
    [[nodiscard]] const void *publish(std::span<const std::byte> code);

    // Frees the n_bytes of code at an address that publish returned. No thread may be running it.
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
