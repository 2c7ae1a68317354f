// SPDX-License-Identifier: Apache-2.0
// Runs a kernel over boxes, whose strided operands go through scratch.
#ifndef LIBSELECT_EXEC_BOX_RUNNER_HPP
#define LIBSELECT_EXEC_BOX_RUNNER_HPP

#include <cstddef>
#include <cstdint>

#include "exec/walk.hpp"

namespace libselect {

// For a schedule whose form is boxed. The object and its scratch live on the stack of the thread
// that runs a tile.
class box_runner {
public:
    // Bytes of scratch for boxes of at most `rows` rows.
    [[nodiscard]] static std::int64_t scratch_bytes(
            const schedule &decided, std::int64_t rows) noexcept;

    // scratch has scratch_bytes of the rows that are run, is aligned to 64, and outlives the
    // object.
    box_runner(const walk_job &job, std::byte *scratch) noexcept : job_(job), scratch_(scratch) {}

    // Computes `rows` rows; `at` is the first element. Copies no source that no element
    // takes, and writes nothing when all of them are in dst already.
    void run(const per_operand<std::byte *> &at, std::int64_t rows) const noexcept;

private:
    bool copy_source(
            operand which, const per_operand<std::byte *> &at, std::int64_t rows) const noexcept;

    const walk_job &job_;
    std::byte *const scratch_;
};

} // namespace libselect

#endif
