// SPDX-License-Identifier: Apache-2.0
// A buffer between two pages that fault on any access, with its data laid against one of them.
#ifndef LIBSELECT_TESTS_HARNESS_GUARDED_BUFFER_HPP
#define LIBSELECT_TESTS_HARNESS_GUARDED_BUFFER_HPP

#include <array>
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

// Pages that are mapped twice: once to be written, and once to be read only. Each mapping lies
// between guard pages of its own. A child of fork() shares the pages with its parent.
class guarded_pages {
public:
    guarded_pages() = default;
    // n_bytes are whole pages. Throws std::bad_alloc.
    explicit guarded_pages(std::size_t n_bytes);
    guarded_pages(const guarded_pages &) = delete;
    guarded_pages &operator=(guarded_pages &&other) noexcept;
    ~guarded_pages();

    [[nodiscard]] std::span<std::byte> writable() const { return {writable_, n_bytes_}; }
    [[nodiscard]] std::byte *read_only() const { return read_only_; }

private:
    std::byte *writable_ = nullptr, *read_only_ = nullptr;
    std::size_t n_bytes_ = 0;
};

// The guard pages stay on under ASan: it poisons no memory of mmap, and reports their faults.
class guarded_buffer {
public:
    guarded_buffer() = default;
    guarded_buffer(const guarded_buffer &) = delete;
    guarded_buffer &operator=(const guarded_buffer &) = delete;

    // Makes room for size_bytes, writable, as few pages as hold it (at least one), and returns
    // where the data begins. The contents are unspecified. Throws std::bad_alloc.
    std::byte *allocate(std::size_t size_bytes, placement where);

    // The address at which the same byte can be read, and a write faults.
    [[nodiscard]] std::byte *read_only(std::byte *at) const {
        return pages_->read_only() + (at - whole().data());
    }

    // Every byte between the guard pages.
    [[nodiscard]] std::span<std::byte> whole() const { return pages_->writable(); }

private:
    // Kept by the number of pages, since to map them takes longer than a small problem does; the
    // first is of what is larger.
    std::array<guarded_pages, 9> kept_;
    guarded_pages *pages_ = kept_.data();
};

} // namespace support

#endif
