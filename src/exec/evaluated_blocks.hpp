// SPDX-License-Identifier: Apache-2.0
// Evaluates the condition of a block to bytes in scratch, and runs the kernels on them.
#ifndef LIBSELECT_EXEC_EVALUATED_BLOCKS_HPP
#define LIBSELECT_EXEC_EVALUATED_BLOCKS_HPP

#include <array>
#include <cstdint>

#include "exec/walk.hpp"
#include "plan/condition_walk.hpp"

namespace libselect {

// An execution of a plan whose condition is evaluated.
struct evaluated_job {
    walk_job walk; // its cond is scratch, which each block has for itself
    const plan &nest;
    const condition_walk &condition;
    std::array<const std::byte *, n_condition_inputs> inputs; // the caller's pointers
};

// The first element of a block, and the turns that it makes.
struct block_place {
    std::int64_t turns;                // of the loop that is cut
    std::int64_t condition_offset = 0; // of cond's addresses, from the first element walked
    per_walked<std::int64_t> at {};
    rectangle part {}; // of the walk
};

[[nodiscard]] block_place place_of(const evaluated_job &job, std::int64_t block) noexcept;

// Where one of the walked is in the first column of a row of the walk.
[[nodiscard]] inline std::int64_t address_of_row(
        const evaluated_job &job, walked which, std::int64_t row) noexcept {
    const linear_walk &walk = job.condition.walks[at(which)];
    std::int64_t address = walk.start;
    for (auto i = static_cast<std::size_t>(job.nest.rank - 1); i-- > 0;) {
        const std::int64_t extent = job.nest.loops[i].extent;
        address += row % extent * walk.strides[i];
        row /= extent;
    }
    return address;
}

// Computes block number `block`. An element of dst may be that of an input of the condition in its
// place: the condition of the whole block is evaluated before any element is written, and no other
// block reads the element. Allocates nothing; scratch is on the stack.
void run_block(const evaluated_job &job, std::int64_t block) noexcept;

} // namespace libselect

#endif
