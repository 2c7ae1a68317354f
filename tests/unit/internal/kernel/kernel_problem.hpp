// SPDX-License-Identifier: Apache-2.0
// One kernel call as data: loops, aliasing and conditions, in guarded buffers, with its expected
// bytes.
#ifndef INTERNAL_KERNEL_KERNEL_PROBLEM_HPP
#define INTERNAL_KERNEL_KERNEL_PROBLEM_HPP

#include <string>
#include <vector>

#include "harness/guarded_buffer.hpp"
#include "harness/random.hpp"
#include "kernel/kernel.hpp"
#include "kernel/mask.hpp"

namespace internal {

// Which sources are dst itself.
enum class aliasing : std::uint8_t { none, src0, src1, both };

struct extents {
    std::int64_t planes = 1;
    std::int64_t rows = 1;
    std::int64_t cols = 1;
};

struct kernel_problem {
    libselect::row_params params;
    libselect::kernel_loops loops {};
    libselect::per_operand<support::placement> where {};
    aliasing alias = aliasing::none;
    mask conditions;
};

[[nodiscard]] std::string to_string(const kernel_problem &what);

// A problem of this size with random strides, of those that the parameters allow: dense rows and
// planes, padding of odd bytes, rows and planes that repeat or run backwards; element strides of 0
// and 1 only where the role says so. For streaming stores dst begins with a cache line, or is
// aligned to its element width and to no more, or to what comes.
[[nodiscard]] kernel_problem random_kernel_problem(
        const libselect::row_params &params, const extents &size, support::random_source &random);

// Every operand against this guard page, or for a gap of 1 to 63 bytes each as far from it as gives
// them all another misalignment. For ordinary stores.
void place(kernel_problem &what, support::placement::guard side, std::size_t gap_bytes);

// Whether dst may lie on this source: the roles agree. Lays it there.
bool lay_in_place(kernel_problem &what, aliasing alias);

// Buffers between guard pages, kept from one problem to the next.
class kernel_buffers {
public:
    // Fills whole buffers: dst and what lies around it with random bytes too. Makes inputs that are
    // not dst read-only.
    void prepare(const kernel_problem &what, support::random_source &random);

    // Until the next prepare.
    [[nodiscard]] const libselect::kernel_args &args() const { return args_; }

    // "" when the buffer of dst holds exactly what a plain loop gives, around dst what was there
    // before, and the inputs are as they were; else the first difference.
    [[nodiscard]] std::string difference() const;

private:
    void allocate(const kernel_problem &what, std::size_t which);
    void fill(const kernel_problem &what, std::size_t which, support::random_source &random);
    void select_plainly(int elem_bytes);

    libselect::per_operand<support::guarded_buffer> buffers_;
    libselect::per_operand<std::vector<std::byte>> wanted_; // the whole of each buffer
    libselect::kernel_loops loops_ {};
    libselect::kernel_args args_ {};
};

} // namespace internal

#endif
