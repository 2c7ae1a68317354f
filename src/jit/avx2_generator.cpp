// SPDX-License-Identifier: Apache-2.0
// The AVX2 generator: 32 bytes of dst per vector.
//
// Condition bytes are widened to the element width (vpmovzxb*), compared with zero, and vpblendvb
// takes src1 where the compare is true. Without masked loads of bytes, a tail must not touch what
// lies beyond the row: a row of at least one vector ends with a vector that overlaps the one before
// it (an element computed twice gives the same bits, see the kernel contract); a shorter row is two
// overlapping pieces of the largest power of two of elements that fits.
#include <bit>

#include "jit/avx2_ops.hpp"
#include "jit/generators.hpp"

namespace libselect {
namespace {

constexpr int vector_bytes = 32;
constexpr int vectors_per_loop = 4;

class avx2_generator final : public row_generator {
public:
    explicit avx2_generator(const row_params &params)
        : row_generator(params, {vector_bytes, vectors_per_loop, block_cols_of(params), true}) {}

private:
    void load_constants() override { vpxor(vmm_zero, vmm_zero, vmm_zero); }

    void load_scalar(operand from) override {
        avx2::broadcast(*this, elem_bytes(), scalar(from), column(from));
    }

    void select_vector(source from, int col) override {
        const int turn = col / lanes() % vectors_per_loop;
        const Xbyak::Ymm data(turn);
        const Xbyak::Ymm mask(vectors_per_loop + turn);
        if (from == source::blend) {
            avx2::widen_cond(*this, elem_bytes(), mask, column(cond, col));
            compare_with_zero(mask);
            const bool loaded = !is(role::scalar, src0);
            if (loaded) vmovdqu(data, yword[column(src0, col)]);
            const Xbyak::Ymm &taken = loaded ? data : scalar(src0);
            if (is(role::scalar, src1))
                vpblendvb(data, taken, scalar(src1), mask);
            else
                vpblendvb(data, taken, yword[column(src1, col)], mask);
            store(col, data);
            return;
        }
        const operand which = from == source::src0 ? src0 : src1;
        if (!is(role::scalar, which)) vmovdqu(data, yword[column(which, col)]);
        store(col, is(role::scalar, which) ? scalar(which) : data);
    }

    void select_tail(source from) override {
        Xbyak::Label short_row, done;
        cmp(qword[reg_loops + offsetof(kernel_loops, cols)], imm(lanes()));
        jl(short_row);
        move_pointers(from, lanes()); // back, so that the last vector ends with the row
        select_vector(from, 0);
        jmp(done);
        L(short_row);
        for (int n = lanes() / 2; n >= 1; n /= 2) {
            Xbyak::Label shorter;
            cmp(reg_cols_left, imm(n));
            jl(shorter);
            select_piece(from, 0, n);
            move_pointers(from, n); // on, so that the second piece ends with the row
            select_piece(from, 0, n);
            jmp(done);
            L(shorter);
        }
        L(done);
    }

    // Of a row shorter than a vector, two overlapping pieces; else a vector that ends with the row.
    void select_fixed_tail(source from, int /*col*/) override {
        const int cols = params().cols;
        if (cols >= lanes()) {
            select_vector(from, cols - lanes());
            return;
        }
        const int n = static_cast<int>(std::bit_floor(static_cast<unsigned>(cols)));
        select_piece(from, 0, n);
        if (n < cols) select_piece(from, cols - n, n);
    }

    void store(int col, const Xbyak::Ymm &from) {
        if (streams())
            vmovntdq(yword[column(dst, col)], from);
        else
            vmovdqu(yword[column(dst, col)], from);
    }

    void select_head(source from) override { select_vector(from, 0); }

    void classify_block(int col, int n_cols, const Xbyak::Label &all_false,
            const Xbyak::Label &all_true) override {
        vmovdqu(vmm_all, yword[column(cond, col)]);
        vmovdqa(vmm_any, vmm_all);
        for (int at = vector_bytes; at < n_cols; at += vector_bytes) {
            vmovdqu(vmm_next, yword[column(cond, col + at)]);
            vpor(vmm_any, vmm_any, vmm_next);
            vpminub(vmm_all, vmm_all, vmm_next);
        }
        vpcmpeqb(vmm_all, vmm_all, vmm_zero);
        vptest(vmm_any, vmm_any);
        jz(all_false);
        vptest(vmm_all, vmm_all);
        jz(all_true);
    }

    void changed_bits(const Xbyak::RegExp &at) override {
        vpcmpeqb(vmm_all, vmm_zero, yword[at]);
        vpcmpeqb(vmm_next, vmm_zero, yword[at + vector_bytes]);
        vpmovmskb(reg_tmp.cvt32(), vmm_all);
        vpmovmskb(reg_shift.cvt32(), vmm_next);
        shl(reg_shift, vector_bytes);
        or_(reg_tmp, reg_shift);
        if (params().kept == in_place::src1) not_(reg_tmp);
    }

    // Elements of one byte are computed in the time that the look at them takes. Blocks of two-byte
    // ones are large, as they are soon computed too: of 512 random conditions with one in a hundred
    // true, all are rarely false, and the jump is predicted.
    static int block_cols_of(const row_params &params) {
        if (params.kept != in_place::none) return 32;
        if (!params.skips || params.elem_bytes == 1) return 0;
        return params.elem_bytes == 2 ? 512 : 512 / params.elem_bytes;
    }

    void leave_vector_state() override { vzeroupper(); }

    // Moves the pointers so that n columns from there end the row: by reg_cols_left - n columns.
    void move_pointers(source from, int n) {
        sub(reg_cols_left, imm(n));
        advance_by(from, reg_cols_left);
    }

    // Selects n columns from col on, 1 <= n < lanes, at most 16 bytes of dst.
    void select_piece(source from, int col, int n) {
        const Xbyak::Xmm data(0), other(1), mask(vectors_per_loop);
        const int n_bytes = n * elem_bytes();
        if (from == source::blend) {
            load_bytes(mask, column(cond, col), n);
            if (elem_bytes() == 16)
                vpbroadcastb(mask, mask);
            else if (elem_bytes() > 1)
                avx2::widen(*this, elem_bytes(), mask, mask);
            compare_with_zero(mask);
            load_piece(data, src0, col, n_bytes);
            load_piece(other, src1, col, n_bytes);
            vpblendvb(data, data, other, mask);
        } else {
            load_piece(data, from == source::src0 ? src0 : src1, col, n_bytes);
        }
        store_bytes(column(dst, col), data, n_bytes);
    }

    void load_piece(const Xbyak::Xmm &into, operand from, int col, int n_bytes) {
        if (is(role::scalar, from))
            vmovdqa(into, Xbyak::Xmm(scalar(from).getIdx()));
        else
            load_bytes(into, column(from, col), n_bytes);
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

    void compare_with_zero(const Xbyak::Xmm &mask) {
        const Xbyak::Ymm wide_zero(vmm_zero);
        const Xbyak::Xmm narrow_zero(vmm_zero.getIdx());
        avx2::compare(*this, elem_bytes(), mask, mask.isYMM() ? wide_zero : narrow_zero);
    }

    [[nodiscard]] const Xbyak::Ymm &scalar(operand from) const noexcept {
        return from == src0 ? vmm_src0 : vmm_src1;
    }

    // ymm0 .. ymm3 hold data and ymm4 .. ymm7 masks of the vectors of the unrolled loop.
    const Xbyak::Ymm vmm_any {10};
    const Xbyak::Ymm vmm_all {11};
    const Xbyak::Ymm vmm_next {12};
    const Xbyak::Ymm vmm_src0 {13};
    const Xbyak::Ymm vmm_src1 {14};
    const Xbyak::Ymm vmm_zero {15};
};

} // namespace

std::unique_ptr<row_generator> make_avx2_generator(const row_params &params) {
    return std::make_unique<avx2_generator>(params);
}

} // namespace libselect
