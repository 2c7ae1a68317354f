// SPDX-License-Identifier: Apache-2.0
// The lines and pages that a walk brings from beyond each cache and TLB. Lines that leave a cache
// before they are used up count again.
#ifndef LIBSELECT_PLAN_CACHE_MISSES_HPP
#define LIBSELECT_PLAN_CACHE_MISSES_HPP

#include <array>
#include <cstdint>

#include "plan/cache_sizes.hpp"
#include "plan/walk_order.hpp"
#include "plan/work.hpp"

namespace libselect {

// The first-level cache is found by the bits of an address within a page.
inline constexpr std::int64_t page_bytes = 4096, first_way_bytes = page_bytes;

// A cache, or the pages that a TLB knows.
struct cache_level {
    std::int64_t bytes;
    std::int64_t line_bytes;
    std::int64_t way_bytes; // lines so far apart share a set; a power of two
    work lines, jumps, writes; // writes are jumps of dst
};

// What an address may miss, the nearest first.
class cache_levels {
public:
    explicit cache_levels(const cache_sizes &caches) noexcept;
    [[nodiscard]] const cache_level *begin() const noexcept { return all_.data(); }
    [[nodiscard]] const cache_level *end() const noexcept { return all_.data() + all_.size(); }

private:
    std::array<cache_level, 5> all_;
};

// What a form goes through at a time, by way of scratch: turns of one loop, all turns of those
// inside it, or some of the innermost. As the loops say where rows is 0.
struct blocks {
    int row_loop = 0;
    std::int64_t rows = 0, inner_cols = 0;
    std::int64_t scratch_bytes = 0;
    // Of the lines of a source, those that are touched.
    per_operand<double> shares {1, 1, 1, 1};
    // Whether a kernel transposes a block, which uses up a line at a time.
    per_operand<bool> transposes {};
    [[nodiscard]] int n_loops(const walk_order &walk) const noexcept {
        return rows == 0 ? 0 : walk.rank - row_loop - (rows == 1 ? 1 : 0);
    }
};

// Adds the misses of a walk whose operands go through scratch in such blocks.
void add_misses(const walk_order &walk, const cache_levels &levels, const blocks &by,
        work_list &all) noexcept;

} // namespace libselect

#endif
