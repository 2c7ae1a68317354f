// SPDX-License-Identifier: Apache-2.0
// Runs of short rows on a fused kernel: what the kernel cannot take as it lies goes through
// scratch.
#ifndef LIBSELECT_EXEC_FUSED_ROWS_HPP
#define LIBSELECT_EXEC_FUSED_ROWS_HPP

#include <cstddef>
#include <cstdint>

#include "schedule/schedule.hpp"

namespace libselect {

// Lives on the stack of the thread that runs a tile; about 33 KiB.
class fused_rows {
public:
    // may_stream: whether to use the streaming kernel where there is one.
    fused_rows(const fused_kernels &kernels, bool may_stream) noexcept
        : kernels_(kernels),
          may_stream_(may_stream) {}

    // Computes `rows` rows, >= 1, from `at` on: adjacent in dst and in full operands, one element
    // each of repeating ones. Reads and writes no byte outside them. A full source may be dst.
    void run(const per_operand<std::byte *> &at, std::int64_t rows) noexcept;

private:
    static constexpr std::size_t group_bytes = 64 * max_group_vectors;
    static constexpr std::size_t row_bytes_max = 1024;
    // Elements that may need scratch: what a kernel might read too far, in whole groups.
    static constexpr std::size_t n_pad_rows = 2 * fused_slack_bytes;
    struct scratch {
        alignas(64) std::byte period[2 * row_bytes_max + fused_slack_bytes];
        alignas(64) std::byte repeats[16 * n_pad_rows + fused_slack_bytes];
        alignas(64) std::byte group[group_bytes];
    };

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
    per_operand<scratch> scratch_;
};

} // namespace libselect

#endif
