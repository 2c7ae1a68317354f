// SPDX-License-Identifier: Apache-2.0
// Which instruction sets may be used: the CPU, the operating system, and the user's cap.
#ifndef LIBSELECT_KERNEL_CPU_ISA_HPP
#define LIBSELECT_KERNEL_CPU_ISA_HPP

#include <libselect/libselect.h>

namespace libselect {

using cpu_isa = libselect_cpu_isa_t;

// "avx512"; "unknown" for a value that is no ISA.
[[nodiscard]] const char *cpu_isa_name(cpu_isa isa) noexcept;

// Throws invalid_arguments with the list of names.
[[nodiscard]] cpu_isa parse_cpu_isa(const char *name);

// The best ISA of this CPU whose registers the operating system saves (CPUID and XCR0). An ISA is
// the group of features that its kernels use: avx512 is AVX2, and AVX-512 F, BW, VL and DQ.
[[nodiscard]] cpu_isa detected_cpu_isa() noexcept;

// The cap, which is the best ISA that may be used. It is the value of the last set_max_cpu_isa;
// without such a call it is LIBSELECT_MAX_CPU_ISA; without the variable nothing is capped. The
// first call that returns fixes the cap for the process. Throws invalid_arguments when the variable
// holds an unknown name.
[[nodiscard]] cpu_isa max_cpu_isa();

// Returns or throws what max_cpu_isa would now, without fixing the cap: for reports.
[[nodiscard]] cpu_isa max_cpu_isa_so_far();

// Throws invalid_arguments when the value is no ISA or the cap is fixed already.
void set_max_cpu_isa(cpu_isa isa);

} // namespace libselect

#endif
