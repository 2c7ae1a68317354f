// SPDX-License-Identifier: Apache-2.0
// The operands of a Select, and what the addresses of each one count.
#ifndef LIBSELECT_PLAN_OPERAND_HPP
#define LIBSELECT_PLAN_OPERAND_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "op/condition.hpp"

namespace libselect {

// The operands, in the order of every array indexed by operand.
enum operand : std::uint8_t { cond, src0, src1, dst };
inline constexpr std::size_t n_operands = 4;
inline constexpr std::array<const char *, n_operands> operand_names {"cond", "src0", "src1", "dst"};
inline constexpr operand inputs[] {cond, src0, src1};
inline constexpr operand all_operands[] {cond, src0, src1, dst};

template <typename T>
using per_operand = std::array<T, n_operands>;

// What decides at each element, as kernels see it: all that the instructions of a kernel depend on,
// and nothing of shapes or memory. Conditions of other kinds than boolean are evaluated to bytes
// (plan/condition_walk.hpp), so kernels see bytes.
struct predicate {
    condition_kind kind = condition_kind::boolean;
    // Addresses between neighbours of a dense row.
    [[nodiscard]] constexpr int unit() const noexcept {
        static_cast<void>(kind);
        return 1;
    }
    bool operator==(const predicate &) const = default;
};

// The unit of an operand of a Select of elements of elem_bytes.
[[nodiscard]] constexpr element_unit unit_of(
        const predicate &decides, int elem_bytes, operand which) noexcept {
    return {address_space::bytes, which == cond ? decides.unit() : elem_bytes};
}

} // namespace libselect

#endif
