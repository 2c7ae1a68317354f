// SPDX-License-Identifier: Apache-2.0
// Gathers blocks of inputs into scratch and runs the kernels over them.
#ifndef LIBSELECT_EXEC_BLOCK_RUNNER_HPP
#define LIBSELECT_EXEC_BLOCK_RUNNER_HPP

#include <cstddef>
#include <cstdint>

#include "base/cache_line.hpp"
#include "exec/fused_rows.hpp"
#include "exec/gather_block.hpp"
#include "exec/walk.hpp"

namespace libselect {

// For a schedule whose form gathers. The object and its scratch live on the stack of the thread
// that runs a tile.
class block_runner {
public:
    // The most columns of a block: the last one of a row has up to a cache line of dst more than
    // the form says.
    [[nodiscard]] static std::int64_t most_cols(const schedule &decided) noexcept {
        return decided.form.block_cols + line_bytes / decided.walk.elem_bytes;
    }

    // Bytes of scratch for the blocks of this part.
    [[nodiscard]] static std::int64_t scratch_bytes(
            const walk_job &job, const rectangle &part) noexcept;

    // scratch has scratch_bytes of the part that is run, is aligned to 64, and outlives the object.
    block_runner(const walk_job &job, const rectangle &part, std::byte *scratch) noexcept;

    // Computes rows x cols elements, at most block_rows x most_cols; `at` is the first of them. A
    // block of an input that is the one gathered before, since the loops around repeat it, is not
    // gathered again. Nothing has written to it: an input that lies in dst does not repeat.
    void run(const per_operand<std::byte *> &at, std::int64_t rows, std::int64_t cols) noexcept;

private:
    static block_source source(
            operand which, const std::byte *at, const kernel_loops &loops) noexcept;
    bool copy_source(operand which, const kernel_args &args) const noexcept;
    void take_from_scratch(operand which, kernel_args &args, kernel_loops &loops) noexcept;
    std::byte *gather(operand which, block_source block) noexcept;
    void prefetch(const kernel_args &args, std::int64_t rows) const noexcept;
    void run_rows(const row_kernel &kernel, kernel_args args) const noexcept;

    const walk_job &job_;
    fused_rows fused_;
    const std::int64_t prefetched_; // bytes for an element of dst
    per_operand<std::byte *> scratch_ {};
    per_operand<block_source> gathered_ {}; // what is in scratch
};

} // namespace libselect

#endif
