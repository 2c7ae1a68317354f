// SPDX-License-Identifier: Apache-2.0
// The list of implementations, best first: the factory, the tests and the benchmarks iterate it.
#ifndef LIBSELECT_KERNEL_IMPLEMENTATION_LIST_HPP
#define LIBSELECT_KERNEL_IMPLEMENTATION_LIST_HPP

#include <span>
#include <string>

#include "kernel/cpu_isa.hpp"
#include "kernel/kernel.hpp"

namespace libselect {

struct implementation {
    const char *name; // "jit:avx512": the one spelling in logs, tests and benchmarks
    cpu_isa isa;      // what the CPU needs
    // Why it does not take the parameters; "" when it does. Says nothing of the CPU.
    std::string (*refusal)(const kernel_params &params);
    // Makes the kernel, or finds one made before; it lives as long as the process. Throws failure,
    // with runtime_error when executable memory is refused, and std::bad_alloc.
    kernel_fn (*create)(const kernel_params &params);
};

// Best first; the last one takes everything and never fails.
[[nodiscard]] std::span<const implementation> implementation_list() noexcept;

struct chosen_kernel {
    const implementation *from = nullptr;
    kernel_fn run = nullptr;
    std::string refusals; // "name: reason; " for each better implementation
};

// The first implementation that this CPU, the cap and params allow and that can be created. Throws
// failure when LIBSELECT_MAX_CPU_ISA is wrong, and std::bad_alloc.
[[nodiscard]] chosen_kernel choose_kernel(const kernel_params &params);

} // namespace libselect

#endif
