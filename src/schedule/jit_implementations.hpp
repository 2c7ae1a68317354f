// SPDX-License-Identifier: Apache-2.0
// The generated implementations, as rows for the implementation list.
#ifndef LIBSELECT_SCHEDULE_JIT_IMPLEMENTATIONS_HPP
#define LIBSELECT_SCHEDULE_JIT_IMPLEMENTATIONS_HPP

#include <string>

#include "code/held_code.hpp"
#include "kernel/cpu_isa.hpp"
#include "kernel/fused_kernel.hpp"
#include "kernel/kernel.hpp"
#include "kernel/transpose_kernel.hpp"

namespace libselect {

// The reason why a vector generator does not take the parameters; "" when it takes them.
[[nodiscard]] std::string refusal_of_strided(const row_params &params);

// The kernel from the cache, generated when the cache has none. It lives as long as `held`. Throws
// failure and std::bad_alloc.
[[nodiscard]] kernel_fn create_rows(cpu_isa isa, const row_params &params, held_code &held);
// isa is avx2 or avx512. Narrow transpose kernels are the portable ones.
[[nodiscard]] fused_kernel create_fused(cpu_isa isa, const fused_params &params, held_code &held);
[[nodiscard]] transpose_kernel create_transpose(
        cpu_isa isa, const transpose_params &params, held_code &held);

} // namespace libselect

#endif
