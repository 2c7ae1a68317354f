// SPDX-License-Identifier: Apache-2.0
// Rows whose conditions are numbers narrower or wider than the elements. Internal linkage, see
// portable_blocks.hpp.
//
// A chunk of conditions becomes words of bits, on which the loops for bits run.
#ifndef LIBSELECT_KERNEL_PORTABLE_NUMBER_WORDS_HPP
#define LIBSELECT_KERNEL_PORTABLE_NUMBER_WORDS_HPP

#include "kernel/portable_bits_loops.hpp"
#include "kernel/portable_number_conditions.hpp"

namespace libselect {
namespace {

// The conditions of 64 elements from this one on.
template <typename Conditions>
[[gnu::always_inline]] inline std::uint64_t number_word(
        const Conditions &conditions, std::int64_t first) {
    constexpr std::int64_t bytes = width<typename Conditions::bits>;
    std::uint64_t word = 0;
    for (std::int64_t i = 0; i < word_bits; i += number_vector_bytes / bytes)
        word |= bits_of_lanes<bytes>(conditions.at((first + i) * bytes)) << i;
    return word;
}

// The same of the last elements of a row, fewer than a word has.
template <typename Conditions>
[[gnu::noinline]] std::uint64_t last_number_word(
        const number_rule &rule, number_sides sides, std::int64_t first, std::int64_t n) noexcept {
    constexpr std::int64_t bytes = width<typename Conditions::bits>;
    std::byte copies[2][word_bits * bytes] {};
    const auto copy = [&](const std::byte *&from, int i, bool is_constant) {
        if (is_constant) return;
        std::memcpy(copies[i], from + first * bytes, static_cast<std::size_t>(n * bytes));
        from = copies[i];
    };
    copy(sides.lhs, 0, Conditions::constant == constant_side::lhs);
    copy(sides.rhs, 1, Conditions::constant == constant_side::rhs);
    return number_word(Conditions(rule.format, sides), 0);
}

// Words of a chunk. Time over that of loops which only move the bytes, s64 < s64 ? f32 : f32, 28 MB
// (AMD EPYC, Zen 3, 2026-11-22, a program that is not in the tree):
//     words       | 64   | 16   | 4    | 2
//     ordinary    | 1.32 | 1.29 | 1.18 | 1.19
//     streaming   | 1.28 | 1.19 | 1.10 | 1.10
// In place, the loops for bits look at longer parts of a row before they write.
constexpr std::int64_t chunk_words = 4;
constexpr std::int64_t chunk_words_in_place = 64;

template <typename Conditions>
void select_by_words(const condition_row_args &args) noexcept {
    const number_rule rule = rule_of(args.inputs, Conditions::keys::has_le);
    const number_sides sides = sides_of(args.inputs, rule.basic);
    const Conditions conditions(rule.format, sides);
    const condition_row_params &params = *args.params;
    const bits_loop loop = bits_loop_of(params);
    const std::int64_t n = args.inputs.n, elem_bytes = params.elem_bytes;
    const std::int64_t src0_step = params.src0_is_constant ? 0 : elem_bytes;
    const std::int64_t src1_step = params.src1_is_constant ? 0 : elem_bytes;
    // Where dst is streamed, whole chunks begin with a cache line.
    const bool is_kept = params.kept != in_place::none;
    const std::int64_t chunk = (is_kept ? chunk_words_in_place : chunk_words) * word_bits;
    std::int64_t next = chunk;
    if (params.stores == store_kind::streaming)
        next = next - word_bits + elems_to_line<std::byte>(args.dst, word_bits) / elem_bytes;
    const std::uint64_t flips = rule.basic.inverts ? ~std::uint64_t {0} : 0;
    std::uint64_t words[chunk_words_in_place];
    for (std::int64_t done = 0; done < n; next = chunk) {
        const std::int64_t elems = n - done < next ? n - done : next;
        std::int64_t i = 0;
        for (; i + word_bits <= elems; i += word_bits)
            words[i / word_bits] = number_word(conditions, done + i);
        if (i < elems)
            words[i / word_bits] = last_number_word<Conditions>(rule, sides, done + i, elems - i);
        loop({args.dst + done * elem_bytes, args.src0 + done * src0_step,
                args.src1 + done * src1_step, reinterpret_cast<const std::byte *>(words), 0, elems,
                false, flips});
        done += elems;
    }
}

} // namespace
} // namespace libselect

#endif
