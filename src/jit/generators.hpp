// SPDX-License-Identifier: Apache-2.0
// Which generator serves which ISA. Each generator is private to its file, but for its maker.
#ifndef LIBSELECT_JIT_GENERATORS_HPP
#define LIBSELECT_JIT_GENERATORS_HPP

#include <memory>

#include "jit/fused_generator.hpp"
#include "jit/row_generator.hpp"
#include "jit/transpose_generator.hpp"
#include "kernel/cpu_isa.hpp"

namespace libselect {

[[nodiscard]] std::unique_ptr<row_generator> make_avx512_generator(const row_params &params);
[[nodiscard]] std::unique_ptr<row_generator> make_avx2_generator(const row_params &params);
[[nodiscard]] std::unique_ptr<row_generator> make_scalar_generator(const row_params &params);

// The generator of row kernels of an ISA that has one.
[[nodiscard]] inline std::unique_ptr<row_generator> make_row_generator(
        cpu_isa isa, const row_params &params) {
    switch (isa) {
    case libselect_cpu_isa_avx512:
        return make_avx512_generator(params);
    case libselect_cpu_isa_avx2:
        return make_avx2_generator(params);
    default:
        return make_scalar_generator(params);
    }
}

// Fused generators differ by their vectors alone.
[[nodiscard]] std::unique_ptr<fused_generator> make_avx512_fused(const fused_params &params);
[[nodiscard]] std::unique_ptr<fused_generator> make_avx2_fused(const fused_params &params);

[[nodiscard]] inline std::unique_ptr<fused_generator> make_fused_generator(
        const fused_params &params) {
    return params.vector_bytes == 32 ? make_avx2_fused(params) : make_avx512_fused(params);
}

} // namespace libselect

#endif
