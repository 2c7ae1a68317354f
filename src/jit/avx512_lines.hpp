// SPDX-License-Identifier: Apache-2.0
// The lists of lines that change, sixteen lines at a time.
#ifndef LIBSELECT_JIT_AVX512_LINES_HPP
#define LIBSELECT_JIT_AVX512_LINES_HPP

#include "jit/line_lists.hpp"

namespace libselect::avx512 {

// Emits the code that makes the lists, for elements of 2, 4 and 8 bytes. zmm 0 to 5, k1 and k2 are
// lost.
void list_lines(Xbyak::CodeGenerator &g, const line_lists &lists);

} // namespace libselect::avx512

#endif
