// SPDX-License-Identifier: Apache-2.0
// What a plan depends on, as a row of integers: two calls with equal keys run the same plan.
#ifndef LIBSELECT_PYTHON_LAYOUT_KEY_HPP
#define LIBSELECT_PYTHON_LAYOUT_KEY_HPP

#include <cstring>

#include "call.hpp"

namespace libselect_python {

// The words are: what the condition is, then each operand: a head, dims, strides. Only the first
// `n_words` are written. `out` comes last and begins at `out_word`.
class layout_key {
public:
    explicit layout_key(const select_call &of) noexcept {
        push(of.terms);
        push(std::int64_t(of.max_threads));
        push(of.first);
        push(of.second);
        push(of.x);
        push(of.y);
        out_word_ = n_words_;
        push(of.out);
    }

    [[nodiscard]] const std::int64_t *words() const noexcept { return words_; }
    [[nodiscard]] std::size_t n_words() const noexcept { return n_words_; }
    [[nodiscard]] std::size_t out_word() const noexcept { return out_word_; }

    // Each word is spread over all bits before the next one comes, so that a few small numbers,
    // which dims are, do not meet in one hash.
    [[nodiscard]] std::uint64_t hash() const noexcept {
        std::uint64_t hash = n_words_;
        for (std::size_t i = 0; i < n_words_; ++i) {
            hash = (hash ^ static_cast<std::uint64_t>(words_[i])) * 0x9e3779b97f4a7c15U;
            hash ^= hash >> 32;
        }
        return hash;
    }

private:
    void push(std::int64_t word) noexcept { words_[n_words_++] = word; }

    void push(const std::int64_t *row, int n) noexcept {
        for (int i = 0; i < n; ++i)
            push(row[i]);
    }

    // The fields of an interval are rare; their presence is part of the first word.
    void push(const condition_terms &terms) noexcept {
        push(std::int64_t(terms.kind) | std::int64_t(terms.relation) << 8
                | std::int64_t(terms.has_lower) << 16 | std::int64_t(terms.has_upper) << 17);
        if (terms.kind != libselect_condition_interval) return;
        push(terms.axis);
        push(terms.row_axis);
        push(terms.lower);
        push(terms.upper);
    }

    void push(const operand &of) noexcept {
        push(std::int64_t(of.type) | std::int64_t(of.rank) << 8
                | std::int64_t(of.offset != 0) << 16);
        if (of.offset != 0) push(of.offset);
        push(of.dims, of.rank);
        const bool is_empty = of.is_empty();
        for (int i = 0; i < of.rank; ++i)
            push(is_empty ? 0 : of.strides[i]);
    }

    static constexpr std::size_t max_words = 6 + 5 * (2 + 2 * LIBSELECT_MAX_RANK);

    std::size_t n_words_ = 0, out_word_ = 0;
    std::int64_t words_[max_words];
};

} // namespace libselect_python

#endif
