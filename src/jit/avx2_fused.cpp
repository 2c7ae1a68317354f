// SPDX-License-Identifier: Apache-2.0
// The AVX2 fused generator.
//
// Conditions that repeat are spread over the elements of their rows. A vector meets at most 16 rows
// (of 2 bytes). So one load of 16 condition bytes in both halves and one vpshufb put each condition
// byte in every byte of its elements. Sources of 1 and 2 bytes repeat in the same way, wider ones
// by vpermd.
#include "jit/avx2_ops.hpp"
#include "jit/generators.hpp"

namespace libselect::avx2 {
namespace {

using Xbyak::Ymm;

class avx2_fused final : public fused_generator {
public:
    explicit avx2_fused(const fused_params &params)
        : fused_generator(params),
          mask_(make_avx2_mask(params.decides, frame())) {}

private:
    mask_emitter &mask() override { return *mask_; }

    void load_constants() override {
        vpxor(vmm_zero, vmm_zero, vmm_zero);
        mask_->load_constants();
        for (const operand which : {src0, src1})
            if (is(fused_role::constant, which))
                avx2::broadcast(*this, elem_bytes(), constant_source(which), elements(which, 0));
    }

    void select_vector(source from, int v) override {
        const Ymm result(v % 4);
        const Ymm spare(4 + v % 4);
        if (from != source::blend) {
            store(v, fetch(from == source::src0 ? src0 : src1, v, result));
            return;
        }
        const Ymm mask(8 + v % 4);
        load_mask(mask, v);
        const Ymm taken = fetch(src0, v, result);
        if (is_load(src1))
            blend(*this, splits_blends(), result, taken, yword[elements(src1, v)], mask);
        else
            blend(*this, splits_blends(), result, taken, fetch(src1, v, spare), mask);
        store(v, result);
    }

    void load_mask(const Ymm &mask, int v) {
        if (!is(fused_role::repeating, cond)) {
            mask_->load(mask, conditions(v));
            return;
        }
        mask_->load_spread(mask, [&](const Xbyak::Xmm &into, int n_bytes, int per_elem) {
            spread_conditions(Ymm(into.getIdx()), v, n_bytes, per_elem);
        });
    }

    void spread_conditions(const Ymm &into, int v, int n_bytes, int per_elem) {
        const Xbyak::RegExp at = reg_at[cond] + static_cast<std::size_t>(conditions(v).cols);
        if (rows_of(v) == 1) {
            vpbroadcastb(into, byte[at]);
            return;
        }
        std::vector<std::uint8_t> order;
        for (int i = 0; i < n_bytes; ++i)
            order.push_back(static_cast<std::uint8_t>(row_in_vector(v, i / per_elem)));
        vbroadcasti128(into, xword[at]);
        vpshufb(into, into, yword[table(order)]);
    }

    // The register that holds vector v of a source: `into`, or that of a constant source.
    Ymm fetch(operand which, int v, const Ymm &into) {
        if (is(fused_role::constant, which)) return constant_source(which);
        if (is_load(which))
            vmovdqu(into, yword[elements(which, v)]);
        else if (rows_of(v) == 1)
            avx2::broadcast(*this, elem_bytes(), into, elements(which, v));
        else
            permute(which, v, into);
        return into;
    }

    void permute(operand which, int v, const Ymm &into) {
        if (elem_bytes() <= 2) {
            // A table of bytes lists both bytes of a two-byte element.
            vbroadcasti128(into, xword[elements(which, v)]);
            vpshufb(into, into, yword[table(unit_order(v, 1))]);
        } else {
            vmovdqu(into, yword[table(unit_order(v, 4))]);
            vpermd(into, into, yword[elements(which, v)]);
        }
    }

    void store(int v, const Ymm &from) { avx2::store(*this, elements(dst, v), from, streams()); }

    const Ymm vmm_zero {15};
    const std::unique_ptr<avx2_mask> mask_;
};

} // namespace
} // namespace libselect::avx2

namespace libselect {

std::unique_ptr<fused_generator> make_avx2_fused(const fused_params &params) {
    return std::make_unique<avx2::avx2_fused>(params);
}

} // namespace libselect
