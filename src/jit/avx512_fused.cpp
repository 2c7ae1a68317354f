// SPDX-License-Identifier: Apache-2.0
// The AVX-512 fused generator.
//
// Condition bytes that repeat are permuted into one byte per element and tested, which gives the
// mask. Bytes of up to 16 rows go by vpshufb, which every AVX-512 CPU does at full speed; only rows
// of 2 or 3 bytes need more: vpermb (VBMI), or 16 bytes of the result at a time without it. Words
// go by vpermw, larger elements by vpermd and vpermq.
#include <xbyak/xbyak_util.h>

#include "jit/avx512_ops.hpp"
#include "jit/generators.hpp"

namespace libselect {
namespace {

using Xbyak::Zmm;

constexpr int vector_bytes = 64;
constexpr int quarter_bytes = 16;

class avx512_fused final : public fused_generator {
public:
    explicit avx512_fused(const fused_params &params) : fused_generator(params) {}

private:
    void load_constants() override {
        vpternlogd(vmm_ones, vmm_ones, vmm_ones, 0xff);
        for (const operand which : {src0, src1})
            if (is(fused_role::scalar, which))
                avx512::broadcast(*this, elem_bytes(), scalar(which), elements(which, 0));
    }

    void select_vector(source from, int v) override {
        const Zmm result(v % 8);
        const Zmm spare(8 + v % 8);
        if (from != source::blend) {
            store(v, fetch(from == source::src0 ? src0 : src1, v, result));
            return;
        }
        const Xbyak::Opmask k_cond(1 + v % 4);
        test_cond(k_cond, v);
        const Zmm other = fetch(src1, v, result);
        if (is_load(src0))
            avx512::blend(*this, elem_bytes(), result | k_cond, other, zword[elements(src0, v)]);
        else
            avx512::blend(*this, elem_bytes(), result | k_cond, other, fetch(src0, v, spare));
        store(v, result);
    }

    void test_cond(const Xbyak::Opmask &k, int v) {
        if (!is(fused_role::repeating, cond)) {
            avx512::test_cond(*this, elem_bytes(), k, elements(cond, v), vmm_ones,
                    Xbyak::Xmm(vmm_cond.getIdx()));
            return;
        }
        // One byte per bit of the mask: elements of 16 bytes have two.
        const int bits = vector_bytes / std::min(elem_bytes(), 8);
        permute_bytes(cond, v, vmm_cond, bits, bits / lanes());
        switch (bits) {
        case 64:
            vptestmb(k, vmm_cond, vmm_cond);
            break;
        case 32:
            vptestmb(k, Xbyak::Ymm(vmm_cond.getIdx()), Xbyak::Ymm(vmm_cond.getIdx()));
            break;
        default:
            vptestmb(k, Xbyak::Xmm(vmm_cond.getIdx()), Xbyak::Xmm(vmm_cond.getIdx()));
            break;
        }
    }

    // into = n bytes, byte i of them that of element i / per_elem of vector v.
    void permute_bytes(operand which, int v, const Zmm &into, int n, int per_elem) {
        const Xbyak::RegExp at = elements(which, v);
        if (rows_of(v) == 1) {
            vpbroadcastb(into, ptr[at]);
            return;
        }
        const std::vector<std::uint8_t> order = byte_order(v, n, per_elem);
        if (n <= quarter_bytes) {
            const Xbyak::Xmm narrow(into.getIdx());
            vmovdqu8(narrow, xword[at]);
            vpshufb(narrow, narrow, xword[table(order)]);
        } else if (rows_of(v) <= quarter_bytes) {
            vbroadcasti32x4(into, xword[at]);
            vpshufb(into, into, zword[table(order)]);
        } else if (has_vbmi()) {
            vmovdqu64(into, zword[table(order)]);
            vpermb(into, into, zword[at]);
        } else {
            permute_quarters(which, v, into);
        }
    }

    // The order within what is loaded, filled up to a register; the fill is not looked at.
    [[nodiscard]] std::vector<std::uint8_t> byte_order(int v, int n, int per_elem) const {
        std::vector<std::uint8_t> order(static_cast<std::size_t>(n <= 16 ? 16 : 64), 0x80);
        for (int i = 0; i < n; ++i)
            order[static_cast<std::size_t>(i)] =
                    static_cast<std::uint8_t>(row_in_vector(v, i / per_elem));
        return order;
    }

    // Bytes in rows of 2 or 3: each 16 of the result come from 9 rows at most.
    void permute_quarters(operand which, int v, const Zmm &into) {
        std::vector<std::uint8_t> order;
        for (int quarter = 0; quarter < 4; ++quarter) {
            const int first = row_in_vector(v, quarter * quarter_bytes);
            const auto from = xword[elements(which, v) + static_cast<std::size_t>(first)];
            if (quarter == 0)
                vmovdqu8(Xbyak::Xmm(into.getIdx()), from);
            else
                vinserti32x4(into, into, from, static_cast<std::uint8_t>(quarter));
            for (int i = 0; i < quarter_bytes; ++i)
                order.push_back(static_cast<std::uint8_t>(
                        row_in_vector(v, quarter * quarter_bytes + i) - first));
        }
        vpshufb(into, into, zword[table(order)]);
    }

    // The register that holds vector v of a source: `into`, or the one of a scalar.
    Zmm fetch(operand which, int v, const Zmm &into) {
        if (is(fused_role::scalar, which)) return scalar(which);
        if (is_load(which))
            vmovdqu64(into, zword[elements(which, v)]);
        else if (rows_of(v) == 1)
            avx512::broadcast(*this, elem_bytes(), into, elements(which, v));
        else if (elem_bytes() == 1)
            permute_bytes(which, v, into, vector_bytes, 1);
        else
            permute_elements(which, v, into);
        return into;
    }

    void permute_elements(operand which, int v, const Zmm &into) {
        const int unit = std::min(elem_bytes(), 8);
        const int per_elem = elem_bytes() / unit;
        std::vector<std::uint8_t> order;
        for (int i = 0; i < vector_bytes / unit; ++i) {
            const int index = row_in_vector(v, i / per_elem) * per_elem + i % per_elem;
            order.push_back(static_cast<std::uint8_t>(index));
            order.resize(order.size() + static_cast<std::size_t>(unit) - 1);
        }
        const auto from = zword[elements(which, v)];
        vmovdqu64(into, zword[table(order)]);
        if (unit == 2)
            vpermw(into, into, from);
        else if (unit == 4)
            vpermd(into, into, from);
        else
            vpermq(into, into, from);
    }

    void store(int v, const Zmm &from) {
        if (streams())
            vmovntdq(zword[elements(dst, v)], from);
        else
            vmovdqu64(zword[elements(dst, v)], from);
    }

    [[nodiscard]] static bool has_vbmi() {
        static const bool has = Xbyak::util::Cpu().has(Xbyak::util::Cpu::tAVX512_VBMI);
        return has;
    }
    [[nodiscard]] const Zmm &scalar(operand from) const noexcept {
        return from == src0 ? vmm_src0 : vmm_src1;
    }

    const Zmm vmm_cond {16};
    const Zmm vmm_ones {29};
    const Zmm vmm_src0 {30};
    const Zmm vmm_src1 {31};
};

} // namespace

std::unique_ptr<fused_generator> make_avx512_fused(const fused_params &params) {
    return std::make_unique<avx512_fused>(params);
}

} // namespace libselect
