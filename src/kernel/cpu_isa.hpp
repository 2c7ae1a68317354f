// SPDX-License-Identifier: Apache-2.0
// Which instruction sets may be used: the CPU, the operating system, and the user's cap.
#ifndef LIBSELECT_KERNEL_CPU_ISA_HPP
#define LIBSELECT_KERNEL_CPU_ISA_HPP

#include <libselect/libselect.h>

namespace libselect {

using cpu_isa = libselect_cpu_isa_t;

// "avx512"; "unknown" for a value that is none.
[[nodiscard]] const char *cpu_isa_name(cpu_isa isa) noexcept;

// Throws invalid_arguments with the list of names.
[[nodiscard]] cpu_isa parse_cpu_isa(const char *name);

// The best ISA of this CPU whose registers the operating system saves (CPUID and XCR0). An ISA is a
// group of the features its kernels use: avx512 is F, BW, VL and DQ.
[[nodiscard]] cpu_isa detected_cpu_isa() noexcept;

// The cap: what set_max_cpu_isa said, else LIBSELECT_MAX_CPU_ISA, else none. The first call that
// returns fixes it for the process. Throws invalid_arguments when the variable holds an unknown
// name.
[[nodiscard]] cpu_isa max_cpu_isa();

// What max_cpu_isa would return or throw now, without fixing it: for reports.
[[nodiscard]] cpu_isa max_cpu_isa_so_far();

// Throws invalid_arguments when the value is none, or the cap is fixed already.
void set_max_cpu_isa(cpu_isa isa);

} // namespace libselect

#endif
