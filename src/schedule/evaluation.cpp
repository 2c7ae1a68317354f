// SPDX-License-Identifier: Apache-2.0
// Choosing the loop that is cut, and its turns per block.
#include "schedule/evaluation.hpp"

#include <algorithm>

#include "plan/tiling.hpp"

namespace libselect {
namespace {

const loop &loop_at(const plan &nest, int level) noexcept {
    return nest.loops[static_cast<std::size_t>(level)];
}

// The last condition byte of a block.
std::int64_t last_byte(const plan &nest, int level, std::int64_t step) noexcept {
    std::int64_t last = (step - 1) * loop_at(nest, level).strides[cond];
    for (int i = level + 1; i < nest.rank; ++i)
        last += (loop_at(nest, i).extent - 1) * loop_at(nest, i).strides[cond];
    return last;
}

} // namespace

evaluation make_evaluation(const plan &nest, int n_columns, std::int64_t block_elems,
        const portable_kernels &loops) noexcept {
    evaluation cut;
    cut.loops = &loops;
    const int last_level = std::max(nest.rank - 1 - n_columns, 0);
    std::int64_t inside = nest.n_elems; // elements of one turn
    for (cut.level = 0; cut.level <= last_level; ++cut.level) {
        inside /= loop_at(nest, cut.level).extent;
        if (inside <= block_elems || cut.level == last_level) break;
    }
    const std::int64_t extent = loop_at(nest, cut.level).extent;
    const bool is_whole = n_columns >= nest.rank; // nothing may be cut
    cut.step = is_whole ? extent : std::clamp<std::int64_t>(block_elems / inside, 1, extent);
    if (cut.level == nest.rank - 1 && cut.step < extent && cut.step > column_unit)
        cut.step -= cut.step % column_unit;
    cut.blocks_per_loop = (extent - 1) / cut.step + 1;
    cut.n_blocks = nest.n_elems / (extent * inside) * cut.blocks_per_loop;
    cut.scratch_bytes = last_byte(nest, cut.level, cut.step) + 1;
    return cut;
}

} // namespace libselect
