// SPDX-License-Identifier: Apache-2.0
// Portable loops that move the elements of rows one by one. Internal linkage, see
// portable_blocks.hpp.
//
// Elements are moved in batches, first all loads and then all stores. One after the other they take
// three times as long on AMD Zen 3 (0.68 against 0.23 ns per f32, 2026-11-22): loads wait for the
// stores before them.
#ifndef LIBSELECT_KERNEL_PORTABLE_MOVES_HPP
#define LIBSELECT_KERNEL_PORTABLE_MOVES_HPP

#include <array>

#include "kernel/element_copies.hpp"
#include "kernel/portable_copy_vectors.hpp"

namespace libselect {
namespace {

constexpr std::int64_t batch = 8;

// Rows of dst are distinct, so that the last one ends the loop. GCC 12 may keep a count of them in
// memory, and then each row waits for the store of the one before.
template <typename Copy>
void copy_each_row(
        const copy_side &to, const copy_side &from, std::int64_t rows, const Copy &copy) {
    if (rows == 0) return;
    const std::int64_t to_next = to.row_step, from_next = from.row_step;
    const std::byte *const last = to.at + (rows - 1) * to_next;
    std::byte *into = to.at;
    for (const std::byte *at = from.at;; into += to_next, at += from_next) {
        copy(into, at);
        if (into == last) return;
    }
}

template <typename T>
using batch_values = std::array<T, batch>;

template <typename T>
[[gnu::always_inline]] inline batch_values<T> load_batch(const std::byte *at, std::int64_t step) {
    const std::byte *half = at + 4 * step;
    return {load<T>(at), load<T>(at + step), load<T>(at + 2 * step), load<T>(at + 3 * step),
            load<T>(half), load<T>(half + step), load<T>(half + 2 * step),
            load<T>(half + 3 * step)};
}

// Keeps the loads before it before the stores behind it.
[[gnu::always_inline]] inline void end_loads(std::byte *&into) {
    asm volatile("" : "+r"(into) : : "memory");
}

template <typename T>
[[gnu::always_inline]] inline void store_batch(
        std::byte *into, std::int64_t step, const batch_values<T> &from) {
    const auto [a, b, c, d, e, f, g, h] = from;
    end_loads(into);
    std::byte *half = into + 4 * step;
    store(into, a);
    store(into + step, b);
    store(into + 2 * step, c);
    store(into + 3 * step, d);
    store(half, e);
    store(half + step, f);
    store(half + 2 * step, g);
    store(half + 3 * step, h);
}

// Elements of 4 and 8 bytes, as vectors, which takes fewer stores.
template <typename T>
[[gnu::always_inline]] inline void store_dense_batch(std::byte *into, const batch_values<T> &from) {
    const auto [a, b, c, d, e, f, g, h] = from;
    using vector = elements_in<T, bytes_16>;
    if constexpr (sizeof(T) == 8) {
        const vector first {a, b}, second {c, d}, third {e, f}, fourth {g, h};
        end_loads(into);
        store(into, first);
        store(into + 16, second);
        store(into + 32, third);
        store(into + 48, fourth);
    } else {
        const vector first {a, b, c, d}, second {e, f, g, h};
        end_loads(into);
        store(into, first);
        store(into + 16, second);
    }
}

// Moves elements, a batch at a time. A side that is dense has neighbours.
template <typename T, bool from_dense, bool to_dense>
void move_row(std::byte *into, std::int64_t into_step, const std::byte *at, std::int64_t at_step,
        std::int64_t n) {
    const std::int64_t step = from_dense ? width<T> : at_step;
    const std::int64_t to_step = to_dense ? width<T> : into_step;
    for (; n >= batch; n -= batch) {
        const batch_values<T> values = load_batch<T>(at, step);
        if constexpr (to_dense && (sizeof(T) == 4 || sizeof(T) == 8))
            store_dense_batch<T>(into, values);
        else
            store_batch<T>(into, to_step, values);
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
[[gnu::noinline]] void move_short_rows(
        const copy_side &to, const copy_side &from, std::int64_t rows) {
    const std::int64_t step = from_dense ? width<T> : from.step;
    const std::int64_t to_step = to_dense ? width<T> : to.step;
    copy_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
        T values[n];
        for (int i = 0; i < n; ++i)
            values[i] = load<T>(at + i * step);
        for (int i = 0; i < n; ++i)
            store(into + i * to_step, values[i]);
    });
}

template <typename T, bool from_dense, bool to_dense>
[[gnu::noinline]] void move_long_rows(
        const copy_side &to, const copy_side &from, std::int64_t cols, std::int64_t rows) {
    copy_each_row(to, from, rows, [=](std::byte *into, const std::byte *at) {
        move_row<T, from_dense, to_dense>(into, to.step, at, from.step, cols);
    });
}

template <typename T, bool from_dense, bool to_dense, int n = 2>
void move_rows(const copy_side &to, const copy_side &from, std::int64_t cols, std::int64_t rows) {
    if constexpr (n == batch)
        return move_long_rows<T, from_dense, to_dense>(to, from, cols, rows);
    else if (cols == n)
        return move_short_rows<T, n, from_dense, to_dense>(to, from, rows);
    else
        return move_rows<T, from_dense, to_dense, n + 1>(to, from, cols, rows);
}

template <typename T>
void move_rows(const copy_side &to, const copy_side &from, std::int64_t n, std::int64_t rows) {
    if (to.step == width<T>) return move_rows<T, false, true>(to, from, n, rows);
    if (from.step == width<T>) return move_rows<T, true, false>(to, from, n, rows);
    move_rows<T, false, false>(to, from, n, rows);
}

} // namespace
} // namespace libselect

#endif
