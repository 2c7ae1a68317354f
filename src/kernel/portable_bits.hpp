// SPDX-License-Identifier: Apache-2.0
// Rows whose conditions are bits. Internal linkage, see portable_blocks.hpp.
//
// 64 bits are a word, whatever byte and bit they begin at. A vector gets its mask from the word:
// all elements have the word, each keeps the bit of its place and compares it with zero.
#ifndef LIBSELECT_KERNEL_PORTABLE_BITS_HPP
#define LIBSELECT_KERNEL_PORTABLE_BITS_HPP

#include <utility>

#include "kernel/condition_row.hpp"
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
};

// Exchanges the bits of each byte, the first with the last.
[[gnu::always_inline]] inline std::uint64_t reverse_in_bytes(std::uint64_t word) {
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0f) | (word & 0x0f0f0f0f0f0f0f0f) << 4;
    word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2;
    return (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1;
}

// The word whose lowest bit is the condition of element i. All of its 64 elements exist.
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
    return word;
}

template <typename T>
constexpr std::int64_t lanes = vector_bytes / width<T>;

// The bit of each lane, in its place in the word.
template <typename T, std::size_t... lane>
[[gnu::always_inline]] inline auto lane_bits(std::index_sequence<lane...>) {
    using elements [[gnu::vector_size(32)]] = T;
    return elements {static_cast<T>(T {1} << (lane % (8 * sizeof(T))))...};
}

// All bits of the elements whose condition is false, of as many elements as a vector has.
template <typename T>
[[gnu::always_inline]] inline bytes_32 false_lanes(std::uint64_t word) {
    using elements [[gnu::vector_size(32)]] = T;
    elements all;
    if constexpr (sizeof(T) == 1) {
        const bytes_32 v = spread_over(static_cast<std::uint32_t>(word));
        all = __builtin_shufflevector(v, v, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 18, 18,
                18, 18, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19, 19, 19);
    } else {
        all = reinterpret_cast<elements>(spread_over(static_cast<T>(word)));
    }
    const elements own = all & lane_bits<T>(std::make_index_sequence<lanes<T>> {});
    return reinterpret_cast<bytes_32>(own == 0);
}

// A vector of dst.
template <typename T, typename Constants>
[[gnu::always_inline]] inline void select_lanes(
        std::byte *to, const std::byte *src0, const std::byte *src1, std::uint64_t word) {
    if constexpr (sizeof(T) == 16) {
        for (int i = 0; i < 2; ++i) {
            const auto taken = (word >> i & 1) != 0
                                       ? load<bytes_16>(src0 + (Constants::src0 ? 0 : 16 * i))
                                       : load<bytes_16>(src1 + (Constants::src1 ? 0 : 16 * i));
            store(to + 16 * i, taken);
        }
    } else {
        const bytes_32 if_true =
                Constants::src0 ? spread_over(load<T>(src0)) : load<bytes_32>(src0);
        const bytes_32 if_false =
                Constants::src1 ? spread_over(load<T>(src1)) : load<bytes_32>(src1);
        const bytes_32 is_false = false_lanes<T>(word);
        store(to, (if_true & ~is_false) | (if_false & is_false));
    }
}

// `n` elements of a word, whole vectors, to `to`: the row's dst or a buffer.
template <typename T, typename Constants, std::int64_t n>
[[gnu::always_inline]] inline void select_word(
        std::byte *to, const row_at &row, std::uint64_t word) {
    for (std::int64_t i = 0; i < n; i += lanes<T>) {
        const row_at here = moved_elements<T, Constants>(row, i);
        select_lanes<T, Constants>(to + i * width<T>, here.src0, here.src1, word >> i);
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
    return {row.dst, row.src0, row.src1, args.bits, args.at + first, n, args.is_msb};
}

template <typename T, typename Constants>
void select_bits(const bits_row_args &args) noexcept {
    std::int64_t i = 0;
    for (; i + word_bits <= args.n; i += word_bits) {
        const row_at row = elements_of<T, Constants>(args, i);
        select_word<T, Constants, word_bits>(row.dst, row, word_at(args, i));
    }
    if (i < args.n)
        select_bits_few<T, Constants>(
                elements_of<T, Constants>(args, i), last_word(args, i), args.n - i);
}

template <typename T, typename Constants>
void select_bits_streaming(const bits_row_args &args) noexcept {
    alignas(line_bytes) std::byte lines[word_bits * width<T>];
    std::int64_t i = elems_to_line<T>(args.dst, args.n);
    if (i > 0) {
        bits_row_args head = args;
        head.n = i;
        select_bits_few<T, Constants>(elements_of<T, Constants>(args, 0), last_word(head, 0), i);
    }
    for (; i + word_bits <= args.n; i += word_bits) {
        const row_at row = elements_of<T, Constants>(args, i);
        select_word<T, Constants, word_bits>(lines, row, word_at(args, i));
        stream(row.dst, lines, word_bits * width<T>);
    }
    if (i < args.n)
        select_bits_few<T, Constants>(
                elements_of<T, Constants>(args, i), last_word(args, i), args.n - i);
}

// In place, a row is looked at in chunks of this many words. Within one, words in which nothing or
// everything changes come in groups; of the other groups the lines that change are listed first,
// since a branch per line would be mispredicted.
constexpr std::int64_t group_words = 8;
constexpr std::int64_t chunk_groups = 8;
constexpr int lines_ahead = 16; // listed lines of dst that are asked for before they are written

template <typename T>
constexpr std::int64_t line_elems = line_bytes / width<T>;

// A group of which more lines change is computed as a whole: three quarters. Not tuned.
template <typename T>
constexpr int few_lines = static_cast<int>(group_words *word_bits / line_elems<T> * 3 / 4);

// A chunk of a row in place: which elements change, and the lines that change in part.
template <typename T>
struct changed_lines {
    std::uint64_t words[group_words * chunk_groups]; // 1 where the element changes
    std::uint16_t lines[group_words * chunk_groups * word_bits / line_elems<T> + lines_ahead];
    int n = 0;

    void list(std::int64_t first_word) {
        constexpr std::int64_t per_word = word_bits / line_elems<T>;
        for (std::int64_t k = first_word; k < first_word + group_words; ++k)
            for (std::int64_t piece = 0; piece < per_word; ++piece) {
                std::uint64_t changed = words[k];
                if constexpr (per_word > 1)
                    changed = changed
                              >> (piece * line_elems<T>)&((std::uint64_t {1} << line_elems<T>)-1);
                lines[n] = static_cast<std::uint16_t>(k * per_word + piece);
                n += changed != 0 ? 1 : 0;
            }
    }
};

template <typename T, typename Constants, bool keeps_src0>
void select_listed(const bits_row_args &args, std::int64_t begin, changed_lines<T> &found) {
    constexpr std::int64_t per_word = word_bits / line_elems<T>;
    for (int k = 0; k < lines_ahead; ++k)
        found.lines[found.n + k] = found.n > 0 ? found.lines[found.n - 1] : 0;
    for (int k = 0; k < found.n; ++k) {
        __builtin_prefetch(
                args.dst + (begin + found.lines[k + lines_ahead] * line_elems<T>)*width<T>, 1);
        const std::int64_t line = found.lines[k];
        const std::uint64_t changed =
                found.words[line / per_word] >> (line % per_word * line_elems<T>);
        const row_at row = elements_of<T, Constants>(args, begin + line * line_elems<T>);
        select_word<T, Constants, line_elems<T>>(row.dst, row, keeps_src0 ? ~changed : changed);
    }
    found.n = 0;
}

// `segment` writes elements of which all take the source that is not in dst.
template <typename T, typename Constants, bool keeps_src0, bool streams>
void select_bits_keeping(const bits_row_args &args) noexcept {
    constexpr bool fills = keeps_src0 ? Constants::src1 : Constants::src0;
    constexpr std::int64_t chunk = chunk_groups * group_words * word_bits;
    constexpr std::int64_t group = group_words * word_bits;
    changed_lines<T> found;
    std::int64_t whole_begin = 0, whole_end = 0; // elements that all change, not written yet
    const auto write_whole = [&] {
        if (whole_begin == whole_end) return;
        const row_at row = elements_of<T, Constants>(args, whole_begin);
        const std::byte *from = keeps_src0 ? row.src1 : row.src0;
        if constexpr (fills)
            fill_segment<T, streams>(row.dst, from, whole_end - whole_begin);
        else
            copy_segment<T, streams>(row.dst, from, whole_end - whole_begin);
    };
    std::int64_t begin = 0;
    for (; begin + group <= args.n; begin += chunk) {
        const std::int64_t groups =
                (args.n - begin) / group < chunk_groups ? (args.n - begin) / group : chunk_groups;
        for (std::int64_t g = 0; g < groups; ++g) {
            std::uint64_t any = 0, all = ~std::uint64_t {0};
            for (std::int64_t k = g * group_words; k < (g + 1) * group_words; ++k) {
                const std::uint64_t word = word_at(args, begin + k * word_bits);
                found.words[k] = keeps_src0 ? ~word : word;
                any |= found.words[k];
                all &= found.words[k];
            }
            if (any == 0) continue;
            if (~all != 0) {
                const int before = found.n;
                found.list(g * group_words);
                if (found.n - before <= few_lines<T>) continue;
                found.n = before;
                select_bits<T, Constants>(part_of<T, Constants>(args, begin + g * group, group));
                continue;
            }
            const std::int64_t first = begin + g * group;
            if (first != whole_end) {
                write_whole();
                whole_begin = first;
            }
            whole_end = first + group;
        }
        select_listed<T, Constants, keeps_src0>(args, begin, found);
    }
    write_whole();
    const std::int64_t rest = args.n / group * group;
    if (rest == args.n) return;
    select_bits<T, Constants>(part_of<T, Constants>(args, rest, args.n - rest));
}

using bits_loop = void (*)(const bits_row_args &args) noexcept;

template <typename T, typename Constants, bool keeps_src0>
bits_loop keeping_bits_of(const condition_row_params &params) noexcept {
    return params.stores == store_kind::streaming
                   ? select_bits_keeping<T, Constants, keeps_src0, true>
                   : select_bits_keeping<T, Constants, keeps_src0, false>;
}

template <typename T, typename Constants>
bits_loop bits_of(const condition_row_params &params) noexcept {
    if constexpr (!Constants::src0)
        if (params.kept == in_place::src0) return keeping_bits_of<T, Constants, true>(params);
    if constexpr (!Constants::src1)
        if (params.kept == in_place::src1) return keeping_bits_of<T, Constants, false>(params);
    return params.stores == store_kind::streaming ? select_bits_streaming<T, Constants>
                                                  : select_bits<T, Constants>;
}

template <typename T>
bits_loop bits_of_width(const condition_row_params &params) noexcept {
    if (params.src0_is_constant)
        return params.src1_is_constant ? bits_of<T, constants<true, true>>(params)
                                       : bits_of<T, constants<true, false>>(params);
    return params.src1_is_constant ? bits_of<T, constants<false, true>>(params)
                                   : bits_of<T, constants<false, false>>(params);
}

bits_loop bits_loop_of(const condition_row_params &params) noexcept {
    return with_width(params.elem_bytes,
            [&](auto element) { return bits_of_width<decltype(element)>(params); });
}

void select_row_of_bits(const condition_row_args &args) noexcept {
    const evaluate_args &inputs = args.inputs;
    bits_loop_of (*args.params)({args.dst, args.src0, args.src1, inputs.data[0], inputs.at[0],
            inputs.n, inputs.condition->input_types[0] == libselect_u1_msb});
}

} // namespace
} // namespace libselect

#endif
