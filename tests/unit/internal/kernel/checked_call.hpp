// SPDX-License-Identifier: Apache-2.0
// Calls a kernel and watches what the System V calling convention forbids it to change.
#ifndef INTERNAL_KERNEL_CHECKED_CALL_HPP
#define INTERNAL_KERNEL_CHECKED_CALL_HPP

#include <string>

#include "kernel/kernel.hpp"
#include "kernel/transpose_kernel.hpp"

namespace internal {

// Runs the kernel, from one thread at a time, and returns what it broke: "rbx changed; ...", or "".
// Watched: the callee-saved registers, the stack pointer, the stack above the return address, the
// direction flag, MXCSR, the x87 control word, x87 registers left in use by MMX, the arguments and
// their loops, and the upper halves of ymm0 to ymm15 (zmm too), which must be zero afterwards and,
// as far as the CPU tells, not in use, or SSE code that follows runs slowly.
// The kernel runs with rounding towards zero and denormals taken as zero: no bit of a Select may
// depend on either.
[[nodiscard]] std::string checked_call(
        libselect::kernel_fn run, const libselect::kernel_args *args);
[[nodiscard]] std::string checked_call(
        libselect::transpose_fn run, const libselect::transpose_args *args);

} // namespace internal

#endif
