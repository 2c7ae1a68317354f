// SPDX-License-Identifier: Apache-2.0
// Rows with a range. Internal linkage, see portable_blocks.hpp.
//
// A row is computed in lines of dst. Those with an end of the range take bytes of both sources and
// are stored as a whole: in parts, they would be read from memory first. No branch depends on where
// in its line the range ends, since it ends elsewhere in each row.
#ifndef LIBSELECT_KERNEL_PORTABLE_RANGE_ROW_HPP
#define LIBSELECT_KERNEL_PORTABLE_RANGE_ROW_HPP

#include "kernel/portable_segments.hpp"
#include "kernel/range_row.hpp"

namespace libselect {
namespace {

using byte_numbers = vector<std::int8_t>;

// 0, 1, 2 ... of the bytes of a vector. Not constexpr: to clang 14, elements of vectors are no
// constants.
inline byte_numbers first_numbers() {
    byte_numbers numbers {};
    for (int i = 0; i < number_vector_bytes; ++i)
        numbers[i] = static_cast<std::int8_t>(i);
    return numbers;
}

[[gnu::always_inline]] inline std::int8_t within_line(std::int64_t offset) {
    return static_cast<std::int8_t>(offset < 0 ? 0 : offset > line_bytes ? line_bytes : offset);
}

template <bool streams>
class range_row {
public:
    [[gnu::always_inline]] explicit range_row(const range_row_args &args) : row_(args) {}

    // 64 bytes from this offset on, of both sources.
    [[gnu::always_inline]] void compose(std::byte *to, std::int64_t offset) const {
        const byte_numbers first = in_all_lanes(within_line(row_.first - offset));
        const byte_numbers last = in_all_lanes(within_line(row_.last - offset));
        byte_numbers number = first_numbers();
        for (std::int64_t i = 0; i < line_bytes; i += number_vector_bytes) {
            const byte_numbers is_src0 = (number >= first) & (number < last);
            store(to + i, is_src0 != 0 ? load_whole<byte_numbers>(from(0, offset) + i)
                                       : load_whole<byte_numbers>(from(1, offset) + i));
            number += static_cast<std::int8_t>(number_vector_bytes);
        }
    }
    // The line at this offset, which has an end of the range. In place it was read, so it is worth
    // keeping in the caches.
    [[gnu::always_inline]] void mixed_line(std::int64_t offset) const {
        alignas(line_bytes) std::byte line[line_bytes];
        compose(line, offset);
        if (streams && row_.kept == in_place::none)
            store_line<true>(row_.dst + offset, line);
        else
            store_line<false>(row_.dst + offset, line);
    }
    // Whole lines that take one source.
    [[gnu::always_inline]] void lines(int source, std::int64_t begin, std::int64_t end) const {
        if (row_.kept == (source == 0 ? in_place::src0 : in_place::src1)) return;
        if (row_.is_constant[static_cast<std::size_t>(source)])
            copy_lines<true>(source, begin, end);
        else
            copy_lines<false>(source, begin, end);
    }
    // n_bytes, fewer than a line, from this offset on, of a row that has at least a line.
    [[gnu::noinline]] static void piece(
            const range_row_args &row, std::int64_t offset, std::int64_t n_bytes) {
        std::byte line[line_bytes];
        const std::int64_t last = row.n_bytes - line_bytes, begin = offset < last ? offset : last;
        range_row(row).compose(line, begin);
        store_piece(row.dst + offset, line + (offset - begin), n_bytes);
    }

private:
    [[gnu::always_inline]] [[nodiscard]] const std::byte *from(
            std::size_t source, std::int64_t offset) const {
        return row_.sources[source] + (row_.is_constant[source] ? 0 : offset);
    }
    template <bool is_constant>
    [[gnu::always_inline]] void copy_lines(int source, std::int64_t begin, std::int64_t end) const {
        const std::byte *src = row_.sources[static_cast<std::size_t>(source)];
        for (; begin < end; begin += line_bytes)
            store_line<streams>(row_.dst + begin, src + (is_constant ? 0 : begin));
    }

    const range_row_args row_;
};

// A row shorter than a line.
inline void compute_short_row(const range_row_args &row) {
    const std::int64_t ends[4] {0, row.first, row.last, row.n_bytes};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t source = i == 1 ? 0 : 1;
        if (row.kept == (source == 0 ? in_place::src0 : in_place::src1)) continue;
        std::memcpy(row.dst + ends[i],
                row.sources[source] + (row.is_constant[source] ? 0 : ends[i]),
                static_cast<std::size_t>(ends[i + 1] - ends[i]));
    }
}

template <bool streams>
void compute_range_row(const range_row_args &args) noexcept {
    if (args.n_bytes < line_bytes) return compute_short_row(args);
    const range_row<streams> row(args);
    const std::int64_t head = streams ? elems_to_line<std::byte>(args.dst, args.n_bytes) : 0;
    const std::int64_t end = head + (args.n_bytes - head) / line_bytes * line_bytes;
    if (head != 0) row.piece(args, 0, head);
    std::int64_t done = head;
    // Lines up to the one in which the source changes, and that one.
    const auto up_to = [&](int source, std::int64_t change) {
        const std::int64_t whole =
                change <= done ? done : head + (change - head) / line_bytes * line_bytes;
        row.lines(source, done, whole < end ? whole : end);
        done = whole < end ? whole : end;
        if (done >= change || done == end) return;
        row.mixed_line(done);
        done += line_bytes;
    };
    up_to(1, args.first);
    up_to(0, args.last);
    row.lines(1, done, end);
    if (end < args.n_bytes) row.piece(args, end, args.n_bytes - end);
}

} // namespace
} // namespace libselect

#endif
