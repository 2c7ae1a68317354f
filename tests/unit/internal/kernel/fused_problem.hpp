// SPDX-License-Identifier: Apache-2.0
// Rows for a fused kernel as data: operands of exact size in guarded buffers, and their expected
// bytes.
#ifndef INTERNAL_KERNEL_FUSED_PROBLEM_HPP
#define INTERNAL_KERNEL_FUSED_PROBLEM_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "harness/guarded_buffer.hpp"
#include "harness/random.hpp"
#include "kernel/fused_kernel.hpp"

namespace internal {

struct fused_problem {
    libselect::fused_params params;
    std::int64_t rows = 1;
    // Readable behind a repeating operand, and behind a periodic one, where the row begins again.
    std::int64_t slack_bytes = 0;
    libselect::per_operand<support::placement> where {};
    bool dst_is_src0 = false; // only where it is full
    bool dst_is_src1 = false;
};

[[nodiscard]] std::string to_string(const fused_problem &what);

// Every operand against this guard page, or for a gap of 1 to 63 bytes each as far from it as gives
// them all another misalignment; dst, where it must be, is aligned to 64 bytes.
void place(fused_problem &what, support::placement::guard side, std::size_t gap_bytes = 0);

// Buffers between guard pages, kept from one problem to the next.
class fused_buffers {
public:
    // Fills whole buffers, dst and what lies around it too, and makes inputs read-only.
    void prepare(const fused_problem &what, support::random_source &random);

    [[nodiscard]] const libselect::per_operand<std::byte *> &data() const { return data_; }

    // "" when dst's buffer is what a plain loop gives, around dst what was there before; else the
    // first difference.
    [[nodiscard]] std::string difference() const;

private:
    void select_plainly(const fused_problem &what);

    libselect::per_operand<support::guarded_buffer> buffers_;
    libselect::per_operand<std::byte *> data_ {};
    std::vector<std::byte> wanted_; // the whole of dst's buffer
};

// All mixes of roles of the inputs.
[[nodiscard]] std::vector<libselect::per_operand<libselect::fused_role>> all_fused_roles();

} // namespace internal

#endif
