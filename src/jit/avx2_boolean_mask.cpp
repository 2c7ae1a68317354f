// SPDX-License-Identifier: Apache-2.0
// Condition bytes are widened to the element width (vpmovzxb*) and compared with zero, so that the
// mask is all ones where src1 is taken. The conditions of a pair of vectors are compared as bytes,
// and vpshufb spreads the result: 4 instructions for both masks. vpmovzxb* takes 2 per mask, one of
// them on the only port that shuffles across lanes on Intel. 1,024 elements of 4 bytes in L1, time
// over a loop that only moves the bytes (AMD EPYC, Zen 3, 2026-11-22; a program outside the tree):
//     vectors per loop  | 4    | 8
//     widened           | 1.26 | 1.24
//     spread            | 1.07 | 1.03
#include "jit/avx2_ops.hpp"
#include "jit/boolean_mask.hpp"

namespace libselect {
namespace {

// into = the lowest bytes of `from`, each widened to an element of 2, 4 or 8 bytes.
void widen(Xbyak::CodeGenerator &g, int elem_bytes, const Xbyak::Xmm &into,
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

} // namespace

void avx2_boolean_mask::load(const Xbyak::Ymm &mask, const mask_place &at) {
    Xbyak::CodeGenerator &g = code();
    const Xbyak::RegExp from = address(at);
    switch (frame().elem_bytes) {
    case 1:
        g.vmovdqu(mask, g.yword[from]);
        break;
    case 2:
        widen(g, 2, mask, g.xword[from]);
        break;
    case 4:
        widen(g, 4, mask, g.qword[from]);
        break;
    case 8:
        widen(g, 8, mask, g.dword[from]);
        break;
    default:
        g.vpmovzxbq(Xbyak::Xmm(mask.getIdx()), g.word[from]);
        g.vpermq(mask, mask, 0x50); // 0 0 1 1: both quadwords of an element
        break;
    }
    compare_with_zero(mask);
}

void avx2_boolean_mask::prepare_pairs() {
    if (!shuffles_pairs()) return;
    needs_orders_ = true;
    code().vmovdqu(vmm_first_order, code().yword[Xbyak::util::rip + orders_]);
    code().vmovdqu(vmm_second_order, code().yword[Xbyak::util::rip + orders_ + 32]);
}

void avx2_boolean_mask::load_pair(
        const Xbyak::Ymm &first, const Xbyak::Ymm &second, const mask_place &at) {
    if (!shuffles_pairs()) return avx2_mask::load_pair(first, second, at);
    Xbyak::CodeGenerator &g = code();
    const Xbyak::RegExp from = address(at);
    switch (frame().elem_bytes) {
    case 4:
        g.vbroadcasti128(first, g.xword[from]);
        break;
    case 8:
        g.vpbroadcastq(first, g.qword[from]);
        break;
    default:
        g.vpbroadcastd(first, g.dword[from]);
        break;
    }
    g.vpcmpeqb(vmm_next, first, vmm_zero);
    g.vpshufb(first, vmm_next, vmm_first_order);
    g.vpshufb(second, vmm_next, vmm_second_order);
}

// Byte i of a pair is that of condition i / elem_bytes.
void avx2_boolean_mask::emit_data() {
    if (!needs_orders_) return;
    code().align(avx2::vector_bytes);
    code().L(orders_);
    for (int i = 0; i < 2 * avx2::vector_bytes; ++i)
        code().db(static_cast<std::uint64_t>(i / frame().elem_bytes), 1);
}

void avx2_boolean_mask::load_piece(const Xbyak::Xmm &mask, const mask_place &at, int n) {
    const int elem_bytes = frame().elem_bytes;
    avx2::load_bytes(code(), mask, address(at), n, vmm_zero);
    if (elem_bytes == 16)
        code().vpbroadcastb(mask, mask);
    else if (elem_bytes > 1)
        widen(code(), elem_bytes, mask, mask);
    compare_with_zero(mask);
}

void avx2_boolean_mask::load_spread(const Xbyak::Ymm &mask, const spread_fn &spread) {
    spread(mask, avx2::vector_bytes, frame().elem_bytes);
    code().vpcmpeqb(mask, mask, vmm_zero);
}

void avx2_boolean_mask::classify_block(const mask_place &at, int n_cols,
        const Xbyak::Label &all_false, const Xbyak::Label &all_true) {
    Xbyak::CodeGenerator &g = code();
    g.vmovdqu(vmm_all, g.yword[address(at)]);
    g.vmovdqa(vmm_any, vmm_all);
    for (int col = avx2::vector_bytes; col < n_cols; col += avx2::vector_bytes) {
        g.vmovdqu(vmm_next, g.yword[address(at + col)]);
        g.vpor(vmm_any, vmm_any, vmm_next);
        g.vpminub(vmm_all, vmm_all, vmm_next);
    }
    g.vpcmpeqb(vmm_all, vmm_all, vmm_zero);
    g.vptest(vmm_any, vmm_any);
    g.jz(all_false);
    g.vptest(vmm_all, vmm_all);
    g.jz(all_true);
}

void avx2_boolean_mask::test_64(const mask_place &at, bool wanted) {
    Xbyak::CodeGenerator &g = code();
    const Xbyak::Reg64 &tmp = frame().tmp, &shift = frame().shift;
    g.vpcmpeqb(vmm_all, vmm_zero, g.yword[address(at)]);
    g.vpcmpeqb(vmm_next, vmm_zero, g.yword[address(at + avx2::vector_bytes)]);
    g.vpmovmskb(tmp.cvt32(), vmm_all);
    g.vpmovmskb(shift.cvt32(), vmm_next);
    g.shl(shift, avx2::vector_bytes);
    g.or_(tmp, shift);
    if (wanted) g.not_(tmp);
}

void avx2_boolean_mask::count_if_some(
        const Xbyak::Reg64 &count, const mask_place &at, bool wanted) {
    avx2::count_if_some(code(), count, address(at), wanted, vmm_any, vmm_zero);
}

void avx2_boolean_mask::compare_with_zero(const Xbyak::Xmm &mask) {
    const Xbyak::Ymm wide_zero(vmm_zero);
    const Xbyak::Xmm narrow_zero(vmm_zero.getIdx());
    avx2::compare(code(), frame().elem_bytes, mask, mask.isYMM() ? wide_zero : narrow_zero);
}

} // namespace libselect
