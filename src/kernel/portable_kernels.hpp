// SPDX-License-Identifier: Apache-2.0
// The portable kernels: C++ loops, compiled once per ISA. Their few intrinsics are streaming stores
// and what GCC 12 has no other words for or makes no vectors of.
#ifndef LIBSELECT_KERNEL_PORTABLE_KERNELS_HPP
#define LIBSELECT_KERNEL_PORTABLE_KERNELS_HPP

#include "kernel/condition_row.hpp"
#include "kernel/cpu_isa.hpp"
#include "kernel/element_copies.hpp"
#include "kernel/evaluate.hpp"
#include "kernel/fused_kernel.hpp"
#include "kernel/kernel.hpp"
#include "kernel/range_row.hpp"
#include "kernel/transpose_kernel.hpp"

namespace libselect {

// The loops as compiled for one ISA. None of the functions fails. Those of avx512 and avx2 may be
// called only on a CPU that has it.
struct portable_kernels {
    kernel_fn (*rows)(const row_params &params) noexcept; // no role is strided
    // Of strided roles; null where the loops of strided_rows.hpp are as fast.
    kernel_fn (*strided)(const row_params &params) noexcept;
    kernel_fn (*fused)(const fused_params &params) noexcept; // of vectors of 32 bytes
    transpose_fn (*transpose)(const transpose_params &params) noexcept;
    std::array<range_row_fn, 2> range_row; // by store_kind
    // Of bits and numbers; called where it is run, since the modes of the processor play a part.
    condition_row_fn (*condition_row)(
            const condition_row_params &params, const evaluate_args &inputs) noexcept;
    void (*end_segments)() noexcept; // behind what these two have streamed
    evaluate_fn evaluate;            // a row of any condition but boolean
    // copy_elements() of element_copies.hpp.
    void (*copy)(int elem_bytes, const copy_side &to, const copy_side &from, std::int64_t n,
            std::int64_t rows) noexcept;
};

// What the compiler takes for the baseline.
extern const portable_kernels portable_baseline;
#if defined(LIBSELECT_BASELINE_LOOPS) // Debug builds
inline constexpr const portable_kernels &portable_avx512 = portable_baseline;
inline constexpr const portable_kernels &portable_avx2 = portable_baseline;
#elif defined(__x86_64__)
extern const portable_kernels portable_avx512;
extern const portable_kernels portable_avx2;
#endif

// The best ISA of portable loops that this CPU and the cap allow. A cap of `portable` forbids
// generated code, not instructions: under it the CPU alone decides. Throws failure when
// LIBSELECT_MAX_CPU_ISA is wrong.
[[nodiscard]] cpu_isa best_loops_isa();

// The loops of that ISA.
[[nodiscard]] const portable_kernels &best_loops();

} // namespace libselect

#endif
