// SPDX-License-Identifier: Apache-2.0
// The look at conditions, a cache line at a time where they are dense.
#include "exec/condition_runs.hpp"

#include <bit>
#include <cstring>

namespace libselect {
namespace {

constexpr std::int64_t word_bytes = 8;
constexpr std::int64_t line_words = 8;

bool is_true(const std::byte *at) noexcept {
    return *at != std::byte {0};
}

// Not zero when a byte of the word is not as wanted.
std::uint64_t differing(std::uint64_t word, bool wanted) noexcept {
    constexpr std::uint64_t lows = 0x0101010101010101, highs = lows << 7U;
    return wanted ? (word - lows) & ~word & highs : word;
}

std::uint64_t word_at(const std::byte *at) noexcept {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

// The first byte of memory that is not zero in what differing() found. Above a byte that is not as
// wanted it may find others; so it is the lowest one, which is the first on little-endian CPUs.
std::int64_t first_in(std::uint64_t found) noexcept {
    return std::countr_zero(found) / 8;
}

// Not zero when a condition is not as wanted; n < word_bytes.
unsigned few_differing(const std::byte *at, std::int64_t n, bool wanted) noexcept {
    unsigned found = 0;
    for (std::int64_t i = 0; i < n; ++i)
        found |= static_cast<unsigned>(is_true(at + i) != wanted);
    return found;
}

bool dense_are_equal(const std::byte *at, std::int64_t n, bool wanted) noexcept {
    if (n < word_bytes) return few_differing(at, n, wanted) == 0;
    // The last word may overlap the one before.
    const std::byte *const last = at + n - word_bytes;
    for (; n >= word_bytes * line_words; n -= word_bytes * line_words) {
        std::uint64_t found = 0;
        for (std::int64_t i = 0; i < line_words; ++i, at += word_bytes)
            found |= differing(word_at(at), wanted);
        if (found != 0) return false;
    }
    std::uint64_t found = differing(word_at(last), wanted);
    for (; at < last; at += word_bytes)
        found |= differing(word_at(at), wanted);
    return found == 0;
}

bool strided_are_equal(
        const std::byte *at, std::int64_t n, std::int64_t step, bool wanted) noexcept {
    constexpr std::int64_t batch = 8; // a jump per batch
    for (; n >= batch; n -= batch) {
        unsigned others = 0;
        for (std::int64_t i = 0; i < batch; ++i, at += step)
            others |= static_cast<unsigned>(is_true(at) != wanted);
        if (others != 0) return false;
    }
    unsigned others = 0;
    for (; n > 0; --n, at += step)
        others |= static_cast<unsigned>(is_true(at) != wanted);
    return others == 0;
}

} // namespace

std::int64_t equal_conditions(
        const std::byte *first, std::int64_t step, std::int64_t n, bool wanted) noexcept {
    std::int64_t done = 0;
    for (; step == 1 && n - done >= word_bytes; done += word_bytes) {
        const std::uint64_t found = differing(word_at(first + done), wanted);
        if (found == 0) continue;
        if constexpr (std::endian::native != std::endian::little) break;
        return done + first_in(found);
    }
    while (done < n && is_true(first + done * step) == wanted)
        ++done;
    return done;
}

bool condition_set::are_equal(const std::byte *at, int level, bool wanted) const noexcept {
    if (level == rank_) return is_true(at) == wanted;
    const auto [n, step] = loops_[static_cast<std::size_t>(level)];
    if (level == rank_ - 1)
        return step == 1 ? dense_are_equal(at, n, wanted) : strided_are_equal(at, n, step, wanted);
    for (std::int64_t i = 0; i < n; ++i, at += step)
        if (!are_equal(at, level + 1, wanted)) return false;
    return true;
}

taken condition_set::sources(const predicate &decides, const std::byte *first) const noexcept {
    if (decides.kind != condition_kind::boolean) return taken::both;
    const bool wanted = is_true(first);
    if (!are_equal(first + begin_, 0, wanted)) return taken::both;
    return wanted ? taken::src0 : taken::src1;
}

} // namespace libselect
