// SPDX-License-Identifier: Apache-2.0
// Runs of short rows on a fused kernel: what the kernel cannot take as it lies goes through
// scratch.
#ifndef LIBSELECT_EXEC_FUSED_ROWS_HPP
#define LIBSELECT_EXEC_FUSED_ROWS_HPP

#include <cstddef>
#include <cstdint>

#include "schedule/schedule.hpp"

namespace libselect {

// Lives on the stack of the thread that runs a tile, and so does its scratch.
class fused_rows {
public:
    // Bytes of scratch for these kernels.
    [[nodiscard]] static std::int64_t scratch_bytes(const fused_kernels &kernels) noexcept;

    // may_stream: whether to use the streaming kernel where there is one. scratch has
    // scratch_bytes(kernels), aligned to 64, and outlives the object.
    fused_rows(const fused_kernels &kernels, bool may_stream, std::byte *scratch) noexcept;

    // Computes `rows` rows, >= 1, from `at` on: adjacent in dst and in full operands, one element
    // each of repeating ones. Reads and writes no byte outside them. A full source may be dst.
    void run(const per_operand<std::byte *> &at, std::int64_t rows) noexcept;

private:
    void prepare_periods(per_operand<std::byte *> &at) noexcept;
    void advance(per_operand<std::byte *> &at, std::int64_t rows) const noexcept;
    [[nodiscard]] std::int64_t rows_to_alignment(const std::byte *to) const noexcept;
    [[nodiscard]] std::int64_t groups_in_bounds(std::int64_t rows) const noexcept;
    void run_groups(
            kernel_fn kernel, const per_operand<std::byte *> &at, std::int64_t groups) noexcept;
    std::int64_t run_head(const per_operand<std::byte *> &from) noexcept;
    void run_padded(const per_operand<std::byte *> &at, std::int64_t groups) noexcept;
    void run_part(const per_operand<std::byte *> &at, std::int64_t rows) noexcept;
    [[nodiscard]] std::int64_t width(std::size_t which) const noexcept {
        return which == cond ? 1 : kernels_.params.elem_bytes;
    }
    [[nodiscard]] std::int64_t row_bytes(std::size_t which) const noexcept {
        return kernels_.params.cols * width(which);
    }
    [[nodiscard]] bool is(fused_role kind, std::size_t which) const noexcept {
        return kernels_.params.roles[which] == kind;
    }

    const fused_kernels &kernels_;
    const bool may_stream_;
    per_operand<const std::byte *> period_from_ {}; // what the periods were made of
    per_operand<std::byte *> scratch_ {};           // an operand's part of it
};

} // namespace libselect

#endif
