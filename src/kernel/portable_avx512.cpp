// SPDX-License-Identifier: Apache-2.0
// The portable loops compiled for AVX-512; src/CMakeLists.txt has the flags.
#include "kernel/portable_loops.hpp"

namespace libselect {

constexpr portable_kernels portable_avx512 = compiled_loops;

} // namespace libselect
