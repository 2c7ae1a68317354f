// SPDX-License-Identifier: Apache-2.0
// Rows that are streamed to, with the lines in which one row meets the next. Internal linkage, see
// portable_blocks.hpp.
//
// What a row computes of a line that it does not fill is kept in a buffer. A row that follows
// without a gap adds the rest, and the line is streamed. Else it is stored at last: an ordinary
// store to a line that is also streamed to would read the line, and make streaming stores wait.
#ifndef LIBSELECT_KERNEL_PORTABLE_JOINED_HPP
#define LIBSELECT_KERNEL_PORTABLE_JOINED_HPP

#include "kernel/portable_skipping.hpp"

namespace libselect {
namespace {

inline std::int64_t bytes_into_line(const std::byte *at) {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(at) % line_bytes);
}

// Where it skips, parts of rows that take one source do not read the other.
template <typename T, typename Constants, prefetched ahead, bool skips>
class joined_rows {
public:
    // n >= block_elems.
    [[gnu::always_inline]] void select(const row_at &row, std::int64_t n) {
        if (row.dst != end_) begin_at(row.dst);
        std::int64_t done = 0;
        if (const std::int64_t into = bytes_into_line(row.dst); into != 0) {
            select_block<T, Constants>(line_ + into, row);
            done = (line_bytes - into) / width<T>;
            finish_line(row.dst - into);
        }
        const std::int64_t whole = (n - done) / block_elems<T> * block_elems<T>;
        select_whole(moved<T, Constants>(row, done), whole, n - done);
        first_ = 0;
        end_ = row.dst + n * width<T>;
        if (done + whole != n) select_last(row, n, (n - done - whole) * width<T>);
    }
    // Stores what is left of a line.
    void finish() {
        const std::int64_t into = bytes_into_line(end_);
        if (into > first_)
            std::memcpy(
                    end_ - into + first_, line_ + first_, static_cast<std::size_t>(into - first_));
        first_ = into;
    }

private:
    static constexpr std::int64_t block_bytes = block_elems<T> * width<T>;

    void begin_at(std::byte *at) {
        finish();
        first_ = bytes_into_line(at);
    }
    // Of the line that begins at `to`, the buffer has all bytes from first_ on.
    void finish_line(std::byte *to) {
        if (first_ == 0) return stream(to, line_, line_bytes);
        std::memcpy(to + first_, line_ + first_, static_cast<std::size_t>(line_bytes - first_));
    }
    // `whole` elements, whole blocks, from the beginning of a line on; the row has n.
    [[gnu::always_inline]] void select_whole(
            const row_at &row, std::int64_t whole, std::int64_t n) {
        if constexpr (!skips) return stream_row(row, whole, n);
        for (std::int64_t done = 0; done < whole; done += part_elems) {
            const row_at here = moved<T, Constants>(row, done);
            const std::int64_t left = whole - done;
            if (left >= part_elems && take_equal_part<T, Constants, true>(here)) continue;
            stream_row(here, left < part_elems ? left : part_elems, n - done);
        }
    }
    [[gnu::always_inline]] void stream_row(const row_at &row, std::int64_t whole, std::int64_t n) {
        std::int64_t done = 0;
        if constexpr (group_elems<T> != block_elems<T>)
            stream_blocks<group_elems<T>>(row, done, whole, n);
        stream_blocks<block_elems<T>>(row, done, whole, n);
    }
    // Blocks of `size` elements from number `done` on.
    template <std::int64_t size>
    [[gnu::always_inline]] void stream_blocks(
            const row_at &row, std::int64_t &done, std::int64_t whole, std::int64_t n) {
        alignas(line_bytes) std::byte lines[size * width<T>];
        for (; whole - done >= size; done += size) {
            const row_at here = moved<T, Constants>(row, done);
            prefetch_block<ahead>(here, (n - done) * width<T>, sizeof lines);
            select_block<T, Constants, size>(lines, here);
            stream(here.dst, lines, sizeof lines);
        }
    }
    // The last n_bytes of a row, by the block that ends with it: whole lines, and what begins one.
    [[gnu::always_inline]] void select_last(
            const row_at &row, std::int64_t n, std::int64_t n_bytes) {
        const std::int64_t part = n_bytes % line_bytes, whole = n_bytes - part;
        select_block<T, Constants>(
                line_ + part - block_bytes, moved<T, Constants>(row, n - block_elems<T>));
        stream(end_ - n_bytes, line_ - whole, whole);
    }

    alignas(line_bytes) std::byte buffer_[block_bytes + line_bytes + block_bytes];
    std::byte *const line_ = buffer_ + block_bytes; // blocks reach beyond it on both sides
    std::int64_t first_ = 0;                        // the first byte of the line that is there
    std::byte *end_ = nullptr;                      // of the row before
};

} // namespace
} // namespace libselect

#endif
