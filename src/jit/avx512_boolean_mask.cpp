// SPDX-License-Identifier: Apache-2.0
// Condition bytes become a mask register by vptestmb, which sets a bit for each byte that is not 0:
//     conditions             | loaded by
//     64, 32, 16             | vptestmb itself, against all ones
//     8, 4, 2, 1             | vmovq, vmovd, vpbroadcastw, vpbroadcastb
//     elements of 16 bytes   | the same, then doubled: two bits per element
// They are those of one vector, or of several: the masks of the others are shifted from the first.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "jit/avx2_ops.hpp"
#include "jit/avx512_ops.hpp"
#include "jit/boolean_mask.hpp"

namespace libselect {

avx512_boolean_mask::avx512_boolean_mask(const mask_frame &frame)
    : boolean_mask(frame),
      vmm_cond(avx512::vector_register(frame.vector_bytes, 16)),
      vmm_any(avx512::vector_register(frame.vector_bytes, 17)),
      vmm_all(avx512::vector_register(frame.vector_bytes, 18)),
      vmm_ones(avx512::vector_register(frame.vector_bytes, 29)) {
}

void avx512_boolean_mask::load_constants() {
    code().vpternlogd(vmm_ones, vmm_ones, vmm_ones, 0xff);
}

void avx512_boolean_mask::load(const Xbyak::Opmask &k, const mask_place &at, int n) {
    Xbyak::CodeGenerator &g = code();
    const Xbyak::RegExp from = address(at);
    if (n >= 16) {
        g.vptestmb(k, avx512::vector_register(n, vmm_ones.getIdx()), g.ptr[from]);
        return;
    }
    switch (n) {
    case 8:
        g.vmovq(xmm_cond, g.qword[from]);
        break;
    case 4:
        g.vmovd(xmm_cond, g.dword[from]);
        break;
    case 2:
        g.vpbroadcastw(xmm_cond, g.word[from]);
        break;
    default:
        g.vpbroadcastb(xmm_cond, g.byte[from]);
        break;
    }
    if (frame().elem_bytes == 16) g.vpunpcklbw(xmm_cond, xmm_cond, xmm_cond);
    g.vptestmb(k, xmm_cond, xmm_cond);
}

// One vptestmb for as many masks as it has bits for, and a shift for each of the others. Times over
// the limit with a vptestmb for each mask and with this, 4 KiB of elements of 2, 4 and 8 bytes,
// conditions at random, interleaved, medians of 9 runs (AMD EPYC, family 25 model 17, 2026-11-26;
// `select_bench --filter small1k` repeats that of dense 4 bytes, no command the others):
//     memory  | dense                                  | src0 a scalar
//     aligned | 1.53 -> 1.33 1.60 -> 1.37 1.65 -> 1.39 | 1.04 -> 1.07 1.07 -> 1.09 1.11 -> 0.93
//     malloc  | 1.56 -> 1.53 1.59 -> 1.54 1.67 -> 1.50 | 1.12 -> 1.22 1.24 -> 1.15 1.18 -> 1.01
// In place, in malloc memory, it is 0.98 to 1.02 of the time.
void avx512_boolean_mask::load_several(
        const Xbyak::Opmask &k, int n_masks, const mask_place &at, int n) {
    if (frame().elem_bytes == 16) return avx512_mask::load_several(k, n_masks, at, n);
    for (int i = 0; i < n_masks;) {
        const auto most = static_cast<unsigned>(std::min(n_masks - i, frame().vector_bytes / n));
        const auto n_together = static_cast<int>(std::bit_floor(most));
        const Xbyak::Opmask all(k.getIdx() + i);
        load(all, at + i * n, n_together * n);
        for (int j = 1; j < n_together; ++j)
            code().kshiftrq(Xbyak::Opmask(all.getIdx() + j), all, static_cast<std::uint8_t>(j * n));
        i += n_together;
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
        g.vmovdqu8(vmm_cond | k_tail | Xbyak::util::T_z, g.ptr[address(at)]);
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

void avx512_boolean_mask::classify_block(const mask_place &at, int n_cols,
        const Xbyak::Label &all_false, const Xbyak::Label &all_true) {
    Xbyak::CodeGenerator &g = code();
    constexpr int step = 32; // only narrow rows have blocks
    g.vmovdqu8(vmm_any, g.ptr[address(at)]);
    g.vmovdqa64(vmm_all, vmm_any);
    for (int col = step; col < n_cols; col += step) {
        g.vmovdqu8(vmm_cond, g.ptr[address(at + col)]);
        g.vporq(vmm_any, vmm_any, vmm_cond);
        g.vpminub(vmm_all, vmm_all, vmm_cond);
    }
    g.vptestmb(k_block, vmm_any, vmm_any);
    g.kortestd(k_block, k_block);
    g.jz(all_false);
    g.vptestmb(k_block, vmm_all, vmm_all);
    g.kortestd(k_block, k_block); // carry when all 32 bits are set
    g.jc(all_true);
}

void avx512_boolean_mask::test_64(const mask_place &at, bool wanted) {
    Xbyak::CodeGenerator &g = code();
    const Xbyak::Zmm conds(vmm_cond.getIdx());
    g.vmovdqu8(conds, g.ptr[address(at)]);
    wanted ? g.vptestmb(k_block, conds, conds) : g.vptestnmb(k_block, conds, conds);
    g.kmovq(frame().tmp, k_block);
}

// By vptest, which has no EVEX form and so needs registers below 16. Opmasks would take two
// vptestmb, two kmov and an or: 1.2 times as long for conditions in L2, and one vptestmb of 64
// bytes with kortestq 1.3 times (4-byte elements in place, no change and 5 % in runs of 64; AMD
// EPYC, family 25 model 17, 2026-11-26; no command repeats it).
void avx512_boolean_mask::count_if_some(
        const Xbyak::Reg64 &count, const mask_place &at, bool wanted) {
    const Xbyak::Ymm some(0), zero(1);
    code().vpxor(zero, zero, zero);
    avx2::count_if_some(code(), count, address(at), wanted, some, zero);
}

} // namespace libselect
