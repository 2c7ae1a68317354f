// SPDX-License-Identifier: Apache-2.0
// The kernels of one schedule, and which of them runs an execution.
#ifndef LIBSELECT_SCHEDULE_KERNELS_HPP
#define LIBSELECT_SCHEDULE_KERNELS_HPP

#include <array>
#include <cstdint>

#include "plan/box_form.hpp"
#include "plan/row_form.hpp"
#include "schedule/implementation_list.hpp"
#include "schedule/memory_policy.hpp"

namespace libselect {

// The row kernels of one walk.
struct row_kernels {
    // Indexed by which source lies in dst, and by whether this execution may stream.
    std::array<std::array<row_kernel, 2>, 3> kernels {};
    std::uintptr_t dst_alignment_mask = 0; // bits of dst's address that must be 0 to stream
    // Rows that begin within cache lines may be streamed to, unless dst begins just behind a source
    // in the lowest 12 bits: each load would wait for the streaming store before it.
    bool streams_within_lines = false;

    // Of the kernel that runs where streaming is allowed and no source lies in dst.
    [[nodiscard]] const row_params &params() const noexcept { return kernels[0][1].params; }
    [[nodiscard]] const row_kernel &kernel(in_place kept, store_kind allowed) const noexcept {
        return kernels[static_cast<std::size_t>(kept)][static_cast<std::size_t>(allowed)];
    }
};

// Where each operand has its part of the scratch of fused rows, and bytes of all parts. Whole cache
// lines.
struct fused_scratch {
    per_operand<std::int64_t> starts {};
    std::int64_t n_bytes = 0;
};
// The scratch of a runner of these kernels (exec/fused_rows.hpp).
[[nodiscard]] fused_scratch scratch_of(const fused_kernel &kernel) noexcept;
// The most rows whose repeating operands such a runner copies to where there is slack behind them.
[[nodiscard]] constexpr std::int64_t max_padded_rows(std::int64_t group_rows) noexcept {
    return fused_slack_bytes + group_rows;
}

// The fused kernels of one walk; both are the same where nothing is streamed.
struct fused_kernels {
    fused_kernel ordinary;
    fused_kernel streaming;
    fused_scratch scratch;

    // Of the kernel that runs where streaming is allowed.
    [[nodiscard]] const fused_params &params() const noexcept { return streaming.params; }
    [[nodiscard]] const fused_kernel &kernel(store_kind allowed) const noexcept {
        return allowed == store_kind::streaming ? streaming : ordinary;
    }
};

// The vectors that an implementation uses under the policy: 64, 32 or 0 bytes. Portable kernels
// pass for 32: whatever the compiler has taken, they work on longer blocks.
[[nodiscard]] int vector_bytes_of(const implementation &from, const memory_policy &policy) noexcept;

// Whether its kernels store what changes in place under masks, and so leave lines alone whether the
// policy asks for it or not.
[[nodiscard]] bool stores_under_masks(const implementation &from) noexcept;

// What the row kernels of a walk are generated for, without its special forms.
[[nodiscard]] row_params make_row_params(
        const walk_order &walk, const row_form &form, const memory_policy &policy) noexcept;

// Make the kernels, which live as long as `held`. Throw failure and std::bad_alloc.
[[nodiscard]] row_kernels make_row_kernels(const implementation &from, const walk_order &walk,
        const row_form &form, const memory_policy &policy, held_code &held);
[[nodiscard]] fused_kernels make_fused_kernels(const implementation &from, const walk_order &walk,
        const row_form &form, const memory_policy &policy, held_code &held);
// One kernel for each operand that the form transposes.
[[nodiscard]] per_operand<transpose_kernel> make_transpose_kernels(const implementation &from,
        const walk_order &walk, const row_form &form, const box_form &box,
        const memory_policy &policy, held_code &held);

} // namespace libselect

#endif
