// SPDX-License-Identifier: Apache-2.0
// The contract of fused kernels: many short rows of a dense dst, computed as one long row.
#ifndef LIBSELECT_KERNEL_FUSED_KERNEL_HPP
#define LIBSELECT_KERNEL_FUSED_KERNEL_HPP

#include <cstdint>
#include <string>

#include "kernel/kernel.hpp"
#include "plan/row_form.hpp"

namespace libselect {

// What a fused kernel is generated for.
struct fused_params {
    int vector_bytes = 0;             // 32, or on AVX-512 also 64
    int elem_bytes = 0;               // 1, 2, 4, 8 or 16
    int cols = 0;                     // elements in a row, >= 2
    per_operand<fused_role> roles {}; // dst is full
    store_kind stores = store_kind::ordinary;
    predicate decides {}; // what cond is
    bool operator==(const fused_params &) const = default;

    // Addresses between neighbours of a dense row.
    [[nodiscard]] constexpr int unit(operand which) const noexcept {
        return units_of(decides, elem_bytes)[which].step;
    }
};

// "w1 rows of 3, cond repeating, src0 full, src1 periodic, vectors of 32".
[[nodiscard]] std::string to_string(const fused_params &params);

// Bytes that a kernel may read behind the last element of a repeating operand, and behind the row
// of a periodic one.
inline constexpr std::int64_t fused_slack_bytes = 64;

// One call computes loops->rows groups (row_form.hpp), >= 1; nothing else of loops is looked at.
// data has
// - a full operand and dst: the elements of the groups, adjacent;
// - a repeating one: one element per row of the groups, adjacent, and fused_slack_bytes readable
//   bytes behind them, of no meaning;
// - a periodic one: the elements of one row, and after them the same again, and again, for
//   fused_slack_bytes;
// - a constant one: one element.
// For store_kind::streaming dst is aligned to 64 bytes. src0 or src1, if full, or both, may be dst.
struct fused_kernel {
    kernel_fn run = nullptr;
    group_size group {};
    fused_params params {}; // what it was generated for
};

} // namespace libselect

#endif
