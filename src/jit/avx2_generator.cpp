// SPDX-License-Identifier: Apache-2.0
// The AVX2 generator: 32 bytes of dst per vector.
//
// Condition bytes are widened to the element width (vpmovzxb*), compared with zero, and vpblendvb
// takes src1 where the compare is true. Without masked loads of bytes, a tail must not touch what
// lies beyond the row: a row of at least one vector ends with a vector that overlaps the one before
// it (an element computed twice gives the same bits, see the kernel contract); a shorter row is two
// overlapping pieces of the largest power of two of elements that fits.
#include "jit/generators.hpp"

namespace libselect {
namespace {

constexpr int vector_bytes = 32;
constexpr int vectors_per_loop = 4;

class avx2_generator final : public row_generator {
public:
    explicit avx2_generator(const kernel_params &params)
        : row_generator(params, vector_bytes, vectors_per_loop) {}

private:
    void load_constants() override { vpxor(vmm_zero, vmm_zero, vmm_zero); }

    void load_scalar(operand from) override {
        const Xbyak::Ymm &into = scalar(from);
        const Xbyak::RegExp at = column(from);
        switch (elem_bytes()) {
        case 1:
            vpbroadcastb(into, byte[at]);
            break;
        case 2:
            vpbroadcastw(into, word[at]);
            break;
        case 4:
            vpbroadcastd(into, dword[at]);
            break;
        case 8:
            vpbroadcastq(into, qword[at]);
            break;
        default:
            vbroadcasti128(into, xword[at]);
            break;
        }
    }

    void select_vector(source from, int index) override {
        const Xbyak::Ymm data(index);
        const Xbyak::Ymm mask(vectors_per_loop + index);
        if (from == source::blend) {
            widen_cond(mask, index);
            compare_with_zero(mask);
            const bool loaded = !is(role::scalar, src0);
            if (loaded) vmovdqu(data, yword[column(src0, index)]);
            const Xbyak::Ymm &taken = loaded ? data : scalar(src0);
            if (is(role::scalar, src1))
                vpblendvb(data, taken, scalar(src1), mask);
            else
                vpblendvb(data, taken, yword[column(src1, index)], mask);
            vmovdqu(yword[column(dst, index)], data);
            return;
        }
        const operand which = from == source::src0 ? src0 : src1;
        if (!is(role::scalar, which)) vmovdqu(data, yword[column(which, index)]);
        vmovdqu(yword[column(dst, index)], is(role::scalar, which) ? scalar(which) : data);
    }

    void select_tail(source from) override {
        Xbyak::Label short_row, done;
        cmp(qword[reg_args + offsetof(kernel_args, cols)], imm(lanes()));
        jl(short_row);
        move_pointers(from, lanes()); // back, so that the last vector ends with the row
        select_vector(from, 0);
        jmp(done);
        L(short_row);
        for (int n = lanes() / 2; n >= 1; n /= 2) {
            Xbyak::Label shorter;
            cmp(reg_cols_left, imm(n));
            jl(shorter);
            select_piece(from, n);
            move_pointers(from, n); // on, so that the second piece ends with the row
            select_piece(from, n);
            jmp(done);
            L(shorter);
        }
        L(done);
    }

    void leave_vector_state() override { vzeroupper(); }

    // Moves the pointers so that n columns from there end the row: by reg_cols_left - n columns.
    void move_pointers(source from, int n) {
        sub(reg_cols_left, imm(n));
        if (reads(from, cond)) add(reg_at[cond], reg_cols_left);
        for (int bytes = 1; bytes < elem_bytes(); bytes *= 2)
            add(reg_cols_left, reg_cols_left);
        for (const operand which : {src0, src1, dst})
            if (is(role::full, which) && (which == dst || reads(from, which)))
                add(reg_at[which], reg_cols_left);
    }

    // Selects n columns at the pointers, 1 <= n < lanes, at most 16 bytes of dst.
    void select_piece(source from, int n) {
        const Xbyak::Xmm data(0), other(1), mask(vectors_per_loop);
        const int n_bytes = n * elem_bytes();
        if (from == source::blend) {
            load_bytes(mask, column(cond), n);
            if (elem_bytes() == 16)
                vpbroadcastb(mask, mask);
            else if (elem_bytes() > 1)
                widen(mask, mask);
            compare_with_zero(mask);
            load_piece(data, src0, n_bytes);
            load_piece(other, src1, n_bytes);
            vpblendvb(data, data, other, mask);
        } else {
            load_piece(data, from == source::src0 ? src0 : src1, n_bytes);
        }
        store_bytes(column(dst), data, n_bytes);
    }

    void load_piece(const Xbyak::Xmm &into, operand from, int n_bytes) {
        if (is(role::scalar, from))
            vmovdqa(into, Xbyak::Xmm(scalar(from).getIdx()));
        else
            load_bytes(into, column(from), n_bytes);
    }

    // n_bytes is 1, 2, 4, 8 or 16; the bytes above them become 0.
    void load_bytes(const Xbyak::Xmm &into, const Xbyak::RegExp &at, int n_bytes) {
        switch (n_bytes) {
        case 1:
            vpinsrb(into, Xbyak::Xmm(vmm_zero.getIdx()), byte[at], 0);
            break;
        case 2:
            vpinsrw(into, Xbyak::Xmm(vmm_zero.getIdx()), word[at], 0);
            break;
        case 4:
            vmovd(into, dword[at]);
            break;
        case 8:
            vmovq(into, qword[at]);
            break;
        default:
            vmovdqu(into, xword[at]);
            break;
        }
    }

    void store_bytes(const Xbyak::RegExp &at, const Xbyak::Xmm &from, int n_bytes) {
        switch (n_bytes) {
        case 1:
            vpextrb(byte[at], from, 0);
            break;
        case 2:
            vpextrw(word[at], from, 0);
            break;
        case 4:
            vmovd(dword[at], from);
            break;
        case 8:
            vmovq(qword[at], from);
            break;
        default:
            vmovdqu(xword[at], from);
            break;
        }
    }

    // mask = the condition bytes of vector `index`, each widened to one element.
    void widen_cond(const Xbyak::Ymm &mask, int index) {
        const Xbyak::RegExp at = column(cond, index);
        switch (elem_bytes()) {
        case 1:
            vmovdqu(mask, yword[at]);
            break;
        case 2:
            widen(mask, xword[at]);
            break;
        case 4:
            widen(mask, qword[at]);
            break;
        case 8:
            widen(mask, dword[at]);
            break;
        default:
            vpmovzxbq(Xbyak::Xmm(mask.getIdx()), word[at]);
            vpermq(mask, mask, 0x50); // 0 0 1 1: both quadwords of an element
            break;
        }
    }

    void widen(const Xbyak::Xmm &into, const Xbyak::Operand &from) {
        switch (elem_bytes()) {
        case 2:
            vpmovzxbw(into, from);
            break;
        case 4:
            vpmovzxbd(into, from);
            break;
        default:
            vpmovzxbq(into, from);
            break;
        }
    }

    // mask = all ones in the elements that are zero: those take src1.
    void compare_with_zero(const Xbyak::Xmm &mask) {
        const Xbyak::Ymm wide_zero(vmm_zero);
        const Xbyak::Xmm narrow_zero(vmm_zero.getIdx());
        const Xbyak::Xmm &zero = mask.isYMM() ? wide_zero : narrow_zero;
        switch (elem_bytes()) {
        case 1:
            vpcmpeqb(mask, mask, zero);
            break;
        case 2:
            vpcmpeqw(mask, mask, zero);
            break;
        case 4:
            vpcmpeqd(mask, mask, zero);
            break;
        default:
            vpcmpeqq(mask, mask, zero);
            break;
        }
    }

    [[nodiscard]] const Xbyak::Ymm &scalar(operand from) const noexcept {
        return from == src0 ? vmm_src0 : vmm_src1;
    }

    // ymm0 .. ymm3 hold data and ymm4 .. ymm7 masks of the vectors of the unrolled loop.
    const Xbyak::Ymm vmm_src0 {13};
    const Xbyak::Ymm vmm_src1 {14};
    const Xbyak::Ymm vmm_zero {15};
};

} // namespace

std::unique_ptr<row_generator> make_avx2_generator(const kernel_params &params) {
    return std::make_unique<avx2_generator>(params);
}

} // namespace libselect
