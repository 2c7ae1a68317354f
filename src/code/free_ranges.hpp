// SPDX-License-Identifier: Apache-2.0
// Which parts of a region are free: integers only.
#ifndef LIBSELECT_CODE_FREE_RANGES_HPP
#define LIBSELECT_CODE_FREE_RANGES_HPP

#include <cstddef>
#include <optional>
#include <vector>

namespace libselect {

// Free ranges of bytes in ascending order. No two touch, since neighbours are merged. take uses the
// first range that is long enough, so that the end of a region becomes free first.
class free_ranges {
public:
    // One free range. Throws std::bad_alloc.
    free_ranges(std::size_t begin, std::size_t end);

    // Takes n_bytes >= 1 and returns their begin; nullopt when no range is long enough. Throws
    // std::bad_alloc, and then nothing is taken.
    [[nodiscard]] std::optional<std::size_t> take(std::size_t n_bytes);

    // Gives back a range that take returned. Needs no memory: take has reserved it.
    void give_back(std::size_t begin, std::size_t n_bytes) noexcept;

    // Whether nothing is taken.
    [[nodiscard]] bool is_whole() const noexcept { return n_taken_ == 0; }

private:
    struct range {
        std::size_t begin, end;
    };
    std::vector<range> ranges_;
    std::size_t n_taken_ = 0;
};

} // namespace libselect

#endif
