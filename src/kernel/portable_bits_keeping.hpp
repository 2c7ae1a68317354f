// SPDX-License-Identifier: Apache-2.0
// Rows in place whose conditions are bits: src1 lies in dst, and lines that do not change are left
// alone. Internal linkage, see portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_BITS_KEEPING_HPP
#define LIBSELECT_KERNEL_PORTABLE_BITS_KEEPING_HPP

#include "kernel/portable_bits.hpp"

namespace libselect {
namespace {

// In place, a row is looked at in chunks of this many words. Within one, words in which nothing or
// everything changes come in groups; of the other groups the lines that change are listed first,
// since a branch per line would be mispredicted. They are asked for when they are listed, and
// written after those of the next chunk are.
constexpr std::int64_t group_words = 8;
constexpr std::int64_t chunk_groups = 8;

// A group of which more lines change is computed as a whole: three quarters. Not tuned.
template <typename T>
constexpr int few_lines = static_cast<int>(group_words *word_bits / line_elems<T> * 3 / 4);

// A chunk of a row in place: which elements change, and the lines that change in part.
template <typename T>
struct changed_lines {
    std::uint64_t words[group_words * chunk_groups]; // 1 where the element changes
    std::uint16_t lines[group_words * chunk_groups * word_bits / line_elems<T> + 1];
    int n = 0;
    std::int64_t begin = 0; // the first element of the chunk

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
    void ask_for(std::byte *dst, int first) const {
        for (int k = first; k < n; ++k)
            __builtin_prefetch(dst + begin * width<T> + lines[k] * line_bytes, 1);
    }
};

template <typename T, typename Constants>
void select_listed(const bits_row_args &args, const bits_sources<T, Constants> &from,
        changed_lines<T> &found) {
    constexpr std::int64_t per_word = word_bits / line_elems<T>;
    for (int k = 0; k < found.n; ++k) {
        const std::int64_t line = found.lines[k], i = found.begin + line * line_elems<T>;
        const std::uint64_t changed =
                found.words[line / per_word] >> (line % per_word * line_elems<T>);
        select_word<T, Constants, line_elems<T>>(args.dst + i * width<T>, from, i, changed);
    }
    found.n = 0;
}

template <typename T, typename Constants>
void select_group(std::byte *dst, const bits_sources<T, Constants> &from, std::int64_t begin,
        const std::uint64_t *words) {
    for (std::int64_t k = 0; k < group_words; ++k) {
        const std::int64_t i = begin + k * word_bits;
        select_word<T, Constants, word_bits>(dst + i * width<T>, from, i, words[k]);
    }
}

// Elements that all change and are not written yet: a part of them that follow each other.
template <typename T, typename Constants, bool streams>
struct whole_groups {
    std::int64_t begin = 0, end = 0;

    void add(const bits_row_args &args, std::int64_t first, std::int64_t n) {
        if (first != end) {
            write(args);
            begin = first;
        }
        end = first + n;
    }
    void write(const bits_row_args &args) const {
        if (begin == end) return;
        const row_at row = elements_of<T, Constants>(args, begin);
        if constexpr (Constants::src0)
            fill_segment<T, streams>(row.dst, row.src0, end - begin);
        else
            copy_segment<T, streams>(row.dst, row.src0, end - begin);
    }
};

template <typename T, typename Constants, bool streams>
void select_bits_keeping(const bits_row_args &row) noexcept {
    constexpr std::int64_t chunk = chunk_groups * group_words * word_bits;
    constexpr std::int64_t group = group_words * word_bits;
    const bits_row_args args = row;
    const std::uint64_t flips = args.flips;
    const bits_sources<T, Constants> from(args.src0, args.src1);
    changed_lines<T> chunks[2];
    int turn = 0;
    whole_groups<T, Constants, streams> whole;
    bool most_change = false; // lines, in the group before
    for (std::int64_t begin = 0; begin + group <= args.n; begin += chunk) {
        changed_lines<T> &found = chunks[turn];
        found.begin = begin;
        turn = 1 - turn;
        const std::int64_t groups =
                (args.n - begin) / group < chunk_groups ? (args.n - begin) / group : chunk_groups;
        for (std::int64_t g = 0; g < groups; ++g) {
            const std::int64_t first = begin + g * group;
            std::uint64_t *const words = found.words + g * group_words;
            std::uint64_t any = 0, all = ~std::uint64_t {0}, n_changed = 0;
            for (std::int64_t k = 0; k < group_words; ++k) {
                const std::uint64_t word = word_at(args, first + k * word_bits) ^ flips;
                words[k] = word;
                any |= word;
                all &= word;
                n_changed += word != 0 ? 1 : 0;
            }
            if (any == 0) continue;
            if (~all == 0) {
                whole.add(args, first, group);
                continue;
            }
            // Lines are not counted again where they all changed and each word has a change.
            const int before = found.n;
            most_change = most_change && n_changed == group_words;
            if (!most_change) {
                found.list(g * group_words);
                most_change = found.n - before > few_lines<T>;
            }
            if (!most_change) {
                found.ask_for(args.dst, before);
                continue;
            }
            found.n = before;
            select_group<T, Constants>(args.dst, from, first, words);
        }
        select_listed<T, Constants>(args, from, chunks[turn]);
    }
    select_listed<T, Constants>(args, from, chunks[1 - turn]);
    whole.write(args);
    const std::int64_t rest = args.n / group * group;
    if (rest == args.n) return;
    select_bits<T, Constants>(part_of<T, Constants>(args, rest, args.n - rest));
}

} // namespace
} // namespace libselect

#endif
