// SPDX-License-Identifier: Apache-2.0
// The portable loops compiled for AVX2; src/CMakeLists.txt has the flags.
#include "kernel/portable_loops.hpp"

namespace libselect {

constexpr portable_kernels portable_avx2 = compiled_loops;

} // namespace libselect
