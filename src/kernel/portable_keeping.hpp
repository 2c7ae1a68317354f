// SPDX-License-Identifier: Apache-2.0
// Rows in place: what does not change is neither read nor stored. Internal linkage, see
// portable_blocks.hpp.
//
// The ends of the runs of conditions cannot be predicted, and a branch that is mispredicted costs
// more than a line. So a chunk of a row is gone through in passes almost without branches, each of
// which lists where the next one has to look: 64 conditions at a time, then lines of dst. See
// jit/row_generator_changes.cpp, which does much the same.
#ifndef LIBSELECT_KERNEL_PORTABLE_KEEPING_HPP
#define LIBSELECT_KERNEL_PORTABLE_KEEPING_HPP

#include "kernel/portable_blocks.hpp"
#include "kernel/portable_relations.hpp"
#include "kernel/portable_segments.hpp"

namespace libselect {
namespace {

constexpr std::int64_t look_elems = 64;    // conditions that are looked at together
constexpr std::int64_t sampled_looks = 32; // of a chunk
constexpr std::int64_t looks_per_part = 4; // a line is prefetched with so many; not tuned
// Of a chunk. 64 MiB of floats, 5 % true in runs of 64, small pages: 619 to 678 us, with 256 looks
// 642 to 729 (AMD EPYC, family 25 model 17, one thread, 2026-11-27, a program outside the tree).
constexpr std::int64_t chunk_looks = 128;
// Eighths of the looks of a chunk. Where more change, the chunk is computed as a whole: narrow
// elements are computed fast. Us by eighths, conditions at random, malloc (portable, one thread,
// AMD EPYC, family 25 model 17, 2026-11-27, medians of 2 interleaved runs of select_bench with
// these constants and a workloads file outside the tree):
//     eighths                | 1    | 2    | 4    | 6
//     u8 16 MiB, 0.2 %       | 1750 | 453  | 475  | 589
//     0.5 %                  | 1580 | 1735 | 1685 | 1520
//     1 %                    | 1335 | 1500 | 2465 | 3065
//     bf16 16 MiB, 0.2 %     | 487  | 273  | 224  | 239
//     0.5 %                  | 1040 | 1610 | 361  | 406
//     1 %                    | 1010 | 1240 | 1685 | 1605
//     f32 64 MiB, 0.5 %      | 5165 | 4630 | 2715 | 2720
//     1 %                    | 4740 | 4900 | 4505 | 4445
//     2 %                    | 4950 | 4740 | 4820 | 6155
//     f64 32 MiB, 0.5 %      | 1525 | 1505 | 293  | 281
//     1 %                    | 1675 | 1655 | 998  | 477
//     2 %                    | 1590 | 1680 | 1640 | 1875
// Elements of 16 bytes have the eighths of 8; they were not measured.
template <typename T>
constexpr std::int64_t most_eighths = width<T> == 1 ? 2 : (width<T> < 8 ? 4 : 6);

// Of some conditions of a look, not 0 for each that takes the source that does not lie in dst.
template <bool src0_lies_there>
[[gnu::always_inline]] inline vector_bits changes_of(const std::byte *conditions) {
    const auto some = load<vector_bits>(conditions);
    return src0_lies_there ? reinterpret_cast<vector_bits>(some == 0) : some;
}

template <bool src0_lies_there>
[[gnu::always_inline]] inline bool changes_some(const std::byte *conditions) {
    vector_bits any {};
    for (std::int64_t i = 0; i < look_elems; i += number_vector_bytes)
        any |= changes_of<src0_lies_there>(conditions + i);
    return has_any_bit(any);
}

// A bit for each condition of a look.
template <bool src0_lies_there>
[[gnu::always_inline]] inline std::uint64_t change_bits(const std::byte *conditions) {
    std::uint64_t bits = 0;
    for (std::int64_t i = 0; i < look_elems; i += number_vector_bytes) {
        const vector_bits changes = changes_of<src0_lies_there>(conditions + i);
        bits |= bits_of_lanes<1>(reinterpret_cast<vector_bits>(changes != 0)) << i;
    }
    return bits;
}

// A row in place: src0, or else src1, lies in dst.
template <typename T, typename Constants, bool keeps_src0>
class keeping_row {
public:
    keeping_row(const row_at &row, bool streams) : streams_(streams) {
        if constexpr (fills) fill_row<T>(filled_line_, keeps_src0 ? row.src1 : row.src0, line);
    }

    // Lines are listed, and stored behind the look at the next chunk. Where they are streamed,
    // from.dst begins with one.
    void select_chunk(const row_at &from, std::int64_t n_looks) {
        if (may_be_dense_ && n_looks == chunk_looks && is_dense_sample(from.cond))
            return select_row<T, Constants>(from, n_looks * look_elems);
        const std::int64_t n = list_looks(from.cond, n_looks);
        store_listed_lines();
        const std::int64_t most = n_looks * most_eighths<T> / 8;
        may_be_dense_ = n > most / 2;
        if (n > most) return select_row<T, Constants>(from, n_looks * look_elems);
        list_lines(from, n);
    }

    // Behind the last chunk.
    void store_listed_lines() {
        for (int i = 0; i < n_wholes_; ++i)
            store_changed<line>(moved<T, Constants>(listed_, wholes_[i] * line));
        for (int i = 0; i < n_parts_; ++i) {
            const row_at here = moved<T, Constants>(listed_, parts_[i] * line);
            select_block<T, Constants, line>(here.dst, here);
        }
        n_wholes_ = n_parts_ = 0;
    }

private:
    static constexpr bool fills = keeps_src0 ? Constants::src1 : Constants::src0;
    static constexpr std::int64_t line = line_elems<T>, lines_of_look = look_elems / line;
    static constexpr std::uint64_t bits_of_line = ~std::uint64_t {0} >> (look_elems - line);
    static constexpr std::int64_t most_lines = chunk_looks * most_eighths<T> / 8 * lines_of_look;

    // Few samples tell a share to a tenth at best, so the bar is a quarter higher.
    [[nodiscard]] static bool is_dense_sample(const std::byte *conditions) {
        constexpr std::int64_t most = sampled_looks * most_eighths<T> * 5 / (8 * 4);
        constexpr std::int64_t step = chunk_looks / sampled_looks * look_elems;
        std::int64_t n = 0;
        for (std::int64_t i = 0; i < sampled_looks; ++i)
            n += changes_some<keeps_src0>(conditions + i * step) ? 1 : 0;
        return n > most;
    }

    // Every look gets an entry, and the next entry overwrites that of one that does not change.
    // Meanwhile lines that change in part are prefetched, since stores to them read them: a few
    // looks apart, so that conditions need not wait for them.
    std::int64_t list_looks(const std::byte *conditions, std::int64_t n_looks) {
        std::int64_t n = 0, i = 0;
        const auto look = [&] {
            const std::byte *at = conditions + i * look_elems;
            __builtin_prefetch(at + conditions_ahead);
            looks_[n] = static_cast<std::uint16_t>(i);
            n += changes_some<keeps_src0>(at) ? 1 : 0;
            ++i;
        };
        for (int part = 0; part < n_parts_ && i + looks_per_part <= n_looks; ++part) {
            __builtin_prefetch(listed_.dst + parts_[part] * line_bytes, 1);
            for (std::int64_t k = 0; k < looks_per_part; ++k)
                look();
        }
        while (i < n_looks)
            look();
        return n;
    }

    // Stores looks that change as a whole, which long runs have and random conditions have not.
    void list_lines(const row_at &from, std::int64_t n_looks) {
        int n_parts = 0, n_wholes = 0;
        for (std::int64_t i = 0; i < n_looks; ++i) {
            const row_at here = moved<T, Constants>(from, looks_[i] * look_elems);
            const std::uint64_t bits = change_bits<keeps_src0>(here.cond);
            if (bits == ~std::uint64_t {0}) {
                store_changed<look_elems>(here);
                continue;
            }
            for (std::int64_t k = 0; k < lines_of_look; ++k) {
                const std::uint64_t changes = bits >> (k * line) & bits_of_line;
                parts_[n_parts] = wholes_[n_wholes] =
                        static_cast<std::uint16_t>(looks_[i] * lines_of_look + k);
                const int is_whole = changes == bits_of_line ? 1 : 0;
                n_wholes += is_whole;
                n_parts += (changes != 0 ? 1 : 0) - is_whole;
            }
        }
        listed_ = from;
        n_parts_ = n_parts;
        n_wholes_ = n_wholes;
    }

    template <std::int64_t n>
    void store_changed(const row_at &here) const {
        const std::byte *from = keeps_src0 ? here.src1 : here.src0;
        for (std::int64_t i = 0; i < n * width<T>; i += line_bytes) {
            const std::byte *stored = fills ? filled_line_ : from + i;
            if (streams_)
                store_line<true>(here.dst + i, stored);
            else
                store_line<false>(here.dst + i, stored);
        }
    }

    const bool streams_;
    std::uint16_t looks_[chunk_looks], parts_[most_lines], wholes_[most_lines];
    row_at listed_ {}; // the chunk whose lines are listed
    int n_parts_ = 0, n_wholes_ = 0;
    bool may_be_dense_ = true; // not where the chunk before had few changes
    alignas(line_bytes) std::byte filled_line_[line_bytes];
};

template <typename T, typename Constants, bool keeps_src0>
void select_row_keeping(const row_at &row, std::int64_t n, bool streams) {
    std::int64_t done = streams ? elems_to_line<T>(row.dst, n) : 0;
    select_rest<T, Constants>(row, 0, done);
    if (n - done >= look_elems) {
        keeping_row<T, Constants, keeps_src0> keeping(row, streams);
        while (n - done >= look_elems) {
            const std::int64_t left = (n - done) / look_elems;
            const std::int64_t n_looks = left < chunk_looks ? left : chunk_looks;
            keeping.select_chunk(moved<T, Constants>(row, done), n_looks);
            done += n_looks * look_elems;
        }
        keeping.store_listed_lines();
    }
    if (done < n) select_row<T, Constants>(moved<T, Constants>(row, done), n - done);
}

} // namespace
} // namespace libselect

#endif
