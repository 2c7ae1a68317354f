// SPDX-License-Identifier: Apache-2.0
// Steps of the AVX-512 generators whose instruction depends on the element width.
#ifndef LIBSELECT_JIT_AVX512_OPS_HPP
#define LIBSELECT_JIT_AVX512_OPS_HPP

#include <xbyak/xbyak.h>

#include "plan/operand.hpp"

namespace libselect::avx512 {

// A register of vectors of 64, 32 or 16 bytes. The steps below are encoded for the width of their
// registers.
[[nodiscard]] inline Xbyak::Xmm vector_register(int vector_bytes, int index) {
    if (vector_bytes == 16) return Xbyak::Xmm(index);
    return {vector_bytes == 32 ? Xbyak::Operand::YMM : Xbyak::Operand::ZMM, index};
}

// The register of a constant source, which has its element in every place.
[[nodiscard]] inline Xbyak::Xmm constant_source(int vector_bytes, operand which) {
    return vector_register(vector_bytes, which == src0 ? 30 : 31);
}

// into = the element at `at`, in every place.
void broadcast(
        Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Xmm &into, const Xbyak::RegExp &at);

// into = taken where the mask on `into` is set, else `other`.
void blend(Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Xmm &into, const Xbyak::Xmm &other,
        const Xbyak::Operand &taken);

// Loads a vector; a mask on `into` limits what is read.
void load(Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Xmm &into, const Xbyak::RegExp &at);

// Stores a vector; a mask on `from` limits what is written, unless it streams.
void store(Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::RegExp &at, const Xbyak::Xmm &from,
        bool streams);

// k = the lowest n_bits bits, fewer than 64; tmp is lost.
void set_low_bits(
        Xbyak::CodeGenerator &g, const Xbyak::Opmask &k, int n_bits, const Xbyak::Reg64 &tmp);

// k = the lowest n_cols * bits_per_col bits, where bits_per_col is 1 or 2; tmp and shift, which is
// rcx, are lost.
void set_low_bits(Xbyak::CodeGenerator &g, const Xbyak::Opmask &k, const Xbyak::Reg64 &n_cols,
        int bits_per_col, const Xbyak::Reg64 &tmp, const Xbyak::Reg64 &shift);

} // namespace libselect::avx512

#endif
