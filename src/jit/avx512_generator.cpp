// SPDX-License-Identifier: Apache-2.0
// The AVX-512 generator: F, BW, VL and DQ; 64 bytes of dst per vector.
//
// Condition bytes become a mask register: vptestmb against all ones, straight from memory, over 64,
// 32 or 16 bytes for elements of 1, 2 or 4; 8 bytes by vmovq; elements of 16 bytes are pairs of
// quadwords, so their 4 condition bytes are doubled first. src1 is loaded or already in a register,
// src0 is blended over it from memory under the mask. Tails do the same under a second mask, so no
// byte outside the row is read or written: a masked-off byte is never accessed.
#include "jit/generators.hpp"

namespace libselect {
namespace {

constexpr int vector_bytes = 64;
// A guess to be measured: four vectors hide the latency of mask creation on Zen 4.
constexpr int vectors_per_loop = 4;

class avx512_generator final : public row_generator {
public:
    explicit avx512_generator(const kernel_params &params)
        : row_generator(params, vector_bytes, vectors_per_loop) {}

private:
    void load_constants() override { vpternlogd(vmm_ones, vmm_ones, vmm_ones, 0xff); }

    void load_scalar(operand from) override {
        const Xbyak::Zmm &into = scalar(from);
        const Xbyak::RegExp at = column(from);
        switch (elem_bytes()) {
        case 1:
            vpbroadcastb(into, ptr[at]);
            break;
        case 2:
            vpbroadcastw(into, ptr[at]);
            break;
        case 4:
            vpbroadcastd(into, ptr[at]);
            break;
        case 8:
            vpbroadcastq(into, ptr[at]);
            break;
        default:
            vbroadcasti64x2(into, ptr[at]);
            break;
        }
    }

    void select_vector(source from, int index) override {
        const Xbyak::Zmm data(index);
        if (from == source::blend) {
            const Xbyak::Opmask k_cond(1 + index);
            test_cond(k_cond, index);
            if (is(role::scalar, src1))
                blend(data | k_cond, scalar(src1), index);
            else {
                load(data, column(src1, index));
                blend(data | k_cond, data, index);
            }
            store(column(dst, index), data);
            return;
        }
        const operand which = from == source::src0 ? src0 : src1;
        if (!is(role::scalar, which)) load(data, column(which, index));
        store(column(dst, index), is(role::scalar, which) ? scalar(which) : data);
    }

    void select_tail(source from) override {
        const Xbyak::Zmm data(0);
        make_mask(k_tail, elem_bytes() == 16 ? 2 : 1);
        if (from == source::blend) {
            test_cond_tail();
            if (is(role::scalar, src1))
                vmovdqa64(data, scalar(src1));
            else
                load(data | k_tail | T_z, column(src1));
            if (is(role::scalar, src0))
                blend(data | k_cond_tail, data, 0);
            else
                load(data | k_cond_tail, column(src0));
        } else {
            const operand which = from == source::src0 ? src0 : src1;
            if (is(role::scalar, which))
                vmovdqa64(data, scalar(which));
            else
                load(data | k_tail | T_z, column(which));
        }
        store(column(dst), data | k_tail);
    }

    void leave_vector_state() override { vzeroupper(); }

    // k = which of the condition bytes of vector `index` are not zero, one bit per mask lane.
    void test_cond(const Xbyak::Opmask &k, int index) {
        const Xbyak::RegExp at = column(cond, index);
        switch (elem_bytes()) {
        case 1:
            vptestmb(k, vmm_ones, zword[at]);
            break;
        case 2:
            vptestmb(k, Xbyak::Ymm(vmm_ones.getIdx()), yword[at]);
            break;
        case 4:
            vptestmb(k, Xbyak::Xmm(vmm_ones.getIdx()), xword[at]);
            break;
        case 8:
            vmovq(xmm_cond, qword[at]);
            vptestmb(k, xmm_cond, xmm_cond);
            break;
        default:
            vmovd(xmm_cond, dword[at]);
            vpunpcklbw(xmm_cond, xmm_cond, xmm_cond);
            vptestmb(k, xmm_cond, xmm_cond);
            break;
        }
    }

    // k_cond_tail = the same for the columns that are left; bits beyond them are 0.
    void test_cond_tail() {
        const Xbyak::Zmm vmm_cond(xmm_cond.getIdx());
        if (elem_bytes() == 16) {
            make_mask(k_tail_bytes, 1);
            vmovdqu8(xmm_cond | k_tail_bytes | T_z, xword[column(cond)]);
            vpunpcklbw(xmm_cond, xmm_cond, xmm_cond);
        } else {
            vmovdqu8(vmm_cond | k_tail | T_z, zword[column(cond)]);
        }
        vptestmb(k_cond_tail, vmm_cond, vmm_cond);
    }

    // k = the lowest reg_cols_left * bits_per_col bits.
    void make_mask(const Xbyak::Opmask &k, int bits_per_col) {
        mov(reg_shift, reg_cols_left);
        if (bits_per_col == 2) add(reg_shift, reg_shift);
        mov(reg_tmp, ~std::uint64_t {0});
        shl(reg_tmp, reg_shift.cvt8());
        not_(reg_tmp);
        kmovq(k, reg_tmp);
    }

    // into = src0 where the mask on `into` is set, else `other`.
    void blend(const Xbyak::Zmm &into, const Xbyak::Zmm &other, int index) {
        if (is(role::scalar, src0))
            blend_with(into, other, scalar(src0));
        else
            blend_with(into, other, zword[column(src0, index)]);
    }

    void blend_with(const Xbyak::Zmm &into, const Xbyak::Zmm &other, const Xbyak::Operand &taken) {
        switch (elem_bytes()) {
        case 1:
            vpblendmb(into, other, taken);
            break;
        case 2:
            vpblendmw(into, other, taken);
            break;
        case 4:
            vpblendmd(into, other, taken);
            break;
        default:
            vpblendmq(into, other, taken);
            break;
        }
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

std::unique_ptr<row_generator> make_avx512_generator(const kernel_params &params) {
    return std::make_unique<avx512_generator>(params);
}

} // namespace libselect
