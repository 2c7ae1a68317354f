// SPDX-License-Identifier: Apache-2.0
// Each step is one switch over the element width.
#include "jit/avx512_ops.hpp"

namespace libselect::avx512 {

void broadcast(
        Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Xmm &into, const Xbyak::RegExp &at) {
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
        g.vbroadcasti64x2(
                Xbyak::Ymm(into.getIdx(), into.getKind(), static_cast<int>(into.getBit())),
                g.ptr[at]);
        break;
    }
}

void blend(Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Xmm &into, const Xbyak::Xmm &other,
        const Xbyak::Operand &taken) {
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

void load(
        Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Xmm &into, const Xbyak::RegExp &at) {
    switch (elem_bytes) {
    case 1:
        g.vmovdqu8(into, g.ptr[at]);
        break;
    case 2:
        g.vmovdqu16(into, g.ptr[at]);
        break;
    case 4:
        g.vmovdqu32(into, g.ptr[at]);
        break;
    default:
        g.vmovdqu64(into, g.ptr[at]);
        break;
    }
}

void store(Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::RegExp &at, const Xbyak::Xmm &from,
        bool streams) {
    Xbyak::Address into = g.ptr[at];
    into.setOpmaskIdx(from.getOpmaskIdx());
    const Xbyak::Xmm data(from.getKind(), from.getIdx());
    if (streams) {
        g.vmovntdq(into, data);
        return;
    }
    switch (elem_bytes) {
    case 1:
        g.vmovdqu8(into, data);
        break;
    case 2:
        g.vmovdqu16(into, data);
        break;
    case 4:
        g.vmovdqu32(into, data);
        break;
    default:
        g.vmovdqu64(into, data);
        break;
    }
}

void set_low_bits(
        Xbyak::CodeGenerator &g, const Xbyak::Opmask &k, int n_bits, const Xbyak::Reg64 &tmp) {
    g.mov(tmp, (std::uint64_t {1} << n_bits) - 1);
    g.kmovq(k, tmp);
}

void set_low_bits(Xbyak::CodeGenerator &g, const Xbyak::Opmask &k, const Xbyak::Reg64 &n_cols,
        int bits_per_col, const Xbyak::Reg64 &tmp, const Xbyak::Reg64 &shift) {
    g.mov(shift, n_cols);
    if (bits_per_col == 2) g.add(shift, shift);
    g.mov(tmp, ~std::uint64_t {0});
    g.shl(tmp, shift.cvt8());
    g.not_(tmp);
    g.kmovq(k, tmp);
}

} // namespace libselect::avx512
