// SPDX-License-Identifier: Apache-2.0
// Steps of the AVX-512 generators whose instruction depends on the element width.
#ifndef LIBSELECT_JIT_AVX512_OPS_HPP
#define LIBSELECT_JIT_AVX512_OPS_HPP

#include <xbyak/xbyak.h>

namespace libselect::avx512 {

// into = one element at `at`, in every place.
inline void broadcast(
        Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Zmm &into, const Xbyak::RegExp &at) {
    switch (elem_bytes) {
    case 1:
        g.vpbroadcastb(into, g.ptr[at]);
        break;
    case 2:
        g.vpbroadcastw(into, g.ptr[at]);
        break;
    case 4:
        g.vpbroadcastd(into, g.ptr[at]);
        break;
    case 8:
        g.vpbroadcastq(into, g.ptr[at]);
        break;
    default:
        g.vbroadcasti64x2(into, g.ptr[at]);
        break;
    }
}

// into = taken where the mask on `into` is set, else `other`.
inline void blend(Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Zmm &into,
        const Xbyak::Zmm &other, const Xbyak::Operand &taken) {
    switch (elem_bytes) {
    case 1:
        g.vpblendmb(into, other, taken);
        break;
    case 2:
        g.vpblendmw(into, other, taken);
        break;
    case 4:
        g.vpblendmd(into, other, taken);
        break;
    default:
        g.vpblendmq(into, other, taken);
        break;
    }
}

// k = which of the condition bytes at `at`, one per element of a vector, are not zero: one bit per
// element, two for elements of 16 bytes. ones has all bits set; tmp is lost.
inline void test_cond(Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Opmask &k,
        const Xbyak::RegExp &at, const Xbyak::Zmm &ones, const Xbyak::Xmm &tmp) {
    switch (elem_bytes) {
    case 1:
        g.vptestmb(k, ones, g.zword[at]);
        break;
    case 2:
        g.vptestmb(k, Xbyak::Ymm(ones.getIdx()), g.yword[at]);
        break;
    case 4:
        g.vptestmb(k, Xbyak::Xmm(ones.getIdx()), g.xword[at]);
        break;
    case 8:
        g.vmovq(tmp, g.qword[at]);
        g.vptestmb(k, tmp, tmp);
        break;
    default:
        g.vmovd(tmp, g.dword[at]);
        g.vpunpcklbw(tmp, tmp, tmp);
        g.vptestmb(k, tmp, tmp);
        break;
    }
}

} // namespace libselect::avx512

#endif
