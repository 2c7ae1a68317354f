// SPDX-License-Identifier: Apache-2.0
// The walk of a condition that is evaluated: what its inputs and positions do along the loops of a
// plan.
#ifndef LIBSELECT_PLAN_CONDITION_WALK_HPP
#define LIBSELECT_PLAN_CONDITION_WALK_HPP

#include <array>
#include <cstdint>

#include "op/condition.hpp"
#include "plan/plan.hpp"

namespace libselect {

// What a condition walks besides memory: the indices of dst that an interval compares.
enum class walked : std::uint8_t { input0, input1, col, row };
inline constexpr std::size_t n_walked = 4;
template <typename T>
using per_walked = std::array<T, n_walked>;

[[nodiscard]] constexpr std::size_t at(walked which) noexcept {
    return static_cast<std::size_t>(which);
}

// One of them: linear in the indices of the loops of the plan, as the addresses of operands are.
// Inputs count addresses of their unit, bits or bytes; positions count columns and rows.
struct linear_walk {
    bool is_walked = false; // whether the condition looks at it
    std::int64_t start = 0; // at the first element walked
    axis_array strides {};  // along each loop of the plan
    bool operator==(const linear_walk &) const = default;
};

// The walk of a condition of any kind but boolean, whose plan has its bytes instead. In that plan
// the condition is evaluated: cond has an address per different value of the walked ones, dense and
// in the order of the loops, and no memory of the caller. It is filled block by block.
struct condition_walk {
    condition_kind kind = condition_kind::boolean;
    relation how = libselect_relation_eq; // of compare
    std::array<data_type, n_condition_inputs> input_types {};
    int input_width = 0;                                // bytes of an element of the first input
    std::array<byte_span, n_condition_inputs> spans {}; // from the caller's pointers
    per_walked<linear_walk> walks {};
    interval_bounds bounds {}; // of interval

    [[nodiscard]] bool is_evaluated() const noexcept { return kind != condition_kind::boolean; }
    bool operator==(const condition_walk &) const = default;
};

// A plan and the walk of its condition.
struct planned {
    plan nest;
    condition_walk condition;
};

// As make_plan (plan.hpp) throws; also for the inputs of the condition.
[[nodiscard]] planned make_planned(const select_op &op);

// "condition: compare lt f32, lhs 128x4 start 4, rhs 4x0".
[[nodiscard]] std::string to_string(const condition_walk &condition, int rank);

} // namespace libselect

#endif
