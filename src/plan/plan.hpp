// SPDX-License-Identifier: Apache-2.0
// The plan: one Select as a struct of integers. No pointers, no CPU, no JIT.
#ifndef LIBSELECT_PLAN_PLAN_HPP
#define LIBSELECT_PLAN_PLAN_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "op/select_op.hpp"
#include "plan/operand.hpp"

namespace libselect {

// The way an operand moves along the innermost loop.
enum class role : std::uint8_t {
    full,     // neighbours of a row are neighbours in memory: the stride is the operand's unit
    constant, // stride 0: one element serves the row
    strided   // any other stride
};

// One loop of a nest. A stride of 0 means that the operand is broadcast along the loop; other
// strides count the addresses of the operand's space.
struct loop {
    std::int64_t extent = 1;
    per_operand<std::int64_t> strides {};
    bool operator==(const loop &) const = default;
};

// How the condition of a plan is evaluated; condition_walk.hpp has what it walks.
enum class evaluated_as : std::uint8_t {
    none,   // it is a boolean tensor, which kernels read
    bytes,  // to condition bytes in scratch, in the order of the loops
    ranges, // to these, or to the one range of the innermost loop in which it is true
    rows    // to these, or not at all: rows can be computed from what the condition reads
};

// The nest of loops around one Select. Two types derive from it. The loops of a plan are in the
// order of dst's memory; those of a walk_order (walk_order.hpp) may be in another order.
struct loop_nest {
    std::int64_t n_elems = 0;                    // elements of dst; 0 when there is nothing to do
    int elem_bytes = 0;                          // width of src0, src1 and dst: 1, 2, 4, 8 or 16
    predicate decides {};                        // the kind of condition
    evaluated_as evaluated = evaluated_as::none; // when not none, cond is no memory of the caller
    int rank = 0;                                // loops in use, the innermost is loops[rank - 1]
    per_operand<role> roles {};                  // in the innermost loop; dst is full or strided
    std::array<loop, max_rank> loops {};         // those from rank on are default ones

    [[nodiscard]] bool is_empty() const noexcept { return n_elems == 0; }
    [[nodiscard]] bool is_evaluated() const noexcept { return evaluated != evaluated_as::none; }
    [[nodiscard]] const loop &inner() const noexcept {
        return loops[static_cast<std::size_t>(rank - 1)];
    }
    // Addresses between neighbours of a dense row.
    [[nodiscard]] std::int64_t unit(operand which) const noexcept {
        return unit_of(decides, elem_bytes, which).step;
    }
    bool operator==(const loop_nest &) const = default;
};

[[nodiscard]] inline const loop &loop_at(const loop_nest &nest, int at) noexcept {
    return nest.loops[static_cast<std::size_t>(at)];
}

// The loops that compute a Select. make_plan takes the steps below. Each step keeps the set of
// (cond, src0, src1, dst) addresses that are combined and changes at most their order.
//   1. Every operand gets a stride per axis of dst, which is 0 where the operand is broadcast.
//   2. Axes of extent 1 are dropped: their stride never matters.
//   3. Axes are ordered by the size of dst's stride, the largest outermost, so that dst is written
//      in the order of its memory. An axis along which more operands have negative strides than
//      positive ones, or as many and dst a negative one, is walked from its other end, to which
//      `starts` moves.
//   4. Neighbouring axes merge where, for all four operands, the outer stride is the inner one
//      times the inner extent.
// What is then true of a plan that is not empty:
//   - 1 <= rank, every extent is >= 1, and only a plan of one element has an extent of 1;
//   - dst's strides are not 0 and their sizes never grow inwards; no two elements of dst share
//     memory;
//   - no two neighbouring loops can be merged, unless what an evaluated condition walks keeps them
//     apart;
//   - n_elems, n_elems * elem_bytes and every address offset fit 63 bits: no later stage checks
//     them again.
// Two ops with equal plans do the same work, whatever ranks and layouts they were written in.
struct plan : loop_nest {
    per_operand<std::int64_t> starts {}; // from the caller's pointer to the first element walked
    per_operand<byte_span> spans {};     // bytes addressed, from the caller's pointer; of an
                                         // evaluated cond, about as many as its inputs have
    bool operator==(const plan &) const = default;
};

// The plan of an op; condition_walk.hpp has what else a condition of another kind than boolean
// walks. Throws invalid_graph_op when a dim or the rank of an operand is unknown, invalid_shape
// when the number of elements or bytes of an operand does not fit 63 bits, and invalid_arguments
// when the caller's strides lead to an offset that does not fit 63 bits.
[[nodiscard]] plan make_plan(const select_op &op);

// Whether two neighbouring loops walk every operand as one loop would.
[[nodiscard]] inline bool can_merge(const loop &outer, const loop &inner) noexcept {
    for (std::size_t i = 0; i < n_operands; ++i) {
        // The product may not fit 63 bits for an operand whose strides rule out a merge.
        std::int64_t reach = 0;
        if (__builtin_mul_overflow(inner.strides[i], inner.extent, &reach)) return false;
        if (outer.strides[i] != reach) return false;
    }
    return true;
}

// Merges neighbouring loops where that can be done.
void merge_loops(loop_nest &nest) noexcept;

// Sets the roles by the strides of the innermost loop.
void set_roles(loop_nest &nest) noexcept;

// Equal plans hash alike.
[[nodiscard]] std::size_t hash_of(const plan &nest) noexcept;

// One line: "plan: 24 elements of 4 bytes, loops 6x4, strides in bytes: cond full 0x1, ...".
[[nodiscard]] std::string to_string(const plan &nest);

[[nodiscard]] const char *role_name(role kind) noexcept;

} // namespace libselect

#endif
