// SPDX-License-Identifier: Apache-2.0
// The checks of memories before each execution.
#ifndef LIBSELECT_EXEC_MEMORY_CHECKS_HPP
#define LIBSELECT_EXEC_MEMORY_CHECKS_HPP

#include <cstddef>
#include <cstdint>
#include <string>

#include "plan/plan.hpp"

namespace libselect {

using memories = per_operand<const libselect_memory_t *>;

// The numbers of one operand that every execution compares, next to each other in memory.
struct operand_check {
    const logical_tensor *tensor; // null for cond where the condition is evaluated
    std::size_t needed_bytes;
    // From the caller's pointer: the bytes addressed, and the first element walked.
    std::uintptr_t low, high, start;
    // Whether the operand is a source that may be dst itself: it has dst's strides in every loop.
    bool walks_like_dst;
};

// The expectations that memories are checked against. The owner of this struct keeps both parts
// alive.
struct memory_checks {
    const plan &nest;
    const per_operand<operand_check> &operands;
};

[[nodiscard]] per_operand<operand_check> make_operand_checks(
        const per_operand<tensor_ref> &tensors, const plan &nest) noexcept;

[[nodiscard]] inline std::uintptr_t address_of(const memories &given, operand which) noexcept {
    return reinterpret_cast<std::uintptr_t>(given[which]->data);
}

// Whether the operand lies before or behind dst, or is dst element for element. When neither is
// true, the two may still share no byte, as interleaved rows do. The sums of addresses do not
// overflow, since no buffer wraps round the address space.
[[nodiscard]] inline bool is_apart_or_dst(
        const memory_checks &wanted, const memories &given, operand which) noexcept {
    const std::uintptr_t begin = address_of(given, which);
    const std::uintptr_t dst_begin = address_of(given, dst);
    const operand_check &own = wanted.operands[which];
    const operand_check &other = wanted.operands[dst];
    return begin + own.high <= dst_begin + other.low || dst_begin + other.high <= begin + own.low
           || (begin + own.start == dst_begin + other.start && own.walks_like_dst);
}

[[nodiscard]] inline bool is_plainly_large(
        const libselect_memory_t &memory, const operand_check &own) noexcept {
    return memory.tensor == own.tensor && memory.data != nullptr
           && memory.size_bytes >= own.needed_bytes;
}

// The quick check, which usual memories pass. False when only check_closely can tell. Without cond
// where the condition is evaluated.
template <bool has_cond = true>
[[nodiscard]] inline bool are_plainly_good(
        const memory_checks &wanted, const memories &given) noexcept {
    for (std::size_t i = has_cond ? 0 : std::size_t {src0}; i < n_operands; ++i)
        if (!is_plainly_large(*given[i], wanted.operands[i])) return false;
    return (!has_cond || is_apart_or_dst(wanted, given, cond))
           && is_apart_or_dst(wanted, given, src0) && is_apart_or_dst(wanted, given, src1);
}

// The close check. Throws failure unless every memory belongs to its tensor and is large enough,
// and dst overlaps no input except a source that is dst element for element. Leaves out an operand
// without a tensor: cond, where the condition is evaluated.
[[gnu::noinline, gnu::cold]] void check_closely(const memory_checks &wanted, const memories &given);

// Its parts, for one memory: whether it carries the tensor of the op, and is large enough.
void check_memory_tensor(const char *name, const logical_tensor *tensor, const logical_tensor &own);
void check_memory_size(const char *name, const libselect_memory_t &memory,
        const logical_tensor &own, std::size_t needed_bytes);

// For messages of overlap: ", whose data pointer is 4 bytes behind dst's,".
[[nodiscard]] std::string distance_text(
        const libselect_memory_t &memory, const libselect_memory_t &dst_memory);

} // namespace libselect

#endif
