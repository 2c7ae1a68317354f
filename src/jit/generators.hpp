// SPDX-License-Identifier: Apache-2.0
// One maker per contract and ISA; each generator is private to its file.
#ifndef LIBSELECT_JIT_GENERATORS_HPP
#define LIBSELECT_JIT_GENERATORS_HPP

#include <memory>

#include "jit/fused_generator.hpp"
#include "jit/row_generator.hpp"
#include "jit/transpose_generator.hpp"

namespace libselect {

[[nodiscard]] std::unique_ptr<row_generator> make_avx512_generator(const row_params &params);
[[nodiscard]] std::unique_ptr<row_generator> make_avx2_generator(const row_params &params);
[[nodiscard]] std::unique_ptr<row_generator> make_scalar_generator(const row_params &params);
[[nodiscard]] std::unique_ptr<fused_generator> make_avx512_fused(const fused_params &params);
[[nodiscard]] std::unique_ptr<fused_generator> make_avx2_fused(const fused_params &params);

} // namespace libselect

#endif
