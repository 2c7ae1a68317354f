// SPDX-License-Identifier: Apache-2.0
// A buffer between two pages that fault on any access, with its data laid against one of them.
#ifndef LIBSELECT_TESTS_HARNESS_GUARDED_BUFFER_HPP
#define LIBSELECT_TESTS_HARNESS_GUARDED_BUFFER_HPP

#include <cstddef>
#include <span>

namespace support {

// Where data lies in its buffer. `gap_bytes` lie between the data and the guard page, and so choose
// the misalignment: at the front guard data begins at page + gap, at the back guard it ends at
// page - gap.
struct placement {
    enum class guard { front, back };
    guard side = guard::back;
    std::size_t gap_bytes = 0;
};

// The guard pages stay on under ASan: it poisons no memory of mmap, and reports their faults.
class guarded_buffer {
public:
    guarded_buffer() = default;
    guarded_buffer(const guarded_buffer &) = delete;
    guarded_buffer &operator=(const guarded_buffer &) = delete;
    ~guarded_buffer();

    // Makes room for size_bytes, writable, as few pages as hold it (at least one), and returns
    // where the data begins. The contents are unspecified. Throws std::bad_alloc.
    std::byte *allocate(std::size_t size_bytes, placement where);

    // Every byte between the guard pages.
    [[nodiscard]] std::span<std::byte> whole() const { return {begin_, usable_bytes_}; }

    // From here to the next allocate, a write to the buffer faults.
    void make_read_only();

private:
    void map(std::size_t usable_bytes);
    void unmap();

    std::byte *begin_ = nullptr; // the first byte after the front guard page
    std::size_t usable_bytes_ = 0;
    bool read_only_ = false;
};

} // namespace support

#endif
