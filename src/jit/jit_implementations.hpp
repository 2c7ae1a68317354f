// SPDX-License-Identifier: Apache-2.0
// The generated implementations, as rows for the implementation list.
#ifndef LIBSELECT_JIT_JIT_IMPLEMENTATIONS_HPP
#define LIBSELECT_JIT_JIT_IMPLEMENTATIONS_HPP

#include <string>

#include "kernel/cpu_isa.hpp"
#include "kernel/fused_kernel.hpp"
#include "kernel/held_code.hpp"
#include "kernel/kernel.hpp"
#include "kernel/stage_kernel.hpp"

namespace libselect {

// Why the generator does not take the parameters; "" when it does.
[[nodiscard]] std::string refusal_avx512(const kernel_params &params);
[[nodiscard]] std::string refusal_avx2(const kernel_params &params);
[[nodiscard]] std::string refusal_scalar(const kernel_params &params);

// The kernel from the cache, generated when it is not there; it lives as long as `held`. Throws
// failure and std::bad_alloc.
[[nodiscard]] kernel_fn create_avx512(const kernel_params &params, held_code &held);
[[nodiscard]] kernel_fn create_avx2(const kernel_params &params, held_code &held);
[[nodiscard]] kernel_fn create_scalar(const kernel_params &params, held_code &held);
// isa is avx2 or avx512.
[[nodiscard]] fused_kernel create_fused(cpu_isa isa, const fused_params &params, held_code &held);
[[nodiscard]] transpose_kernel create_transpose(cpu_isa isa, int elem_bytes, held_code &held);

} // namespace libselect

#endif
