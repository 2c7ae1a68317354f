// SPDX-License-Identifier: Apache-2.0
// Names of generated kernels, for profilers, debuggers and files.
#ifndef LIBSELECT_CODE_KERNEL_NAME_HPP
#define LIBSELECT_CODE_KERNEL_NAME_HPP

#include <cstddef>
#include <string>

#include "code/code_key.hpp"

namespace libselect {

// The longest name in characters. File systems take longer names, so there is room for an
// extension.
inline constexpr std::size_t max_kernel_name = 160;

// The parameters of the kernel in letters, digits, '_' and '-', so that a name is one word of a
// perf map and a file name:
//     libselect_avx512_rows_w4_cond-full_src0-constant_src1-full_dst-full_streaming
//     libselect_avx2_fused_w1_cols3_cond-repeating_src0-full_src1-periodic
//     libselect_avx2_transpose_w4
// Different keys of this library have different names.
[[nodiscard]] std::string kernel_name(const code_key &key);

} // namespace libselect

#endif
