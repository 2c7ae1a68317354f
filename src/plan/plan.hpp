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

// How an operand moves along the innermost loop.
enum class role : std::uint8_t {
    full,     // element i is the i-th of the row: the stride is the operand's unit
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

// Loops around one Select, and what it selects. Two types derive from it: a plan, whose loops are
// in the order of dst's memory, and a walk_order (walk_order.hpp), whose loops may be in another
// one.
struct loop_nest {
    std::int64_t n_elems = 0;            // elements of dst; 0 when there is nothing to do
    int elem_bytes = 0;                  // width of src0, src1 and dst: 1, 2, 4, 8 or 16
    predicate decides {};                // what cond is
    int rank = 0;                        // loops in use, the innermost is loops[rank - 1]
    per_operand<role> roles {};          // in the innermost loop; dst is full or strided
    std::array<loop, max_rank> loops {}; // loops beyond rank are as default

    [[nodiscard]] bool is_empty() const noexcept { return n_elems == 0; }
    [[nodiscard]] const loop &inner() const noexcept {
        return loops[static_cast<std::size_t>(rank - 1)];
    }
    // Addresses between neighbours of a dense row.
    [[nodiscard]] std::int64_t unit(operand which) const noexcept {
        return units_of(decides, elem_bytes)[which].step;
    }
    bool operator==(const loop_nest &) const = default;
};

// How a Select is walked. Made from an op by these steps, each of which keeps the set of
// (cond, src0, src1, dst) addresses that are combined and changes only their order:
//   1. every operand gets a stride per axis of dst, 0 where it is broadcast;
//   2. axes of extent 1 go, their stride can never matter;
//   3. axes are ordered by the size of dst's stride, largest outermost, so that dst is written in
//      the order of its memory; a negative stride of dst is turned round, and `starts` moves to the
//      other end of the axis;
//   4. neighbouring axes merge where for all four operands the outer stride is the inner one times
//      the inner extent.
// Hence, for a plan that is not empty:
//   - 1 <= rank, every extent is >= 1, and only a plan of one element has an extent of 1;
//   - dst's strides are positive and never grow inwards; no two elements of dst share memory;
//   - no two neighbouring loops can be merged;
//   - n_elems, n_elems * elem_bytes and every address offset fit 63 bits: no later stage checks
//     them again.
// Two ops with equal plans do the same work, whatever ranks and layouts they were written in.
struct plan : loop_nest {
    per_operand<std::int64_t> starts {}; // from the caller's pointer to the first element walked
    per_operand<byte_span> spans {};     // bytes addressed, from the caller's pointer
    bool operator==(const plan &) const = default;
};

// Throws invalid_graph_op when a dim or the rank of an operand is unknown, invalid_shape when the
// number of elements or bytes of an operand does not fit 63 bits, invalid_arguments when an offset
// that the caller's strides ask for does not.
[[nodiscard]] plan make_plan(const select_op &op);

// Equal plans hash alike.
[[nodiscard]] std::size_t hash_of(const plan &nest) noexcept;

// One line: "plan: 24 elements of 4 bytes, loops 6x4, strides in bytes: cond full 0x1, ...".
[[nodiscard]] std::string to_string(const plan &nest);

[[nodiscard]] const char *role_name(role kind) noexcept;

} // namespace libselect

#endif
