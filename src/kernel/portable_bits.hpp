// SPDX-License-Identifier: Apache-2.0
// Rows whose conditions are bits. Internal linkage, see portable_blocks.hpp.
//
// 64 bits are a word, whatever byte and bit they begin at. A vector gets its mask from the word:
// all elements have the word, each keeps the bit of its place and compares it with zero.
#ifndef LIBSELECT_KERNEL_PORTABLE_BITS_HPP
#define LIBSELECT_KERNEL_PORTABLE_BITS_HPP

#include <utility>

#include "kernel/condition_row.hpp"
#include "kernel/portable_relations.hpp"
#include "kernel/portable_segments.hpp"

namespace libselect {
namespace {

constexpr std::int64_t word_bits = 64;

// A row of n elements. Element i has bit at + i, counted from `bits`.
struct bits_row_args {
    std::byte *dst;
    const std::byte *src0;
    const std::byte *src1;
    const std::byte *bits;
    std::int64_t at;
    std::int64_t n;
    bool is_msb; // bits of a byte count from the most significant one
    std::uint64_t flips; // of a word: all ones where 0 takes src0, or else 0
};

// Exchanges the bits of each byte, the first with the last.
[[gnu::always_inline]] inline std::uint64_t reverse_in_bytes(std::uint64_t word) {
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0f) | (word & 0x0f0f0f0f0f0f0f0f) << 4;
    word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2;
    return (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1;
}

// The word whose lowest bit is that of element i, not flipped. All of its 64 elements exist.
[[gnu::always_inline]] inline std::uint64_t word_at(const bits_row_args &args, std::int64_t i) {
    const std::int64_t at = args.at + i;
    const std::byte *from = args.bits + (at >> 3);
    const auto offset = static_cast<unsigned>(at & 7);
    auto word = load<std::uint64_t>(from);
    auto beyond = static_cast<std::uint64_t>(offset == 0 ? std::byte {0} : from[8]);
    if (args.is_msb) {
        word = reverse_in_bytes(word);
        beyond = reverse_in_bytes(beyond);
    }
    return offset == 0 ? word : word >> offset | beyond << (word_bits - offset);
}

// The conditions of the last elements, fewer than a word has.
inline std::uint64_t last_word(const bits_row_args &args, std::int64_t i) {
    std::uint64_t word = 0;
    for (std::int64_t k = 0; i + k < args.n; ++k) {
        const std::int64_t at = args.at + i + k;
        const std::int64_t bit = args.is_msb ? 7 - (at & 7) : at & 7;
        const auto is_one = static_cast<std::uint64_t>(args.bits[at >> 3] >> bit & std::byte {1});
        word |= is_one << k;
    }
    return word ^ args.flips;
}

template <typename T>
constexpr std::int64_t lanes = number_vector_bytes / width<T>;

// The bits of a word in vectors of T: vector number `first / lanes` of those that 64 elements take.
template <typename T, std::int64_t first>
struct word_lanes {
    using elements = vector<T>;
    static constexpr std::int64_t elem_bits = 8 * width<T>;

    // The part of the word that has the bit of a lane, counted in elements of T from the beginning
    // of the 16 bytes in which the lane is: they have the word twice.
    static constexpr int part_of(std::int64_t lane) {
        constexpr std::int64_t in_half = 16 / width<T>;
        return static_cast<int>((first + lane) / elem_bits + lane / in_half * in_half);
    }
    static constexpr T bit_of(std::int64_t lane) {
        return static_cast<T>(T {1} << ((first + lane) % elem_bits));
    }
    // The bit of each lane in its place, and no other.
    template <std::size_t... lane>
    [[gnu::always_inline]] static elements of(vector_bits words, std::index_sequence<lane...>) {
        const auto parts = reinterpret_cast<elements>(words);
        return __builtin_shufflevector(parts, parts, part_of(lane)...) & elements {bit_of(lane)...};
    }
};

// The sources of a row from an element on. A constant one is loaded once.
template <typename T, typename Constants>
struct bits_sources {
    const std::byte *src0;
    const std::byte *src1;
    vector_bits all_true {}, all_false {};

    [[gnu::always_inline]] bits_sources(const std::byte *first, const std::byte *second)
        : src0(first),
          src1(second) {
        if constexpr (Constants::src0 && sizeof(T) < 16)
            all_true = reinterpret_cast<vector_bits>(in_all_lanes(load<T>(src0)));
        if constexpr (Constants::src1 && sizeof(T) < 16)
            all_false = reinterpret_cast<vector_bits>(in_all_lanes(load<T>(src1)));
    }
    [[gnu::always_inline]] [[nodiscard]] vector_bits if_true(std::int64_t i) const {
        if constexpr (Constants::src0) return all_true;
        return load_whole<vector_bits>(src0 + i * width<T>);
    }
    [[gnu::always_inline]] [[nodiscard]] vector_bits if_false(std::int64_t i) const {
        if constexpr (Constants::src1) return all_false;
        return load_whole<vector_bits>(src1 + i * width<T>);
    }
};

// Elements from number i on, as many as a vector has, by bits from number `bit` of a word on.
template <typename T, typename Constants, std::int64_t bit>
[[gnu::always_inline]] inline void select_lanes(
        std::byte *to, const bits_sources<T, Constants> &from, std::int64_t i, vector_bits words) {
    using elements = vector<T>;
    const elements bits = word_lanes<T, bit>::of(
            words, std::make_index_sequence<static_cast<std::size_t>(lanes<T>)> {});
    const auto if_true = reinterpret_cast<elements>(from.if_true(i + bit));
    const auto if_false = reinterpret_cast<elements>(from.if_false(i + bit));
    store(to, bits == 0 ? if_false : if_true);
}

// n elements of a word, whole vectors, from number i on, to `to`: the row's dst or a buffer.
template <typename T, typename Constants, std::int64_t n>
[[gnu::always_inline]] inline void select_word(
        std::byte *to, const bits_sources<T, Constants> &from, std::int64_t i, std::uint64_t word) {
    if constexpr (sizeof(T) == 16) {
        for (std::int64_t k = 0; k < n; ++k) {
            const auto taken =
                    (word >> k & 1) != 0
                            ? load<bytes_16>(from.src0 + (Constants::src0 ? 0 : 16 * (i + k)))
                            : load<bytes_16>(from.src1 + (Constants::src1 ? 0 : 16 * (i + k)));
            store(to + 16 * k, taken);
        }
    } else {
        const auto words = reinterpret_cast<vector_bits>(in_all_lanes(word));
        [&]<std::size_t... vector>(std::index_sequence<vector...>) {
            (select_lanes<T, Constants, static_cast<std::int64_t>(vector) * lanes<T>>(
                     to + static_cast<std::int64_t>(vector) * number_vector_bytes, from, i, words),
                    ...);
        }
        (std::make_index_sequence<static_cast<std::size_t>(n / lanes<T>)> {});
    }
}

// The last elements, or the first of a row that is to be streamed.
template <typename T, typename Constants>
[[gnu::noinline]] void select_bits_few(const row_at &row, std::uint64_t word, std::int64_t n) {
    std::byte conditions[word_bits];
    for (std::int64_t i = 0; i < n; ++i)
        conditions[i] = static_cast<std::byte>(word >> i & 1);
    select_few<T, Constants>(row.dst, conditions, row.src0, row.src1, n);
}

template <typename T, typename Constants>
[[gnu::always_inline]] inline row_at elements_of(const bits_row_args &args, std::int64_t i) {
    return moved_elements<T, Constants>({args.dst, nullptr, args.src0, args.src1}, i);
}

template <typename T, typename Constants>
bits_row_args part_of(const bits_row_args &args, std::int64_t first, std::int64_t n) {
    const row_at row = elements_of<T, Constants>(args, first);
    return {row.dst, row.src0, row.src1, args.bits, args.at + first, n, args.is_msb, args.flips};
}

template <typename T, typename Constants>
void select_bits(const bits_row_args &row) noexcept {
    const bits_row_args args = row; // what is stored could change the row, as compilers see it
    const std::uint64_t flips = args.flips;
    const bits_sources<T, Constants> from(args.src0, args.src1);
    std::int64_t i = 0;
    for (; i + word_bits <= args.n; i += word_bits)
        select_word<T, Constants, word_bits>(
                args.dst + i * width<T>, from, i, word_at(args, i) ^ flips);
    if (i < args.n)
        select_bits_few<T, Constants>(
                elements_of<T, Constants>(args, i), last_word(args, i), args.n - i);
}

template <typename T, typename Constants>
void select_bits_streaming(const bits_row_args &row) noexcept {
    const bits_row_args args = row;
    const std::uint64_t flips = args.flips;
    const bits_sources<T, Constants> from(args.src0, args.src1);
    std::int64_t i = elems_to_line<T>(args.dst, args.n);
    if (i > 0) {
        bits_row_args head = args;
        head.n = i;
        select_bits_few<T, Constants>(elements_of<T, Constants>(args, 0), last_word(head, 0), i);
    }
    for (; i + word_bits <= args.n; i += word_bits) {
        alignas(line_bytes) std::byte lines[word_bits * width<T>];
        select_word<T, Constants, word_bits>(lines, from, i, word_at(args, i) ^ flips);
        stream(args.dst + i * width<T>, lines, word_bits * width<T>);
    }
    if (i < args.n)
        select_bits_few<T, Constants>(
                elements_of<T, Constants>(args, i), last_word(args, i), args.n - i);
}

} // namespace
} // namespace libselect

#endif
