// SPDX-License-Identifier: Apache-2.0
// Comparing what a plan touches with the caches.
#include "schedule/memory_policy.hpp"

#include <algorithm>

namespace libselect {
namespace {

constexpr std::int64_t most_bytes = std::int64_t {1} << 59;

std::int64_t bytes_of(const plan &nest, operand which) noexcept {
    return std::min(nest.spans[which].high - nest.spans[which].low, most_bytes);
}

std::int64_t bytes_read(const plan &nest) noexcept {
    return bytes_of(nest, cond) + bytes_of(nest, src0) + bytes_of(nest, src1);
}

} // namespace

std::int64_t bytes_touched(const plan &nest) noexcept {
    return bytes_read(nest) + bytes_of(nest, dst);
}

memory_policy policy_of(const plan &nest, const cache_sizes &caches) noexcept {
    memory_policy policy;
    const std::int64_t touched = bytes_touched(nest);
    policy.leaves_l2 = touched > 2 * caches.l2;
    const bool is_large = touched > caches.last;
    const bool reads_two = bytes_read(nest) >= 2 * bytes_of(nest, dst);
    policy.is_marginal = !is_large && reads_two && touched >= caches.last / 8 * 3;
    if (is_large || policy.is_marginal) {
        policy.stores = store_kind::streaming;
        policy.keeps = is_large;
        // Nothing is skipped where data comes from memory: prefetchers work best when reading goes
        // on without gaps.
        return policy;
    }
    const std::int64_t largest = std::max(bytes_of(nest, src0), bytes_of(nest, src1));
    policy.skips = policy.leaves_l2 && largest > caches.l2 / 2;
    return policy;
}

} // namespace libselect
