// SPDX-License-Identifier: Apache-2.0
// Row kernels for any strides, without scratch.
#ifndef LIBSELECT_KERNEL_STRIDED_ROWS_HPP
#define LIBSELECT_KERNEL_STRIDED_ROWS_HPP

#include "kernel/kernel.hpp"

namespace libselect {

// Takes every role; ignores the permissions but `kept` and `skips`. Each element is read from the
// one source that its condition takes; with `skips`, the CPU has to predict which one that is.
// Conditions are bytes.
[[nodiscard]] kernel_fn strided_kernel(const row_params &params) noexcept;

} // namespace libselect

#endif
