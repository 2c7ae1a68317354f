// SPDX-License-Identifier: Apache-2.0
// The portable kernel: C++ loops for any CPU and every role.
#ifndef LIBSELECT_KERNEL_PORTABLE_KERNEL_HPP
#define LIBSELECT_KERNEL_PORTABLE_KERNEL_HPP

#include "kernel/kernel.hpp"

namespace libselect {

// The kernel for params; never fails. Tests compare the generated kernels with it, and it runs when
// executable memory is refused.
[[nodiscard]] kernel_fn portable_kernel(const row_params &params) noexcept;

} // namespace libselect

#endif
