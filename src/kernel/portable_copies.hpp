// SPDX-License-Identifier: Apache-2.0
// Portable loops that copy rows of elements, per width and kind of steps. What is decided per row
// is decided before the loop over rows: rows of a few elements are frequent. Internal linkage, see
// portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_COPIES_HPP
#define LIBSELECT_KERNEL_PORTABLE_COPIES_HPP

#include "kernel/portable_moves.hpp"

namespace libselect {
namespace {

// Copies runs of sizeof(Part) to twice as many bytes, as two parts that may overlap.
template <typename Part>
void copy_two_parts(
        const copy_side &to, const copy_side &from, std::int64_t n_bytes, std::int64_t rows) {
    const std::int64_t second = n_bytes - width<Part>;
    copy_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
        const Part head = load<Part>(at), tail = load<Part>(at + second);
        store(into, head);
        store(into + second, tail);
    });
}

// Copies dense runs of n_bytes.
void copy_runs(
        const copy_side &to, const copy_side &from, std::int64_t n_bytes, std::int64_t rows) {
    if (rows == 1 || n_bytes > 64)
        return copy_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
            std::memcpy(into, at, static_cast<std::size_t>(n_bytes));
        });
    if (n_bytes >= 32) return copy_two_parts<bytes_of<32>>(to, from, n_bytes, rows);
    if (n_bytes >= 16) return copy_two_parts<bytes_of<16>>(to, from, n_bytes, rows);
    if (n_bytes >= 8) return copy_two_parts<std::uint64_t>(to, from, n_bytes, rows);
    if (n_bytes >= 4) return copy_two_parts<std::uint32_t>(to, from, n_bytes, rows);
    if (n_bytes >= 2) return copy_two_parts<std::uint16_t>(to, from, n_bytes, rows);
    copy_two_parts<std::uint8_t>(to, from, n_bytes, rows);
}

// Fills rows of at least sizeof(Part) with their first element. They end with a part that may
// overlap the one before.
template <typename T, typename Part>
void fill_by(const copy_side &to, const copy_side &from, std::int64_t n_bytes, std::int64_t rows) {
    const std::int64_t last = n_bytes - width<Part>;
    if (n_bytes <= 2 * width<Part>)
        return copy_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
            const Part part = repeated<T, Part>(at);
            store(into, part);
            store(into + last, part);
        });
    copy_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
        const Part part = repeated<T, Part>(at);
        for (std::int64_t done = 0; done < last; done += width<Part>)
            store(into + done, part);
        store(into + last, part);
    });
}

// By the first of the parts that rows have room for.
template <typename T, typename Part, typename... Smaller>
void fill_rows(
        const copy_side &to, const copy_side &from, std::int64_t n_bytes, std::int64_t rows) {
    if constexpr (sizeof...(Smaller) > 0 && sizeof(Part) > sizeof(T))
        if (n_bytes < width<Part> || width<widest> < width<Part>)
            return fill_rows<T, Smaller...>(to, from, n_bytes, rows);
    fill_by<T, Part>(to, from, n_bytes, rows);
}

// Copies a row by vectors, the last of which may overlap the one before. `vector` gives the one
// that begins at an element of `from`, `last` the same of the last.
template <typename T, typename Vector, typename Make, typename Last>
[[gnu::always_inline]] inline void copy_vectors(std::byte *into, std::int64_t into_step,
        const std::byte *at, std::int64_t at_step, std::int64_t n, const Make &vector,
        const Last &last) {
    constexpr std::int64_t lanes = lanes_of<T, Vector>, n_vectors = 4;
    // A side that goes backwards has the last of its elements first in memory.
    if (into_step < 0) into += (lanes - 1) * into_step;
    const std::int64_t next = lanes * at_step, into_next = lanes * into_step;
    std::int64_t left = n - lanes;
    for (; left > n_vectors * lanes; left -= n_vectors * lanes) {
        const Vector a = vector(at), b = vector(at + next), c = vector(at + 2 * next),
                     d = vector(at + 3 * next);
        store(into, a);
        store(into + into_next, b);
        store(into + 2 * into_next, c);
        store(into + 3 * into_next, d);
        at += n_vectors * next;
        into += n_vectors * into_next;
    }
    for (; left > 0; left -= lanes, at += next, into += into_next)
        store(into, vector(at));
    store(into + left * into_step, last(at + left * at_step));
}

// Rows of which one side goes backwards.
template <typename T, typename Vector>
void reverse_rows(const copy_side &to, const copy_side &from, std::int64_t n, std::int64_t rows) {
    constexpr std::int64_t lanes = lanes_of<T, Vector>;
    if constexpr (lanes > 2 && sizeof(Vector) > 16)
        if (n < lanes) return reverse_rows<T, bytes_of<width<Vector> / 2>>(to, from, n, rows);
    if (n < lanes) return move_rows<T, false, false>(to, from, n, rows);
    const std::int64_t behind = from.step < 0 ? (lanes - 1) * from.step : 0;
    const auto vector = [=](const std::byte *at) { return reversed<T>(load<Vector>(at + behind)); };
    copy_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
        copy_vectors<T, Vector>(into, to.step, at, from.step, n, vector, vector);
    });
}

// Dense rows of every second element, of rows that go forwards or backwards. The elements between
// are read, but none behind the last or before the first in memory.
template <typename T, typename Vector, bool backwards>
void halve_rows(const copy_side &to, const copy_side &from, std::int64_t n, std::int64_t rows) {
    constexpr std::int64_t lanes = lanes_of<T, Vector>;
    // Rows of 160 bytes take 1.7 to 2.2 ns for each 64 of them by vectors of 64 bytes, 1.5 to 1.9
    // by shorter ones; rows of 528 bytes 1.7 to 1.9, and 1.9 to 2.1 (Intel Xeon, Granite Rapids
    // class, 2026-11-25; calls of the loops alone, which no command repeats).
    constexpr std::int64_t least_vectors = sizeof(Vector) == 64 ? 4 : 1;
    if constexpr (sizeof(Vector) > 16)
        if (n <= least_vectors * lanes)
            return halve_rows<T, bytes_of<width<Vector> / 2>, backwards>(to, from, n, rows);
    if (n <= lanes) return move_rows<T, false, true>(to, from, n, rows);
    // The element between that a vector reads on its outer side is that behind it in the row, but
    // for the last vector that before it.
    const auto reading = [=](auto last) {
        constexpr std::size_t first = backwards == last.value ? 0 : 1;
        constexpr std::int64_t before =
                (backwards ? 2 * (lanes - 1) : 0) + static_cast<std::int64_t>(first);
        return [=](const std::byte *at) {
            at -= before * width<T>;
            const Vector found =
                    second_elements<T, first>(load<Vector>(at), load<Vector>(at + width<Vector>));
            return backwards ? reversed<T>(found) : found;
        };
    };
    const auto vector = reading(std::false_type {});
    const auto last = reading(std::true_type {});
    copy_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
        copy_vectors<T, Vector>(into, width<T>, at, from.step, n, vector, last);
    });
}

template <typename T>
void copy_of_width(const copy_side &to, const copy_side &from, std::int64_t n, std::int64_t rows) {
    const bool is_dense = to.step == width<T> && from.step == width<T>;
    if (is_dense || n == 1) {
        if (n == 1 && rows > 1)
            return move_rows<T>({to.at, to.row_step}, {from.at, from.row_step}, rows, 1);
        return copy_runs(to, from, n * width<T>, rows);
    }
    if (to.step == width<T> && from.step == 0)
        return fill_rows<T, bytes_of<64>, bytes_of<32>, bytes_of<16>, std::uint64_t, std::uint32_t,
                std::uint16_t>(to, from, n * width<T>, rows);
    if constexpr (sizeof(T) < 16) {
        if (from.step == -to.step && (to.step == width<T> || from.step == width<T>))
            return reverse_rows<T, widest>(to, from, n, rows);
        if (to.step == width<T> && from.step == 2 * width<T>)
            return halve_rows<T, widest, false>(to, from, n, rows);
        if (to.step == width<T> && from.step == -2 * width<T>)
            return halve_rows<T, widest, true>(to, from, n, rows);
    }
    move_rows<T>(to, from, n, rows);
}

void copy_rows_of_elements(int elem_bytes, const copy_side &to, const copy_side &from,
        std::int64_t n, std::int64_t rows) noexcept {
    switch (elem_bytes) {
    case 1:
        return copy_of_width<std::uint8_t>(to, from, n, rows);
    case 2:
        return copy_of_width<std::uint16_t>(to, from, n, rows);
    case 4:
        return copy_of_width<std::uint32_t>(to, from, n, rows);
    case 8:
        return copy_of_width<std::uint64_t>(to, from, n, rows);
    default:
        return copy_of_width<bytes_16>(to, from, n, rows);
    }
}

} // namespace
} // namespace libselect

#endif
