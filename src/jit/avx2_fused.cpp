// SPDX-License-Identifier: Apache-2.0
// The AVX2 fused generator.
//
// A vector meets at most 16 rows (of 2 bytes), so one load of 16 condition bytes in both halves and
// one vpshufb give the mask, each condition byte in every byte of its elements. Sources of 1 and 2
// bytes repeat in the same way, larger ones by vpermd.
#include "jit/avx2_ops.hpp"
#include "jit/generators.hpp"

namespace libselect {
namespace {

using Xbyak::Ymm;

constexpr int vector_bytes = 32;

class avx2_fused final : public fused_generator {
public:
    explicit avx2_fused(const fused_params &params) : fused_generator(params) {}

private:
    void load_constants() override {
        vpxor(vmm_zero, vmm_zero, vmm_zero);
        for (const operand which : {src0, src1})
            if (is(fused_role::scalar, which))
                avx2::broadcast(*this, elem_bytes(), scalar(which), elements(which, 0));
    }

    void select_vector(source from, int v) override {
        const Ymm result(v % 4);
        const Ymm spare(4 + v % 4);
        if (from != source::blend) {
            store(v, fetch(from == source::src0 ? src0 : src1, v, result));
            return;
        }
        const Ymm mask(8 + v % 4);
        compare_cond(mask, v);
        const Ymm taken = fetch(src0, v, result);
        if (is_load(src1))
            vpblendvb(result, taken, yword[elements(src1, v)], mask);
        else
            vpblendvb(result, taken, fetch(src1, v, spare), mask);
        store(v, result);
    }

    // mask = all ones where cond is zero.
    void compare_cond(const Ymm &mask, int v) {
        if (!is(fused_role::repeating, cond)) {
            avx2::widen_cond(*this, elem_bytes(), mask, elements(cond, v));
            avx2::compare(*this, elem_bytes(), mask, vmm_zero);
            return;
        }
        if (rows_of(v) == 1) {
            vpbroadcastb(mask, byte[elements(cond, v)]);
        } else {
            std::vector<std::uint8_t> order;
            for (int i = 0; i < vector_bytes; ++i)
                order.push_back(static_cast<std::uint8_t>(row_in_vector(v, i / elem_bytes())));
            vbroadcasti128(mask, xword[elements(cond, v)]);
            vpshufb(mask, mask, yword[table(order)]);
        }
        vpcmpeqb(mask, mask, vmm_zero);
    }

    // The register that holds vector v of a source: `into`, or the one of a scalar.
    Ymm fetch(operand which, int v, const Ymm &into) {
        if (is(fused_role::scalar, which)) return scalar(which);
        if (is_load(which))
            vmovdqu(into, yword[elements(which, v)]);
        else if (rows_of(v) == 1)
            avx2::broadcast(*this, elem_bytes(), into, elements(which, v));
        else
            permute(which, v, into);
        return into;
    }

    void permute(operand which, int v, const Ymm &into) {
        const bool by_byte = elem_bytes() <= 2;
        const int unit = by_byte ? 1 : 4;
        const int per_elem = elem_bytes() / unit;
        std::vector<std::uint8_t> order;
        for (int i = 0; i < vector_bytes / unit; ++i) {
            const int index = row_in_vector(v, i / per_elem) * per_elem + i % per_elem;
            order.push_back(static_cast<std::uint8_t>(index));
            order.resize(order.size() + static_cast<std::size_t>(unit) - 1);
        }
        if (by_byte) {
            vbroadcasti128(into, xword[elements(which, v)]);
            vpshufb(into, into, yword[table(order)]);
        } else {
            vmovdqu(into, yword[table(order)]);
            vpermd(into, into, yword[elements(which, v)]);
        }
    }

    void store(int v, const Ymm &from) {
        if (streams())
            vmovntdq(yword[elements(dst, v)], from);
        else
            vmovdqu(yword[elements(dst, v)], from);
    }

    [[nodiscard]] const Ymm &scalar(operand from) const noexcept {
        return from == src0 ? vmm_src0 : vmm_src1;
    }

    const Ymm vmm_src0 {13};
    const Ymm vmm_src1 {14};
    const Ymm vmm_zero {15};
};

} // namespace

std::unique_ptr<fused_generator> make_avx2_fused(const fused_params &params) {
    return std::make_unique<avx2_fused>(params);
}

} // namespace libselect
