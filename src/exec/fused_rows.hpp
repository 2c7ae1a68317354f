// SPDX-License-Identifier: Apache-2.0
// Runs short rows on a fused kernel. Operands that the kernel cannot take where they lie go through
// scratch.
#ifndef LIBSELECT_EXEC_FUSED_ROWS_HPP
#define LIBSELECT_EXEC_FUSED_ROWS_HPP

#include <cstddef>
#include <cstdint>

#include "schedule/schedule.hpp"

namespace libselect {

// The object and its scratch live on the stack of the thread that runs a tile.
class fused_rows {
public:
    // stores: streaming allows the streaming kernel, where dst can be aligned for it. scratch has
    // kernels.scratch.n_bytes, is aligned to 64, and outlives the object.
    fused_rows(const fused_kernels &kernels, store_kind stores, std::byte *scratch) noexcept
        : kernels_(kernels),
          stores_(stores),
          scratch_(scratch) {}

    // Computes `rows` rows, >= 1, from `at` on. The rows are adjacent in dst and in full operands;
    // a repeating operand has one element per row, also adjacent. Reads and writes no byte outside
    // them. A full source may be dst.
    void run(const per_operand<std::byte *> &at, std::int64_t rows) noexcept;

private:
    void prepare_periods(per_operand<std::byte *> &at) noexcept;
    void advance(per_operand<std::byte *> &at, std::int64_t rows) const noexcept;
    [[nodiscard]] std::int64_t rows_to_alignment(const std::byte *to) const noexcept;
    [[nodiscard]] std::int64_t groups_in_bounds(std::int64_t rows) const noexcept;
    std::int64_t run_head(const per_operand<std::byte *> &from) noexcept;
    void run_padded(const per_operand<std::byte *> &at, std::int64_t groups) noexcept;
    void run_part(const per_operand<std::byte *> &at, std::int64_t rows) noexcept;
    [[nodiscard]] const fused_params &params() const noexcept { return kernels_.ordinary.params; }
    [[nodiscard]] std::int64_t unit(operand which) const noexcept { return params().unit(which); }
    [[nodiscard]] std::int64_t row_bytes(operand which) const noexcept {
        return params().cols * unit(which);
    }
    [[nodiscard]] bool is(fused_role kind, operand which) const noexcept {
        return params().roles[which] == kind;
    }

    // The part of scratch that belongs to an operand.
    [[nodiscard]] std::byte *scratch(operand which) const noexcept {
        return scratch_ + kernels_.scratch.starts[which];
    }

    const fused_kernels &kernels_;
    const store_kind stores_;
    per_operand<const std::byte *> period_from_ {}; // the row that each period repeats
    std::byte *const scratch_;
};

} // namespace libselect

#endif
