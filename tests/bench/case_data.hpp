// SPDX-License-Identifier: Apache-2.0
// The buffers of a case, filled, and the result that every contestant must give.
#ifndef LIBSELECT_TESTS_BENCH_CASE_DATA_HPP
#define LIBSELECT_TESTS_BENCH_CASE_DATA_HPP

#include <cstddef>
#include <memory>
#include <span>

#include "bench_case.hpp"
#include "plain.hpp"

namespace bench {

// Where buffers of one case begin in their pages: a small one behind the one before it, a large one
// just past the start of a page, by a cache line or by the 16 bytes that malloc leaves there. With
// all small ones at one offset, loads of a call could meet stores of the call before in the low 12
// bits of the address, as on no real heap.
class heap_offsets {
public:
    explicit heap_offsets(memory_kind memory) : memory_(memory) {}
    std::size_t next(std::size_t size_bytes);
    [[nodiscard]] bool huge_pages() const { return memory_ == memory_kind::aligned; }

private:
    memory_kind memory_;
    std::size_t used_ = 0;
};

// Zeroed pages of its own, with at least a page behind the data, so that loops may touch whole
// lines.
class page_buffer {
public:
    page_buffer() = default;
    page_buffer(std::size_t size_bytes, heap_offsets &offsets);
    page_buffer(page_buffer &&other) noexcept { swap(other); }
    page_buffer &operator=(page_buffer &&other) noexcept {
        swap(other);
        return *this;
    }
    ~page_buffer();

    [[nodiscard]] std::byte *data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_bytes_; }
    [[nodiscard]] std::span<std::byte> bytes() const { return {data_, size_bytes_}; }

private:
    void swap(page_buffer &other) noexcept;

    void *mapping_ = nullptr;
    std::size_t mapped_bytes_ = 0;
    std::byte *data_ = nullptr;
    std::size_t size_bytes_ = 0;
};

// In place, dst is the buffer of src1, and `scratch` is a buffer like dst for yardsticks, which
// write what they please. Otherwise scratch is dst.
class case_data {
public:
    case_data(const bench_case &one, memory_kind memory);

    [[nodiscard]] std::byte *cond() const { return cond_.data(); }
    [[nodiscard]] std::byte *src0() const { return src0_.data(); }
    [[nodiscard]] std::byte *src1() const { return src1_.data(); }
    [[nodiscard]] std::byte *dst() const { return in_place_ ? src1() : dst_.data(); }
    [[nodiscard]] std::byte *scratch() const { return dst_.data(); }
    [[nodiscard]] const page_buffer &expected() const { return expected_; }
    // The collapsed loops of the case over these buffers.
    [[nodiscard]] const plain_nest &nest() const { return nest_; }

    // Puts dst in the state before an execution.
    void reset_dst() const;
    [[nodiscard]] bool dst_is_expected() const;

private:
    bool in_place_;
    heap_offsets offsets_;
    page_buffer cond_, src0_, src1_, dst_, expected_;
    page_buffer original_; // src1 before it is overwritten in place
    plain_nest nest_ {};
};

} // namespace bench

#endif
