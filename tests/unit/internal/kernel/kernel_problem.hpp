// SPDX-License-Identifier: Apache-2.0
// One kernel call as data: sizes, strides and aliasing, in guarded buffers, with its expected
// bytes.
#ifndef INTERNAL_KERNEL_KERNEL_PROBLEM_HPP
#define INTERNAL_KERNEL_KERNEL_PROBLEM_HPP

#include <string>
#include <vector>

#include "kernel/kernel.hpp"
#include "support/guarded_buffer.hpp"
#include "support/random.hpp"

namespace internal {

// Which sources are dst itself.
enum class in_place { no, src0, src1, both };

// Strides in bytes, as kernel_args has them.
struct kernel_problem {
    libselect::kernel_params params;
    std::int64_t rows = 1;
    std::int64_t cols = 1;
    libselect::per_operand<std::int64_t> row_strides {};
    libselect::per_operand<std::int64_t> col_strides {};
    libselect::per_operand<support::placement> where {};
    in_place alias = in_place::no;
};

[[nodiscard]] std::string to_string(const kernel_problem &what);

// A problem of this size with random strides, of those that the roles allow: dense rows, padding of
// odd bytes, rows that repeat or run backwards; element strides of 0 and 1 only where the role says
// so.
[[nodiscard]] kernel_problem random_kernel_problem(const libselect::kernel_params &params,
        std::int64_t rows, std::int64_t cols, support::random_source &random);

// Whether dst may lie on this source: the roles agree. Lays it there.
bool lay_in_place(kernel_problem &what, in_place alias);

// Buffers between guard pages, kept from one problem to the next.
class kernel_buffers {
public:
    // Fills whole buffers: dst and what lies around it with random bytes too.
    void prepare(const kernel_problem &what, support::random_source &random);

    [[nodiscard]] const libselect::kernel_args &args() const { return args_; }

    // "" when the buffer of dst holds exactly what a plain loop gives, around dst what was there
    // before, and the inputs are as they were; else the first difference.
    [[nodiscard]] std::string difference() const;

private:
    void select_plainly(const kernel_problem &what);
    [[nodiscard]] bool is_dst(const kernel_problem &what, std::size_t which) const;

    libselect::per_operand<support::guarded_buffer> buffers_;
    libselect::per_operand<std::vector<std::byte>> wanted_; // the whole of each buffer
    libselect::kernel_args args_ {};
};

} // namespace internal

#endif
