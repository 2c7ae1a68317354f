// SPDX-License-Identifier: Apache-2.0
// One maker per ISA; each generator is private to its file.
#ifndef LIBSELECT_JIT_GENERATORS_HPP
#define LIBSELECT_JIT_GENERATORS_HPP

#include <memory>

#include "jit/row_generator.hpp"

namespace libselect {

[[nodiscard]] std::unique_ptr<row_generator> make_avx512_generator(const kernel_params &params);
[[nodiscard]] std::unique_ptr<row_generator> make_avx2_generator(const kernel_params &params);
[[nodiscard]] std::unique_ptr<row_generator> make_scalar_generator(const kernel_params &params);

} // namespace libselect

#endif
