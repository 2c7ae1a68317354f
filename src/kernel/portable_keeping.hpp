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

#include <type_traits>

#include "kernel/portable_blocks.hpp"
#include "kernel/portable_segments.hpp"

namespace libselect {
namespace {

constexpr std::int64_t look_elems = 64;    // conditions that are looked at together
constexpr std::int64_t chunk_looks = 256;  // of a row
constexpr std::int64_t sampled_looks = 32; // of a chunk
// Eighths of the looks of a chunk. Where more change, the chunk is computed as a whole: narrow
// elements are computed fast.
template <typename T>
constexpr std::int64_t most_eighths = width<T> < 4 ? width<T> : 4;

// Of a zero byte of a word the highest bit, and of no byte before the first zero one.
template <typename Word>
[[gnu::always_inline]] inline Word zero_bytes(Word word) {
    constexpr Word low_bits = static_cast<Word>(~Word {0}) / 0xff;
    return (word - low_bits) & ~word & (low_bits << 7U);
}

// Whether some of n conditions, which are a look or less, are true, or are false.
template <bool value, std::int64_t n>
[[gnu::always_inline]] inline bool has_some(const std::byte *conditions) {
    if constexpr (n == look_elems) {
        vector_bits any {};
        for (std::int64_t i = 0; i < n; i += number_vector_bytes) {
            const auto some = load<vector_bits>(conditions + i);
            any |= value ? some : reinterpret_cast<vector_bits>(some == 0);
        }
        return has_any_bit(any);
    } else {
        using word = std::conditional_t<n % 8 == 0, std::uint64_t, std::uint32_t>;
        word any = 0;
        for (std::int64_t i = 0; i < n; i += width<word>) {
            const auto some = load<word>(conditions + i);
            any |= value ? some : zero_bytes(some);
        }
        return any != 0;
    }
}

// Whether some of n conditions take the source that lies in dst, or the other one.
template <bool src0_lies_there, std::int64_t n>
[[gnu::always_inline]] inline bool keeps_some(const std::byte *conditions) {
    return has_some<src0_lies_there, n>(conditions);
}

template <bool src0_lies_there, std::int64_t n>
[[gnu::always_inline]] inline bool changes_some(const std::byte *conditions) {
    return has_some<!src0_lies_there, n>(conditions);
}

// A row in place: src0, or else src1, lies in dst.
template <typename T, typename Constants, bool keeps_src0, bool streams>
class keeping_row {
public:
    explicit keeping_row(const row_at &row) {
        if constexpr (fills) fill_row<T>(filled_line_, keeps_src0 ? row.src1 : row.src0, line);
    }

    // Where lines are streamed, from.dst begins with one.
    void select_chunk(const row_at &from, std::int64_t n_looks) {
        if (may_be_dense_ && n_looks == chunk_looks && is_dense_sample(from.cond))
            return select_row<T, Constants>(from, n_looks * look_elems);
        const std::int64_t n = list_looks(from.cond, n_looks);
        const std::int64_t most = n_looks * most_eighths<T> / 8;
        may_be_dense_ = n > most / 2;
        if (n > most) return select_row<T, Constants>(from, n_looks * look_elems);
        list_lines(from, n);
        for (int i = 0; i < n_parts_; ++i)
            __builtin_prefetch(from.dst + parts_[i] * line_bytes, 1);
        for (int i = 0; i < n_wholes_; ++i)
            store_changed<line>(moved<T, Constants>(from, wholes_[i] * line));
        for (int i = 0; i < n_parts_; ++i) {
            const row_at here = moved<T, Constants>(from, parts_[i] * line);
            select_block<T, Constants, line>(here.dst, here);
        }
    }

private:
    static constexpr bool fills = keeps_src0 ? Constants::src1 : Constants::src0;
    static constexpr std::int64_t line = line_elems<T>, lines_of_look = look_elems / line;
    static constexpr std::int64_t most_lines = chunk_looks * most_eighths<T> / 8 * lines_of_look;

    // Few samples tell a share to a tenth at best, so the bar is a quarter higher.
    [[nodiscard]] static bool is_dense_sample(const std::byte *conditions) {
        constexpr std::int64_t most = sampled_looks * most_eighths<T> * 5 / (8 * 4);
        constexpr std::int64_t step = chunk_looks / sampled_looks * look_elems;
        std::int64_t n = 0;
        for (std::int64_t i = 0; i < sampled_looks; ++i)
            n += changes_some<keeps_src0, look_elems>(conditions + i * step) ? 1 : 0;
        return n > most;
    }

    // Every look gets an entry, and the next entry overwrites that of one that does not change.
    std::int64_t list_looks(const std::byte *conditions, std::int64_t n_looks) {
        std::int64_t n = 0;
        for (std::int64_t i = 0; i < n_looks; ++i) {
            const std::byte *at = conditions + i * look_elems;
            __builtin_prefetch(at + conditions_ahead);
            looks_[n] = static_cast<std::uint16_t>(i);
            n += changes_some<keeps_src0, look_elems>(at) ? 1 : 0;
        }
        return n;
    }

    // Stores looks that change as a whole, which long runs have and random conditions have not.
    void list_lines(const row_at &from, std::int64_t n_looks) {
        int n_parts = 0, n_wholes = 0;
        for (std::int64_t i = 0; i < n_looks; ++i) {
            const row_at here = moved<T, Constants>(from, looks_[i] * look_elems);
            if (!keeps_some<keeps_src0, look_elems>(here.cond)) {
                store_changed<look_elems>(here);
                continue;
            }
            for (std::int64_t k = 0; k < lines_of_look; ++k) {
                const std::byte *conditions = here.cond + k * line;
                const bool changes = changes_some<keeps_src0, line>(conditions);
                const bool keeps = keeps_some<keeps_src0, line>(conditions);
                parts_[n_parts] = wholes_[n_wholes] =
                        static_cast<std::uint16_t>(looks_[i] * lines_of_look + k);
                n_parts += static_cast<int>(changes) & static_cast<int>(keeps);
                n_wholes += 1 - static_cast<int>(keeps);
            }
        }
        n_parts_ = n_parts;
        n_wholes_ = n_wholes;
    }

    template <std::int64_t n>
    void store_changed(const row_at &here) const {
        const std::byte *from = keeps_src0 ? here.src1 : here.src0;
        for (std::int64_t i = 0; i < n * width<T>; i += line_bytes)
            store_line<streams>(here.dst + i, fills ? filled_line_ : from + i);
    }

    std::uint16_t looks_[chunk_looks], parts_[most_lines], wholes_[most_lines];
    int n_parts_ = 0, n_wholes_ = 0;
    bool may_be_dense_ = true; // not where the chunk before had few changes
    alignas(line_bytes) std::byte filled_line_[line_bytes];
};

template <typename T, typename Constants, bool keeps_src0, bool streams>
inline void select_row_keeping(const row_at &row, std::int64_t n) {
    std::int64_t done = streams ? elems_to_line<T>(row.dst, n) : 0;
    select_rest<T, Constants>(row, 0, done);
    if (n - done >= look_elems) {
        keeping_row<T, Constants, keeps_src0, streams> keeping(row);
        while (n - done >= look_elems) {
            const std::int64_t left = (n - done) / look_elems;
            const std::int64_t n_looks = left < chunk_looks ? left : chunk_looks;
            keeping.select_chunk(moved<T, Constants>(row, done), n_looks);
            done += n_looks * look_elems;
        }
    }
    if (done < n) select_row<T, Constants>(moved<T, Constants>(row, done), n - done);
}

} // namespace
} // namespace libselect

#endif
