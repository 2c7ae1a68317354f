// SPDX-License-Identifier: Apache-2.0
// The list of implementations, best first: the factory, the tests and the benchmarks iterate it.
#ifndef LIBSELECT_SCHEDULE_IMPLEMENTATION_LIST_HPP
#define LIBSELECT_SCHEDULE_IMPLEMENTATION_LIST_HPP

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "code/held_code.hpp"
#include "kernel/cpu_isa.hpp"
#include "kernel/fused_kernel.hpp"
#include "kernel/kernel.hpp"
#include "kernel/portable_kernels.hpp"
#include "kernel/transpose_kernel.hpp"

namespace libselect {

struct implementation {
    const char *name; // "jit:avx512": the one spelling in logs, tests and benchmarks
    cpu_isa isa;      // the CPU must have it
    // The reason why the implementation does not take the parameters; "" when it takes them. The
    // CPU plays no part in it.
    std::string (*refusal)(const row_params &params);
    // Return a kernel, generated now or found in the cache, that lives as long as `held`. Throw
    // failure, with runtime_error when executable memory is refused, and std::bad_alloc. The last
    // two functions are null for jit:scalar, which has no vectors.
    kernel_fn (*create)(const row_params &params, held_code &held);
    fused_kernel (*create_fused)(cpu_isa isa, const fused_params &params, held_code &held);
    transpose_kernel (*create_transpose)(
            cpu_isa isa, const transpose_params &params, held_code &held);
    const portable_kernels *loops = nullptr; // of compiled kernels
};

// Whether its kernels are compiled loops.
[[nodiscard]] inline bool is_compiled(const implementation &one) noexcept {
    return one.isa == libselect_cpu_isa_portable || one.loops != nullptr;
}

// Best first; the last one, `portable`, takes everything and never fails.
[[nodiscard]] std::span<const implementation> implementation_list() noexcept;

// The portable kernels, one row for each ISA that they are compiled for, best first: each ISA is
// tested whatever the list would take. Strided roles without a loop get the reference kernel.
[[nodiscard]] std::span<const implementation> portable_implementations() noexcept;

// The one of best_loops_isa(), which is what `portable` of the list stands for. Throws failure when
// LIBSELECT_MAX_CPU_ISA is wrong.
[[nodiscard]] const implementation &best_portable();

// The reason why an implementation was not used.
struct refusal {
    const implementation *from;
    std::string reason;
};

struct implementation_choice {
    const implementation *from = nullptr; // null when no attempt succeeded
    std::vector<refusal> refusals;        // of each better implementation, best first
};

// "name: reason; " for each.
[[nodiscard]] std::string to_string(const std::vector<refusal> &refusals);

// Tries to use an implementation. Returns "" on success, else the reason why not. A failure that it
// throws counts as a reason too.
using attempt_fn = std::function<std::string(const implementation &)>;

// The first implementation that this CPU and the cap allow and that the attempt succeeds with.
// Throws failure when LIBSELECT_MAX_CPU_ISA is wrong, and std::bad_alloc.
[[nodiscard]] implementation_choice choose_implementation(const attempt_fn &attempt);

} // namespace libselect

#endif
