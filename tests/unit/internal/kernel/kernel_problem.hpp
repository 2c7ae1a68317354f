// SPDX-License-Identifier: Apache-2.0
// Problems of one kernel call: layouts that the contracts of row kernels and of fused kernels
// allow.
#ifndef INTERNAL_KERNEL_KERNEL_PROBLEM_HPP
#define INTERNAL_KERNEL_KERNEL_PROBLEM_HPP

#include <span>
#include <string>
#include <vector>

#include "harness/operand_buffers.hpp"
#include "kernel/fused_kernel.hpp"
#include "kernel/kernel.hpp"

namespace internal {

// Each kind that decides which way a kernel takes, as it is and inverted.
[[nodiscard]] std::span<const support::mask> every_mask();

struct extents {
    std::int64_t planes = 1;
    std::int64_t rows = 1;
    std::int64_t cols = 1;
};

// For a row kernel: dims are planes, rows and columns, strides are in bytes. They are random among
// those that the parameters allow: dense rows and planes, padding of odd bytes, rows and planes
// that repeat or run backwards; element strides of 0 and 1 only where the role says so. For
// streaming stores dst begins with a cache line, or is aligned to its element width and to no more,
// or to what comes.
[[nodiscard]] support::problem random_kernel_problem(
        const libselect::row_params &params, const extents &size, support::random_source &random);

// Whether dst may lie on this source: the roles agree. Lays it there.
[[nodiscard]] bool lay_in_place(
        support::problem &what, const libselect::row_params &params, support::in_place alias);

// The loops of a problem of three dims.
[[nodiscard]] libselect::kernel_loops loops_of(const support::problem &what);

// For a fused kernel: each operand has as many elements as its role needs. What repeats or is
// periodic has slack behind it, in which it begins again.
[[nodiscard]] support::problem fused_problem(const libselect::fused_params &params,
        std::int64_t rows, std::size_t slack_bytes = 0,
        support::in_place alias = support::in_place::no);

// Moves dst to a cache line, as streaming stores need it, towards the guard page that it lies
// against.
void align_dst_to_line(support::problem &what);

// All mixes of roles of the inputs.
[[nodiscard]] std::vector<libselect::per_operand<libselect::fused_role>> all_fused_roles();

[[nodiscard]] libselect::per_operand<std::byte *> data_of(const support::operand_buffers &buffers);

} // namespace internal

#endif
