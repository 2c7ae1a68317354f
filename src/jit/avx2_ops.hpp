// SPDX-License-Identifier: Apache-2.0
// Steps of the AVX2 generators whose instruction depends on the element width.
#ifndef LIBSELECT_JIT_AVX2_OPS_HPP
#define LIBSELECT_JIT_AVX2_OPS_HPP

#include <xbyak/xbyak.h>

namespace libselect::avx2 {

// into = one element at `at`, in every place.
inline void broadcast(
        Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Ymm &into, const Xbyak::RegExp &at) {
    switch (elem_bytes) {
    case 1:
        g.vpbroadcastb(into, g.byte[at]);
        break;
    case 2:
        g.vpbroadcastw(into, g.word[at]);
        break;
    case 4:
        g.vpbroadcastd(into, g.dword[at]);
        break;
    case 8:
        g.vpbroadcastq(into, g.qword[at]);
        break;
    default:
        g.vbroadcasti128(into, g.xword[at]);
        break;
    }
}

// into = the lowest bytes of `from`, each widened to an element of 2, 4 or 8 bytes.
inline void widen(Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Xmm &into,
        const Xbyak::Operand &from) {
    switch (elem_bytes) {
    case 2:
        g.vpmovzxbw(into, from);
        break;
    case 4:
        g.vpmovzxbd(into, from);
        break;
    default:
        g.vpmovzxbq(into, from);
        break;
    }
}

// into = the condition bytes at `at`, one per element of a vector, each widened to its element.
inline void widen_cond(
        Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Ymm &into, const Xbyak::RegExp &at) {
    switch (elem_bytes) {
    case 1:
        g.vmovdqu(into, g.yword[at]);
        break;
    case 2:
        widen(g, elem_bytes, into, g.xword[at]);
        break;
    case 4:
        widen(g, elem_bytes, into, g.qword[at]);
        break;
    case 8:
        widen(g, elem_bytes, into, g.dword[at]);
        break;
    default:
        g.vpmovzxbq(Xbyak::Xmm(into.getIdx()), g.word[at]);
        g.vpermq(into, into, 0x50); // 0 0 1 1: both quadwords of an element
        break;
    }
}

// mask = all ones in the elements of mask that equal those of zero: they take src1.
inline void compare(
        Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Xmm &mask, const Xbyak::Xmm &zero) {
    switch (elem_bytes) {
    case 1:
        g.vpcmpeqb(mask, mask, zero);
        break;
    case 2:
        g.vpcmpeqw(mask, mask, zero);
        break;
    case 4:
        g.vpcmpeqd(mask, mask, zero);
        break;
    default:
        g.vpcmpeqq(mask, mask, zero);
        break;
    }
}

} // namespace libselect::avx2

#endif
