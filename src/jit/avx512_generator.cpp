// SPDX-License-Identifier: Apache-2.0
// The AVX-512 generator: F, BW, VL and DQ; 64 bytes of dst per vector.
//
// Condition bytes become a mask register: vptestmb against all ones, straight from memory, over 64,
// 32 or 16 bytes for elements of 1, 2 or 4; 8 bytes by vmovq; elements of 16 bytes are pairs of
// quadwords, so their 4 condition bytes are doubled first. src1 is loaded or already in a register,
// src0 is blended over it from memory under the mask. Tails do the same under a second mask, so no
// byte outside the row is read or written: a masked-off byte is never accessed.
#include "jit/avx512_ops.hpp"
#include "jit/generators.hpp"

namespace libselect {
namespace {

constexpr int vector_bytes = 64;
// 1,024 elements of 4 bytes take 58.8 ns with 8 and 60 with 4 (this constant changed, the kernel
// called alone, Zen 4, 2026-11-21): little depends on it.
constexpr int vectors_per_loop = 8;

class avx512_generator final : public row_generator {
public:
    explicit avx512_generator(const row_params &params)
        : row_generator(params, {vector_bytes, vectors_per_loop, 0, true}) {}

private:
    void load_constants() override {
        vpternlogd(vmm_ones, vmm_ones, vmm_ones, 0xff);
        const int rest = params().cols % lanes();
        if (rest == 0) return;
        make_mask(k_tail, rest * (elem_bytes() == 16 ? 2 : 1));
        if (elem_bytes() == 16) make_mask(k_tail_bytes, rest);
    }

    void load_scalar(operand from) override {
        avx512::broadcast(*this, elem_bytes(), scalar(from), column(from));
    }

    void select_vector(source from, int col) override {
        const Xbyak::Zmm data = vector_of(col);
        if (from != source::blend) {
            const operand which = from == source::src0 ? src0 : src1;
            if (!is(role::scalar, which)) load(data, column(which, col));
            store(column(dst, col), is(role::scalar, which) ? scalar(which) : data);
            return;
        }
        const Xbyak::Opmask k_cond(1 + col / lanes() % 4);
        avx512::test_cond(*this, elem_bytes(), k_cond, column(cond, col), vmm_ones, xmm_cond);
        if (is(role::scalar, src1)) {
            blend(data | k_cond, scalar(src1), col);
        } else {
            load(data, column(src1, col));
            blend(data | k_cond, data, col);
        }
        store(column(dst, col), data);
    }

    [[nodiscard]] Xbyak::Zmm vector_of(int col) const { return Xbyak::Zmm(col / lanes() % 16); }

    // reg_tmp columns in front of a whole vector: that vector, unaligned, and what follows again.
    void select_head(source from) override { select_vector(from, 0); }

    void select_tail(source from) override {
        make_tail_masks();
        select_fixed_tail(from, 0);
    }

    void select_fixed_tail(source from, int col) override {
        const Xbyak::Zmm data(0);
        if (from == source::blend) {
            test_cond_tail(col);
            if (is(role::scalar, src1))
                vmovdqa64(data, scalar(src1));
            else
                load(data | k_tail | T_z, column(src1, col));
            if (is(role::scalar, src0))
                blend(data | k_cond_tail, data, col);
            else
                load(data | k_cond_tail, column(src0, col));
        } else {
            const operand which = from == source::src0 ? src0 : src1;
            if (is(role::scalar, which))
                vmovdqa64(data, scalar(which));
            else
                load(data | k_tail | T_z, column(which, col));
        }
        store(column(dst, col), data | k_tail);
    }

    void leave_vector_state() override { vzeroupper(); }

    // k_cond_tail = which condition bytes are not zero, for the columns of the tail at col; bits
    // beyond them are 0.
    void test_cond_tail(int col) {
        const Xbyak::Zmm vmm_cond(xmm_cond.getIdx());
        if (elem_bytes() == 16) {
            vmovdqu8(xmm_cond | k_tail_bytes | T_z, xword[column(cond, col)]);
            vpunpcklbw(xmm_cond, xmm_cond, xmm_cond);
        } else {
            vmovdqu8(vmm_cond | k_tail | T_z, zword[column(cond, col)]);
        }
        vptestmb(k_cond_tail, vmm_cond, vmm_cond);
    }

    // The masks of a tail of reg_cols_left columns.
    void make_tail_masks() {
        make_tail_mask(k_tail, elem_bytes() == 16 ? 2 : 1);
        if (elem_bytes() == 16) make_tail_mask(k_tail_bytes, 1);
    }

    // k = the lowest n_bits bits, fewer than 64.
    void make_mask(const Xbyak::Opmask &k, int n_bits) {
        mov(reg_tmp, (std::uint64_t {1} << n_bits) - 1);
        kmovq(k, reg_tmp);
    }

    // k = the lowest reg_cols_left * bits_per_col bits.
    void make_tail_mask(const Xbyak::Opmask &k, int bits_per_col) {
        mov(reg_shift, reg_cols_left);
        if (bits_per_col == 2) add(reg_shift, reg_shift);
        mov(reg_tmp, ~std::uint64_t {0});
        shl(reg_tmp, reg_shift.cvt8());
        not_(reg_tmp);
        kmovq(k, reg_tmp);
    }

    // into = src0 where the mask on `into` is set, else `other`.
    void blend(const Xbyak::Zmm &into, const Xbyak::Zmm &other, int col) {
        if (is(role::scalar, src0))
            avx512::blend(*this, elem_bytes(), into, other, scalar(src0));
        else
            avx512::blend(*this, elem_bytes(), into, other, zword[column(src0, col)]);
    }

    void load(const Xbyak::Zmm &into, const Xbyak::RegExp &at) {
        switch (elem_bytes()) {
        case 1:
            vmovdqu8(into, zword[at]);
            break;
        case 2:
            vmovdqu16(into, zword[at]);
            break;
        case 4:
            vmovdqu32(into, zword[at]);
            break;
        default:
            vmovdqu64(into, zword[at]);
            break;
        }
    }

    // A mask on `from` limits the store.
    void store(const Xbyak::RegExp &at, const Xbyak::Zmm &from) {
        Xbyak::Address into = zword[at];
        into.setOpmaskIdx(from.getOpmaskIdx());
        const Xbyak::Zmm data(from.getIdx());
        if (streams()) {
            vmovntdq(into, data);
            return;
        }
        switch (elem_bytes()) {
        case 1:
            vmovdqu8(into, data);
            break;
        case 2:
            vmovdqu16(into, data);
            break;
        case 4:
            vmovdqu32(into, data);
            break;
        default:
            vmovdqu64(into, data);
            break;
        }
    }

    [[nodiscard]] const Xbyak::Zmm &scalar(operand from) const noexcept {
        return from == src0 ? vmm_src0 : vmm_src1;
    }

    // zmm0 .. zmm3 and k1 .. k4 belong to the vectors of the unrolled loop.
    const Xbyak::Zmm vmm_ones {29};
    const Xbyak::Zmm vmm_src0 {30};
    const Xbyak::Zmm vmm_src1 {31};
    const Xbyak::Xmm xmm_cond {16};
    const Xbyak::Opmask k_cond_tail {5};
    const Xbyak::Opmask k_tail_bytes {6};
    const Xbyak::Opmask k_tail {7};
};

} // namespace

std::unique_ptr<row_generator> make_avx512_generator(const row_params &params) {
    return std::make_unique<avx512_generator>(params);
}

} // namespace libselect
