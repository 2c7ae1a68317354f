// SPDX-License-Identifier: Apache-2.0
// The AVX-512 fused generator.
//
// Condition bytes that repeat are permuted into one byte per element and tested, which gives the
// mask. The instruction of a permutation depends on what it moves:
//     bytes of up to 16 rows | vpshufb, which every AVX-512 CPU does at full speed
//     bytes of more rows     | vpermb with VBMI, else 16 bytes of the result at a time
//     words                  | vpermw
//     larger elements        | vpermd, vpermq
// Only rows of 2 or 3 bytes give a vector more than 16 rows.
#include <xbyak/xbyak_util.h>

#include "jit/avx512_ops.hpp"
#include "jit/generators.hpp"

namespace libselect::avx512 {
namespace {

using Xbyak::Zmm;

constexpr int vector_bytes = 64;
constexpr int quarter_bytes = 16;

Zmm constant_register(operand which) {
    return Zmm(constant_source(vector_bytes, which).getIdx());
}

class avx512_fused final : public fused_generator {
public:
    explicit avx512_fused(const fused_params &params)
        : fused_generator(params),
          mask_(make_avx512_mask(params.decides, frame())) {}

private:
    mask_emitter &mask() override { return *mask_; }

    void load_constants() override {
        mask_->load_constants();
        for (const operand which : {src0, src1})
            if (is(fused_role::constant, which))
                avx512::broadcast(
                        *this, elem_bytes(), constant_register(which), elements(which, 0));
    }

    void select_vector(source from, int v) override {
        const Zmm result(v % 8);
        const Zmm spare(8 + v % 8);
        if (from != source::blend) {
            store(v, fetch(from == source::src0 ? src0 : src1, v, result));
            return;
        }
        const Xbyak::Opmask k_cond(1 + v % 4);
        load_mask(k_cond, v);
        const Zmm other = fetch(src1, v, result);
        avx512::blend(*this, elem_bytes(), result | k_cond, other, fetch(src0, v, spare));
        store(v, result);
    }

    void load_mask(const Xbyak::Opmask &k, int v) {
        if (!is(fused_role::repeating, cond)) {
            mask_->load(k, conditions(v), lanes());
            return;
        }
        const Xbyak::RegExp at = reg_at[cond] + static_cast<std::size_t>(conditions(v).cols);
        mask_->load_spread(k, [&](const Xbyak::Xmm &into, int n_bytes, int per_elem) {
            spread_bytes(at, v, Zmm(into.getIdx()), n_bytes, per_elem);
        });
    }

    // into = n bytes. Byte i is the byte at `at` of the row that element i / per_elem of vector v
    // is in.
    void spread_bytes(const Xbyak::RegExp &at, int v, const Zmm &into, int n, int per_elem) {
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
            spread_quarters(at, v, into);
        }
    }

    // The index of each of the n bytes among those loaded. Entries that fill up a register are not
    // used.
    [[nodiscard]] std::vector<std::uint8_t> byte_order(int v, int n, int per_elem) const {
        std::vector<std::uint8_t> order(static_cast<std::size_t>(n <= 16 ? 16 : 64), 0x80);
        for (int i = 0; i < n; ++i)
            order[static_cast<std::size_t>(i)] =
                    static_cast<std::uint8_t>(row_in_vector(v, i / per_elem));
        return order;
    }

    // Bytes in rows of 2 or 3, without VBMI: each 16 bytes of the result come from at most 9 rows.
    void spread_quarters(const Xbyak::RegExp &at, int v, const Zmm &into) {
        std::vector<std::uint8_t> order;
        for (int quarter = 0; quarter < 4; ++quarter) {
            const int first = row_in_vector(v, quarter * quarter_bytes);
            const auto from = xword[at + static_cast<std::size_t>(first)];
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

    // The register that holds vector v of a source: `into`, or that of a constant source.
    Zmm fetch(operand which, int v, const Zmm &into) {
        if (is(fused_role::constant, which)) return constant_register(which);
        if (is_load(which))
            vmovdqu64(into, zword[elements(which, v)]);
        else if (rows_of(v) == 1)
            avx512::broadcast(*this, elem_bytes(), into, elements(which, v));
        else if (elem_bytes() == 1)
            spread_bytes(elements(which, v), v, into, vector_bytes, 1);
        else
            permute_elements(which, v, into);
        return into;
    }

    void permute_elements(operand which, int v, const Zmm &into) {
        const int unit = std::min(elem_bytes(), 8);
        const auto from = zword[elements(which, v)];
        vmovdqu64(into, zword[table(unit_order(v, unit))]);
        if (unit == 2)
            vpermw(into, into, from);
        else if (unit == 4)
            vpermd(into, into, from);
        else
            vpermq(into, into, from);
    }

    void store(int v, const Zmm &from) {
        // Only whole vectors are stored, so one instruction serves all widths.
        avx512::store(*this, 8, elements(dst, v), from, streams());
    }

    [[nodiscard]] static bool has_vbmi() {
        static const bool has = Xbyak::util::Cpu().has(Xbyak::util::Cpu::tAVX512_VBMI);
        return has;
    }

    const std::unique_ptr<avx512_mask> mask_;
};

} // namespace
} // namespace libselect::avx512

namespace libselect {

std::unique_ptr<fused_generator> make_avx512_fused(const fused_params &params) {
    return std::make_unique<avx512::avx512_fused>(params);
}

} // namespace libselect
