// SPDX-License-Identifier: Apache-2.0
// A huge zero-filled buffer that costs memory only where it is written.
#ifndef LIBSELECT_TESTS_UNIT_SPARSE_BUFFER_HPP
#define LIBSELECT_TESTS_UNIT_SPARSE_BUFFER_HPP

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace unit {

class sparse_buffer {
public:
    explicit sparse_buffer(std::int64_t size_bytes)
        : size_bytes_(static_cast<std::size_t>(size_bytes)),
          data_(mmap(nullptr, size_bytes_, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
    sparse_buffer(const sparse_buffer &) = delete;
    sparse_buffer &operator=(const sparse_buffer &) = delete;
    ~sparse_buffer() {
        if (*this) munmap(data_, size_bytes_);
    }
    // False when the system refused it.
    explicit operator bool() const { return data_ != MAP_FAILED; }
    std::byte &operator[](std::int64_t i) const { return static_cast<std::byte *>(data_)[i]; }

private:
    std::size_t size_bytes_;
    void *data_;
};

} // namespace unit

#endif
