// SPDX-License-Identifier: Apache-2.0
// Each step is one switch over the width.
#include "jit/avx2_ops.hpp"

namespace libselect::avx2 {

void broadcast(
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

void compare(
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

// See schedule/machine.cpp for the CPUs on which the three operations are faster.
void blend(Xbyak::CodeGenerator &g, bool splits, const Xbyak::Ymm &into,
        const Xbyak::Operand &taken, const Xbyak::Operand &other, const Xbyak::Ymm &mask) {
    if (splits) return blend_keeping(g, into, taken, other, mask, mask);
    if (taken.isMEM()) g.vmovdqu(into, taken);
    g.vpblendvb(into, taken.isMEM() ? into : Xbyak::Ymm(taken.getIdx()), other, mask);
}

void blend_keeping(Xbyak::CodeGenerator &g, const Xbyak::Ymm &into, const Xbyak::Operand &taken,
        const Xbyak::Operand &other, const Xbyak::Ymm &mask, const Xbyak::Ymm &spare) {
    g.vpandn(into, mask, taken);
    g.vpand(spare, mask, other);
    g.vpor(into, into, spare);
}

void store(Xbyak::CodeGenerator &g, const Xbyak::RegExp &at, const Xbyak::Ymm &from, bool streams) {
    if (streams)
        g.vmovntdq(g.yword[at], from);
    else
        g.vmovdqu(g.yword[at], from);
}

void load_bytes(Xbyak::CodeGenerator &g, const Xbyak::Xmm &into, const Xbyak::RegExp &at,
        int n_bytes, const Xbyak::Ymm &zero) {
    switch (n_bytes) {
    case 1:
        g.vpinsrb(into, Xbyak::Xmm(zero.getIdx()), g.byte[at], 0);
        break;
    case 2:
        g.vpinsrw(into, Xbyak::Xmm(zero.getIdx()), g.word[at], 0);
        break;
    case 4:
        g.vmovd(into, g.dword[at]);
        break;
    case 8:
        g.vmovq(into, g.qword[at]);
        break;
    default:
        g.vmovdqu(into, g.xword[at]);
        break;
    }
}

void store_bytes(
        Xbyak::CodeGenerator &g, const Xbyak::RegExp &at, const Xbyak::Xmm &from, int n_bytes) {
    switch (n_bytes) {
    case 1:
        g.vpextrb(g.byte[at], from, 0);
        break;
    case 2:
        g.vpextrw(g.word[at], from, 0);
        break;
    case 4:
        g.vmovd(g.dword[at], from);
        break;
    case 8:
        g.vmovq(g.qword[at], from);
        break;
    default:
        g.vmovdqu(g.xword[at], from);
        break;
    }
}

// vptest sets carry where its second operand has no bit outside its first one. The first one is 0,
// so carry says that no byte is left.
void count_if_some(Xbyak::CodeGenerator &g, const Xbyak::Reg64 &count, const Xbyak::RegExp &at,
        bool wanted, const Xbyak::Ymm &some, const Xbyak::Ymm &zero) {
    g.vmovdqu(some, g.yword[at]);
    if (wanted) {
        g.vpor(some, some, g.yword[at + vector_bytes]);
    } else {
        g.vpminub(some, some, g.yword[at + vector_bytes]);
        g.vpcmpeqb(some, some, zero);
    }
    g.vptest(zero, some);
    g.sbb(count.cvt32(), static_cast<std::uint32_t>(-1));
}

} // namespace libselect::avx2
