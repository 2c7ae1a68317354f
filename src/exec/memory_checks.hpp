// SPDX-License-Identifier: Apache-2.0
// The checks of memories that stand before each execution.
#ifndef LIBSELECT_EXEC_MEMORY_CHECKS_HPP
#define LIBSELECT_EXEC_MEMORY_CHECKS_HPP

#include <cstddef>
#include <cstdint>

#include "plan/plan.hpp"

namespace libselect {

using memories = per_operand<const libselect_memory_t *>;

// What an execution compares first, per operand, in one place.
struct operand_check {
    const logical_tensor *tensor;
    std::size_t needed_bytes;
    // From the caller's pointer: the bytes addressed, and the first element walked.
    std::uintptr_t low, high, start;
    // Whether src0 or src1 may lie exactly in dst: it is read where, and as, dst is written.
    bool walks_like_dst;
};

// What memories are checked against; the owner keeps both.
struct memory_checks {
    const plan &nest;
    const per_operand<operand_check> &operands;
};

[[nodiscard]] per_operand<operand_check> make_operand_checks(
        const per_operand<tensor_ref> &tensors, const plan &nest) noexcept;

[[nodiscard]] inline std::uintptr_t address_of(const memories &given, operand which) noexcept {
    return reinterpret_cast<std::uintptr_t>(given[which]->data);
}

// Whether the operand shares no byte with dst, or is dst element for element. "No" may still turn
// out to be harmless. Addresses; a buffer that wraps round the address space does not exist.
[[nodiscard]] inline bool is_apart_or_dst(
        const memory_checks &wanted, const memories &given, operand which) noexcept {
    const std::uintptr_t begin = address_of(given, which);
    const std::uintptr_t dst_begin = address_of(given, dst);
    const operand_check &own = wanted.operands[which];
    const operand_check &other = wanted.operands[dst];
    return begin + own.high <= dst_begin + other.low || dst_begin + other.high <= begin + own.low
           || (begin == dst_begin && own.walks_like_dst);
}

// A glance, for memories that are as they usually are. False when only the close look can tell.
[[nodiscard]] inline bool are_plainly_good(
        const memory_checks &wanted, const memories &given) noexcept {
    for (const operand which : all_operands) {
        const libselect_memory_t &memory = *given[which];
        const operand_check &own = wanted.operands[which];
        if (memory.tensor != own.tensor || memory.data == nullptr
                || memory.size_bytes < own.needed_bytes)
            return false;
    }
    return is_apart_or_dst(wanted, given, cond) && is_apart_or_dst(wanted, given, src0)
           && is_apart_or_dst(wanted, given, src1);
}

// The close look. Throws failure unless every memory belongs to its tensor and is large enough, and
// dst overlaps no input but a source that is dst element for element.
void check_closely(const memory_checks &wanted, const memories &given);

} // namespace libselect

#endif
