// SPDX-License-Identifier: Apache-2.0
// The portable loops compiled for the baseline of the compiler; src/CMakeLists.txt has the flags.
#include "kernel/portable_loops.hpp"

namespace libselect {

constexpr portable_kernels portable_baseline = compiled_loops;

} // namespace libselect
