// SPDX-License-Identifier: Apache-2.0
// The contract of fused kernels: many short rows of a dense dst, computed as one long row.
#ifndef LIBSELECT_KERNEL_FUSED_KERNEL_HPP
#define LIBSELECT_KERNEL_FUSED_KERNEL_HPP

#include <cstdint>
#include <string>

#include "kernel/kernel.hpp"
#include "plan/row_form.hpp"

namespace libselect {

// The parameters for which a fused kernel is generated.
struct fused_params {
    int vector_bytes = 0;             // 32, or on AVX-512 also 64
    int elem_bytes = 0;               // 1, 2, 4, 8 or 16
    int cols = 0;                     // elements in a row, >= 2
    per_operand<fused_role> roles {}; // dst is full
    store_kind stores = store_kind::ordinary;
    predicate decides {};       // the kind of condition
    bool splits_blends = false; // as in row_params
    bool operator==(const fused_params &) const = default;

    // Addresses between neighbours of a dense row.
    [[nodiscard]] constexpr int unit(operand which) const noexcept {
        return unit_of(decides, elem_bytes, which).step;
    }
};

// "w1 rows of 3, cond repeating, src0 full, src1 periodic, vectors of 32".
[[nodiscard]] std::string to_string(const fused_params &params);

// Bytes that a kernel may read behind the last element of a repeating operand and behind the row of
// a periodic operand.
inline constexpr std::int64_t fused_slack_bytes = 64;

// One call computes loops->rows groups (row_form.hpp), at least one. loops->planes is the number of
// rows in a group, loops->cols that of columns; the row and column strides tell the roles of the
// inputs, as loops_of_groups sets them. Generated kernels know all this and read only loops->rows.
// What lies at data:
// - for a full operand and for dst, the elements of the groups, adjacent;
// - for a repeating operand, one element per row of the groups, adjacent, and behind them
//   fused_slack_bytes readable bytes of any value;
// - for a periodic operand, the elements of one row, and behind them fused_slack_bytes that repeat
//   the row again and again;
// - for a constant operand, one element.
// For store_kind::streaming dst is aligned to 64 bytes. A source that is full may be dst; so may
// both.
struct fused_kernel {
    kernel_fn run = nullptr;
    group_size group {};
    fused_params params {}; // for which it was generated
};

// The loops of a call that computes so many groups.
[[nodiscard]] kernel_loops loops_of_groups(
        const fused_kernel &kernel, std::int64_t groups) noexcept;

} // namespace libselect

#endif
