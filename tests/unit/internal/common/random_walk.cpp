// SPDX-License-Identifier: Apache-2.0
// Random walks: extents, then strides for each operand.
#include "common/random_walk.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace internal {
namespace {

using libselect::operand;
using libselect::walk_order;

void add_strides(walk_order &walk, operand which, support::random_source &random) {
    std::vector<std::size_t> order(static_cast<std::size_t>(walk.rank));
    std::iota(order.rbegin(), order.rend(), 0);
    if (random.one_in(2))
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.below(i)]);
    const bool is_input = which != libselect::dst;
    std::int64_t stride = walk.unit(which) * (random.one_in(4) ? 2 : 1);
    for (const std::size_t at : order) {
        libselect::loop &each = walk.loops[at];
        if (is_input && random.one_in(4)) continue; // broadcast
        each.strides[which] = random.one_in(5) ? -stride : stride;
        stride = stride * each.extent + (random.one_in(5) ? 3 * walk.unit(which) : 0);
    }
}

} // namespace

walk_order random_walk(support::random_source &random) {
    constexpr std::array<std::int64_t, 12> extents {2, 3, 4, 5, 6, 7, 8, 16, 17, 31, 64, 100};
    walk_order walk;
    walk.elem_bytes = 1 << random.below(5);
    walk.rank = static_cast<int>(1 + random.below(4));
    walk.n_elems = 1;
    for (int i = 0; i < walk.rank; ++i) {
        libselect::loop &each = walk.loops[static_cast<std::size_t>(i)];
        each.extent = extents[random.below(extents.size())];
        walk.n_elems *= each.extent;
    }
    for (const operand which : libselect::all_operands)
        add_strides(walk, which, random);
    return walk;
}

} // namespace internal
