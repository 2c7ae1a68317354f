// SPDX-License-Identifier: Apache-2.0
// The reference kernel: the kernel contract as one plain loop, for every role.
#ifndef LIBSELECT_KERNEL_REFERENCE_KERNEL_HPP
#define LIBSELECT_KERNEL_REFERENCE_KERNEL_HPP

#include "kernel/kernel.hpp"

namespace libselect {

// The kernel for params; never fails. Tests compare other kernels with it, and it computes what no
// faster kernel takes.
[[nodiscard]] kernel_fn reference_kernel(const row_params &params) noexcept;

} // namespace libselect

#endif
