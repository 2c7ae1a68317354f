// SPDX-License-Identifier: Apache-2.0
// The loops of copies, per width and kind of steps. What is decided per row is decided before the
// loop over rows: rows of a few elements are frequent.
//
// Elements are moved in batches, first all loads and then all stores. One after the other they take
// three times as long on AMD Zen 3 (0.68 against 0.23 ns per f32, 2026-11-22): loads wait for the
// stores before them.
#include "kernel/element_copies.hpp"

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace libselect {
namespace {

using bits_128 [[gnu::vector_size(16)]] = std::uint8_t;

constexpr std::int64_t batch = 8;

template <typename T>
T load(const std::byte *at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <typename T>
void store(std::byte *at, const T &value) {
    std::memcpy(at, &value, sizeof value);
}

template <typename Copy>
void for_each_row(copy_side to, copy_side from, std::int64_t rows, const Copy &copy) {
    for (; rows > 0; --rows, to.at += to.row_step, from.at += from.row_step)
        copy(to.at, from.at);
}

// Moves elements, a batch at a time. A side that is dense has neighbours.
template <typename T, bool from_dense, bool to_dense>
void move_row(std::byte *into, std::int64_t into_step, const std::byte *at, std::int64_t at_step,
        std::int64_t n) {
    constexpr auto width = static_cast<std::int64_t>(sizeof(T));
    const std::int64_t step = from_dense ? width : at_step;
    const std::int64_t to_step = to_dense ? width : into_step;
    for (; n >= batch; n -= batch) {
        const std::byte *half = at + 4 * step;
        const T a = load<T>(at), b = load<T>(at + step), c = load<T>(at + 2 * step),
                d = load<T>(at + 3 * step), e = load<T>(half), f = load<T>(half + step),
                g = load<T>(half + 2 * step), h = load<T>(half + 3 * step);
        asm volatile("" : "+r"(at), "+r"(into) : : "memory"); // keeps the loads before the stores
        std::byte *into_half = into + 4 * to_step;
        store(into, a);
        store(into + to_step, b);
        store(into + 2 * to_step, c);
        store(into + 3 * to_step, d);
        store(into_half, e);
        store(into_half + to_step, f);
        store(into_half + 2 * to_step, g);
        store(into_half + 3 * to_step, h);
        at += batch * step;
        into += batch * to_step;
    }
    for (; n > 0; --n, at += step, into += to_step)
        store(into, load<T>(at));
}

// Rows of fewer elements than a batch are straight code. With that, and an estimate of forms that
// knows it, 61,824 elements in rows of 3 took 19 us in place of 65 (`select_bench --suite search
// --problem w4/7x2944x3/0,0,0/0,0,0/0,0,0/44160,15,2/stretches,0.5,2/no`, Intel Xeon, Granite
// Rapids class, 2026-11-24).
template <typename T, int n, bool from_dense, bool to_dense>
void move_short_rows(const copy_side &to, const copy_side &from, std::int64_t rows) {
    constexpr auto width = static_cast<std::int64_t>(sizeof(T));
    const std::int64_t step = from_dense ? width : from.step;
    const std::int64_t to_step = to_dense ? width : to.step;
    for_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
        T values[n];
        for (int i = 0; i < n; ++i)
            values[i] = load<T>(at + i * step);
        for (int i = 0; i < n; ++i)
            store(into + i * to_step, values[i]);
    });
}

template <typename T, bool from_dense, bool to_dense, int n = 2>
void move_rows(const copy_side &to, const copy_side &from, std::int64_t cols, std::int64_t rows) {
    if constexpr (n < batch) {
        if (cols == n) return move_short_rows<T, n, from_dense, to_dense>(to, from, rows);
        return move_rows<T, from_dense, to_dense, n + 1>(to, from, cols, rows);
    }
    for_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
        move_row<T, from_dense, to_dense>(into, to.step, at, from.step, cols);
    });
}

template <typename T>
void move_rows(const copy_side &to, const copy_side &from, std::int64_t n, std::int64_t rows) {
    constexpr auto width = static_cast<std::int64_t>(sizeof(T));
    if (to.step == width) return move_rows<T, false, true>(to, from, n, rows);
    if (from.step == width) return move_rows<T, true, false>(to, from, n, rows);
    move_rows<T, false, false>(to, from, n, rows);
}

// Copies runs of sizeof(Part) to twice as many bytes, as two parts that may overlap.
template <typename Part>
void copy_two_parts(
        const copy_side &to, const copy_side &from, std::int64_t n_bytes, std::int64_t rows) {
    const std::int64_t second = n_bytes - static_cast<std::int64_t>(sizeof(Part));
    for_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
        const Part head = load<Part>(at), tail = load<Part>(at + second);
        store(into, head);
        store(into + second, tail);
    });
}

struct two_words {
    bits_128 low, high;
};

// Copies dense runs of n_bytes.
void copy_runs(
        const copy_side &to, const copy_side &from, std::int64_t n_bytes, std::int64_t rows) {
    if (rows == 1 || n_bytes > 64)
        return for_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
            std::memcpy(into, at, static_cast<std::size_t>(n_bytes));
        });
    if (n_bytes >= 32) return copy_two_parts<two_words>(to, from, n_bytes, rows);
    if (n_bytes >= 16) return copy_two_parts<bits_128>(to, from, n_bytes, rows);
    if (n_bytes >= 8) return copy_two_parts<std::uint64_t>(to, from, n_bytes, rows);
    if (n_bytes >= 4) return copy_two_parts<std::uint32_t>(to, from, n_bytes, rows);
    if (n_bytes >= 2) return copy_two_parts<std::uint16_t>(to, from, n_bytes, rows);
    copy_two_parts<std::uint8_t>(to, from, n_bytes, rows);
}

// A vector of copies of an element.
template <typename T>
bits_128 spread(const std::byte *from) {
    if constexpr (sizeof(T) == 16) {
        return load<bits_128>(from);
    } else {
        using elements [[gnu::vector_size(16)]] = T;
        return reinterpret_cast<bits_128>(elements {} + load<T>(from));
    }
}

// Fills each row with its first element. Rows of 16 bytes and more end with a vector that may
// overlap the one before.
template <typename T>
void fill_rows(const copy_side &to, const copy_side &from, std::int64_t n, std::int64_t rows) {
    constexpr auto width = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t vector_bytes = sizeof(bits_128);
    const std::int64_t n_bytes = n * width;
    if (n_bytes < vector_bytes)
        return for_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
            const T value = load<T>(at);
            for (std::int64_t i = 0; i < n; ++i)
                store(into + i * width, value);
        });
    for_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
        const bits_128 value = spread<T>(at);
        for (std::int64_t done = 0; done < n_bytes - vector_bytes; done += vector_bytes)
            store(into + done, value);
        store(into + n_bytes - vector_bytes, value);
    });
}

// The elements of 16 bytes in the opposite order.
template <typename T>
bits_128 reversed(const bits_128 &from) {
    constexpr int width = sizeof(T);
    if constexpr (width == 8) {
        using words [[gnu::vector_size(16)]] = std::uint64_t;
        const auto all = reinterpret_cast<words>(from);
        return reinterpret_cast<bits_128>(__builtin_shufflevector(all, all, 1, 0));
    } else if constexpr (width == 4) {
        using words [[gnu::vector_size(16)]] = std::uint32_t;
        const auto all = reinterpret_cast<words>(from);
        return reinterpret_cast<bits_128>(__builtin_shufflevector(all, all, 3, 2, 1, 0));
    } else {
        using words [[gnu::vector_size(16)]] = std::uint64_t;
        const auto all = reinterpret_cast<words>(from);
        constexpr std::uint64_t low_halves = 0x0000ffff0000ffff;
        const auto swapped = [=](std::uint64_t word) {
            if (width == 1) return __builtin_bswap64(word);
            word = (word & low_halves) << 16U | (word >> 16U & low_halves);
            return word << 32U | word >> 32U;
        };
        return reinterpret_cast<bits_128>(words {swapped(all[1]), swapped(all[0])});
    }
}

// A row of which one side goes backwards.
template <typename T>
void reverse_row(copy_side to, copy_side from, std::int64_t n) {
    constexpr auto width = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t lanes = sizeof(bits_128) / width;
    constexpr std::int64_t n_vectors = 4;
    // A side that goes backwards has the last of its elements first in memory.
    const std::int64_t behind_from = from.step < 0 ? (1 - lanes) * width : 0;
    const std::int64_t behind_to = to.step < 0 ? (1 - lanes) * width : 0;
    const std::int64_t from_step = lanes * from.step, to_step = lanes * to.step;
    const std::byte *at = from.at + behind_from;
    std::byte *into = to.at + behind_to;
    for (; n >= n_vectors * lanes; n -= n_vectors * lanes) {
        const auto a = load<bits_128>(at), b = load<bits_128>(at + from_step),
                   c = load<bits_128>(at + 2 * from_step), d = load<bits_128>(at + 3 * from_step);
        store(into, reversed<T>(a));
        store(into + to_step, reversed<T>(b));
        store(into + 2 * to_step, reversed<T>(c));
        store(into + 3 * to_step, reversed<T>(d));
        at += n_vectors * from_step;
        into += n_vectors * to_step;
    }
    for (; n >= lanes; n -= lanes, at += from_step, into += to_step)
        store(into, reversed<T>(load<bits_128>(at)));
    move_row<T, false, false>(into - behind_to, to.step, at - behind_from, from.step, n);
}

#if defined(__SSE2__)
// The lower half of each 4 bytes, as a number with sign.
__m128i low_halves(const bits_128 &from) {
    return _mm_srai_epi32(_mm_slli_epi32(reinterpret_cast<__m128i>(from), 16), 16);
}
#endif

// Every second element of 32 bytes.
template <typename T>
bits_128 even_elements(const bits_128 &first, const bits_128 &second) {
    if constexpr (sizeof(T) == 8)
        return __builtin_shufflevector(
                first, second, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    else if constexpr (sizeof(T) == 4)
        return __builtin_shufflevector(
                first, second, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
#if defined(__SSE2__) // GCC 12 makes 16 moves of the shuffle
    else if constexpr (sizeof(T) == 2)
        return reinterpret_cast<bits_128>(_mm_packs_epi32(low_halves(first), low_halves(second)));
#else
    else if constexpr (sizeof(T) == 2)
        return __builtin_shufflevector(
                first, second, 0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29);
#endif
    else
        return __builtin_shufflevector(
                first, second, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

// A vector of every second element, from `at` on or, backwards, down from there.
template <typename T, bool backwards>
bits_128 second_elements(const std::byte *at) {
    constexpr auto width = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t vector_bytes = sizeof(bits_128);
    // Backwards, the element at `at` is the last even one of 32 bytes.
    const std::byte *first = backwards ? at - 2 * (vector_bytes - width) : at;
    const bits_128 found =
            even_elements<T>(load<bits_128>(first), load<bits_128>(first + vector_bytes));
    return backwards ? reversed<T>(found) : found;
}

// A dense row of every second element, of a row that goes forwards or backwards. The elements
// between are read, but none behind the last or before the first in memory.
template <typename T, bool backwards>
void halve_row(std::byte *into, const std::byte *at, std::int64_t n) {
    constexpr auto width = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t vector_bytes = sizeof(bits_128), lanes = vector_bytes / width;
    constexpr std::int64_t n_vectors = 4, step = (backwards ? -2 : 2) * vector_bytes;
    // Backwards, a vector reads the element behind its first one, which there is but at the
    // beginning.
    if (backwards && n > lanes) {
        move_row<T, false, true>(into, width, at, -2 * width, 1);
        into += width;
        at -= 2 * width;
        --n;
    }
    for (; n > n_vectors * lanes; n -= n_vectors * lanes) {
        bits_128 found[n_vectors];
        for (std::int64_t i = 0; i < n_vectors; ++i)
            found[i] = second_elements<T, backwards>(at + i * step);
        for (std::int64_t i = 0; i < n_vectors; ++i)
            store(into + i * vector_bytes, found[i]);
        into += n_vectors * vector_bytes;
        at += n_vectors * step;
    }
    for (; n > lanes; n -= lanes, into += vector_bytes, at += step)
        store(into, second_elements<T, backwards>(at));
    move_row<T, false, true>(into, width, at, backwards ? -2 * width : 2 * width, n);
}

template <typename T>
void copy_of_width(const copy_side &to, const copy_side &from, std::int64_t n, std::int64_t rows) {
    constexpr auto width = static_cast<std::int64_t>(sizeof(T));
    const bool is_dense = to.step == width && from.step == width;
    if (is_dense || n == 1) {
        if (n == 1 && rows > 1)
            return move_rows<T>({to.at, to.row_step}, {from.at, from.row_step}, rows, 1);
        return copy_runs(to, from, n * width, rows);
    }
    if (to.step == width && from.step == 0) return fill_rows<T>(to, from, n, rows);
    if constexpr (sizeof(T) < 16)
        if (from.step == -to.step && (to.step == width || from.step == width))
            return for_each_row(to, from, rows, [=](std::byte *into, std::byte *at) {
                reverse_row<T>({into, to.step}, {at, from.step}, n);
            });
    if constexpr (sizeof(T) < 16)
        if (to.step == width && from.step == 2 * width)
            return for_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
                halve_row<T, false>(into, at, n);
            });
    if constexpr (sizeof(T) < 16)
        if (to.step == width && from.step == -2 * width)
            return for_each_row(to, from, rows,
                    [=](std::byte *into, const std::byte *at) { halve_row<T, true>(into, at, n); });
    move_rows<T>(to, from, n, rows);
}

} // namespace

void copy_elements(int width, const copy_side &to, const copy_side &from, std::int64_t n,
        std::int64_t rows) noexcept {
    switch (width) {
    case 1:
        return copy_of_width<std::uint8_t>(to, from, n, rows);
    case 2:
        return copy_of_width<std::uint16_t>(to, from, n, rows);
    case 4:
        return copy_of_width<std::uint32_t>(to, from, n, rows);
    case 8:
        return copy_of_width<std::uint64_t>(to, from, n, rows);
    default:
        return copy_of_width<bits_128>(to, from, n, rows);
    }
}

} // namespace libselect
