// SPDX-License-Identifier: Apache-2.0
// Calls of kernels. Builds with debug checks look, at each call, at what the caller has to
// guarantee.
#ifndef LIBSELECT_KERNEL_CONTRACT_HPP
#define LIBSELECT_KERNEL_CONTRACT_HPP

#include "base/dcheck.hpp"
#include "kernel/fused_kernel.hpp"
#include "kernel/kernel.hpp"
#include "kernel/transpose_kernel.hpp"

namespace libselect {

// Each checks the guarantees that the contract of its header asks of a caller.
void check_contract(const row_params &params, const kernel_args &args) noexcept;
void check_contract(const fused_kernel &kernel, const kernel_args &args) noexcept;
void check_contract(const transpose_kernel &kernel, const transpose_args &args) noexcept;

inline void call(const row_kernel &kernel, const kernel_args &args) noexcept {
    if constexpr (has_dchecks) check_contract(kernel.params, args);
    kernel.run(&args);
}

inline void call(const fused_kernel &kernel, const kernel_args &args) noexcept {
    if constexpr (has_dchecks) check_contract(kernel, args);
    kernel.run(&args);
}

inline void call(const transpose_kernel &kernel, const transpose_args &args) noexcept {
    if constexpr (has_dchecks) check_contract(kernel, args);
    kernel.run(&args);
}

} // namespace libselect

#endif
