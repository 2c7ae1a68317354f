// SPDX-License-Identifier: Apache-2.0
// The caches of one core, by which forms and policies are chosen.
#ifndef LIBSELECT_PLAN_CACHE_SIZES_HPP
#define LIBSELECT_PLAN_CACHE_SIZES_HPP

#include <cstdint>

namespace libselect {

// Bytes of the data caches that one core has. Always true: l1d <= l2 <= last.
struct cache_sizes {
    std::int64_t l1d = 0;
    std::int64_t l2 = 0;
    std::int64_t last = 0; // what is worth staying in
    bool operator==(const cache_sizes &) const = default;
};

} // namespace libselect

#endif
