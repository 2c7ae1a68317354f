// SPDX-License-Identifier: Apache-2.0
// Condition bytes become a mask register by vptestmb, which sets a bit for each byte that is not 0:
//     element bytes | condition bytes of a vector | loaded by
//     1, 2, 4       | 64, 32, 16                  | vptestmb itself, against all ones
//     8             | 8                           | vmovq
//     16            | 4                           | vmovd, then doubled: two bits per element
#include <algorithm>

#include "jit/avx512_ops.hpp"
#include "jit/boolean_mask.hpp"

namespace libselect {

void avx512_boolean_mask::load_constants() {
    code().vpternlogd(vmm_ones, vmm_ones, vmm_ones, 0xff);
}

void avx512_boolean_mask::load(const Xbyak::Opmask &k, const mask_place &at) {
    Xbyak::CodeGenerator &g = code();
    const Xbyak::RegExp from = address(at);
    switch (frame().elem_bytes) {
    case 1:
        g.vptestmb(k, vmm_ones, g.zword[from]);
        break;
    case 2:
        g.vptestmb(k, Xbyak::Ymm(vmm_ones.getIdx()), g.yword[from]);
        break;
    case 4:
        g.vptestmb(k, Xbyak::Xmm(vmm_ones.getIdx()), g.xword[from]);
        break;
    case 8:
        g.vmovq(xmm_cond, g.qword[from]);
        g.vptestmb(k, xmm_cond, xmm_cond);
        break;
    default:
        g.vmovd(xmm_cond, g.dword[from]);
        g.vpunpcklbw(xmm_cond, xmm_cond, xmm_cond);
        g.vptestmb(k, xmm_cond, xmm_cond);
        break;
    }
}

void avx512_boolean_mask::prepare_tail(const Xbyak::Reg64 &n_cols) {
    if (frame().elem_bytes == 16)
        avx512::set_low_bits(code(), k_tail_bytes, n_cols, 1, frame().tmp, frame().shift);
}

void avx512_boolean_mask::prepare_tail(int n_cols) {
    if (frame().elem_bytes == 16) avx512::set_low_bits(code(), k_tail_bytes, n_cols, frame().tmp);
}

void avx512_boolean_mask::load_tail(
        const Xbyak::Opmask &k, const mask_place &at, const Xbyak::Opmask &k_tail) {
    Xbyak::CodeGenerator &g = code();
    if (frame().elem_bytes == 16) {
        g.vmovdqu8(xmm_cond | k_tail_bytes | Xbyak::util::T_z, g.xword[address(at)]);
        g.vpunpcklbw(xmm_cond, xmm_cond, xmm_cond);
    } else {
        g.vmovdqu8(vmm_cond | k_tail | Xbyak::util::T_z, g.zword[address(at)]);
    }
    g.vptestmb(k, vmm_cond, vmm_cond);
}

void avx512_boolean_mask::load_spread(const Xbyak::Opmask &k, const spread_fn &spread) {
    // The mask has a bit per element, two for elements of 16 bytes. Each bit needs a byte.
    const int bits = 64 / std::min(frame().elem_bytes, 8);
    const int lanes = 64 / frame().elem_bytes;
    spread(vmm_cond, bits, bits / lanes);
    switch (bits) {
    case 64:
        code().vptestmb(k, vmm_cond, vmm_cond);
        break;
    case 32:
        code().vptestmb(k, Xbyak::Ymm(vmm_cond.getIdx()), Xbyak::Ymm(vmm_cond.getIdx()));
        break;
    default:
        code().vptestmb(k, xmm_cond, xmm_cond);
        break;
    }
}

} // namespace libselect
