// SPDX-License-Identifier: Apache-2.0
// Executable memory for generated kernels, never writable and executable at once.
#ifndef LIBSELECT_JIT_EXECUTABLE_MEMORY_HPP
#define LIBSELECT_JIT_EXECUTABLE_MEMORY_HPP

#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

namespace libselect {

// Kernels share pages. A page that already holds running kernels is never made writable again: the
// pages that a new kernel touches are written in a mapping of their own (a copy of what they hold,
// then the new code), that mapping is made read-execute, and mremap puts it in place of the old
// pages. The kernel does that under its mapping lock, so a thread that runs an old kernel meanwhile
// sees the old page or the new one, and both hold its code. Code is never given back: its amount is
// bounded by the number of different kernels.
class executable_memory {
public:
    executable_memory() = default;
    executable_memory(const executable_memory &) = delete;
    executable_memory &operator=(const executable_memory &) = delete;
    // Unmaps everything; no kernel may be running.
    ~executable_memory();

    // Copies position-independent code into executable memory and returns its address, which is a
    // multiple of 64. Throws failure(runtime_error) with the system's reason when memory or
    // execution is refused, and then nothing has changed. May be called from many threads.
    [[nodiscard]] const void *publish(std::span<const std::byte> code);

    // Bytes of address space held.
    [[nodiscard]] std::size_t reserved_bytes() const;

private:
    struct region {
        std::byte *begin = nullptr;
        std::size_t size = 0;
        std::size_t used = 0;
    };
    [[nodiscard]] bool has_room(std::size_t n_bytes) const noexcept;
    void reserve_region(std::size_t n_bytes);

    mutable std::mutex lock_;
    std::vector<region> regions_;
};

} // namespace libselect

#endif
