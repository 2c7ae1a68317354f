// SPDX-License-Identifier: Apache-2.0
// First fit, and merging of neighbours.
#include "code/free_ranges.hpp"

#include <algorithm>

namespace libselect {

free_ranges::free_ranges(std::size_t begin, std::size_t end) : ranges_ {{begin, end}} {
}

std::optional<std::size_t> free_ranges::take(std::size_t n_bytes) {
    const auto fits = [&](const range &each) { return each.end - each.begin >= n_bytes; };
    const auto found = std::find_if(ranges_.begin(), ranges_.end(), fits);
    if (found == ranges_.end()) return std::nullopt;
    const auto at = found - ranges_.begin();
    // Between n taken parts there are at most n + 1 free ranges.
    ranges_.reserve(n_taken_ + 2);
    range &chosen = ranges_[static_cast<std::size_t>(at)];
    const std::size_t begin = chosen.begin;
    chosen.begin += n_bytes;
    if (chosen.begin == chosen.end) ranges_.erase(ranges_.begin() + at);
    ++n_taken_;
    return begin;
}

void free_ranges::give_back(std::size_t begin, std::size_t n_bytes) noexcept {
    const std::size_t end = begin + n_bytes;
    const auto is_before = [](const range &each, std::size_t place) { return each.begin < place; };
    auto next = std::lower_bound(ranges_.begin(), ranges_.end(), begin, is_before);
    --n_taken_;
    const bool joins_next = next != ranges_.end() && next->begin == end;
    if (next != ranges_.begin() && std::prev(next)->end == begin) {
        const auto previous = std::prev(next);
        previous->end = joins_next ? next->end : end;
        if (joins_next) ranges_.erase(next);
        return;
    }
    if (joins_next)
        next->begin = begin;
    else
        ranges_.insert(next, {begin, end});
}

} // namespace libselect
