// SPDX-License-Identifier: Apache-2.0
// Steps in AVX2 whose instruction depends on the width of elements, and one that generators for
// AVX-512 take too.
#ifndef LIBSELECT_JIT_AVX2_OPS_HPP
#define LIBSELECT_JIT_AVX2_OPS_HPP

#include <xbyak/xbyak.h>

#include "plan/operand.hpp"

namespace libselect::avx2 {

inline constexpr int vector_bytes = 32;

// The register of a constant source, which has its element in every place.
[[nodiscard]] inline Xbyak::Ymm constant_source(operand which) {
    return Xbyak::Ymm(which == src0 ? 13 : 14);
}

// into = the element at `at`, in every place.
void broadcast(
        Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Ymm &into, const Xbyak::RegExp &at);

// mask = all ones in the elements of mask that equal those of zero.
void compare(
        Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Xmm &mask, const Xbyak::Xmm &zero);

// into = `other` where the mask is set, else `taken`. Each is a register or memory; `into` may be
// the register of `taken`. A blend that is split changes the mask.
void blend(Xbyak::CodeGenerator &g, bool splits, const Xbyak::Ymm &into,
        const Xbyak::Operand &taken, const Xbyak::Operand &other, const Xbyak::Ymm &mask);

// A split blend that leaves the mask as it is, unless `spare` is its register.
void blend_keeping(Xbyak::CodeGenerator &g, const Xbyak::Ymm &into, const Xbyak::Operand &taken,
        const Xbyak::Operand &other, const Xbyak::Ymm &mask, const Xbyak::Ymm &spare);

// Stores a vector.
void store(Xbyak::CodeGenerator &g, const Xbyak::RegExp &at, const Xbyak::Ymm &from, bool streams);

// Load and store the lowest n_bytes of a register: 1, 2, 4, 8 or 16. A load sets the bytes above
// them to 0. `zero` is a register that holds 0.
void load_bytes(Xbyak::CodeGenerator &g, const Xbyak::Xmm &into, const Xbyak::RegExp &at,
        int n_bytes, const Xbyak::Ymm &zero);
void store_bytes(
        Xbyak::CodeGenerator &g, const Xbyak::RegExp &at, const Xbyak::Xmm &from, int n_bytes);

// Adds 1 to `count` if some of the 64 bytes at `at` are true, or if some are false. `zero` is a
// register that holds 0; `some` is changed.
void count_if_some(Xbyak::CodeGenerator &g, const Xbyak::Reg64 &count, const Xbyak::RegExp &at,
        bool wanted, const Xbyak::Ymm &some, const Xbyak::Ymm &zero);

} // namespace libselect::avx2

#endif
