// SPDX-License-Identifier: Apache-2.0
// The scalar generator: baseline x86-64, general registers only.
//
// An element takes a test of its condition, mov from src1, cmovne from src0, and a store. Both
// sources are read and nothing is predicted, so random conditions cost as much as equal ones.
// Elements of 16 bytes move as two halves under one test. Elements of 1 and 2 bytes are loaded with
// zero extension, which writes whole registers; they have no streaming store.
#include "jit/generators.hpp"

namespace libselect {
namespace {

constexpr int columns_per_loop = 4;

class scalar_generator final : public row_generator {
public:
    explicit scalar_generator(const row_params &params)
        : row_generator(params, {params.elem_bytes, columns_per_loop, 0, false}),
          mask_(make_scalar_mask(params.decides, frame())) {}

private:
    mask_emitter &mask() override { return *mask_; }

    // A constant source is read from its place in memory, which stays in the L1 cache.
    void load_constant(operand) override {}

    void select_vector(source from, int col) override {
        const int half_bytes = std::min(elem_bytes(), 8);
        if (from == source::blend) mask_->test(condition_at(col));
        for (int half = 0; half * half_bytes < elem_bytes(); ++half)
            move_half(from, col, static_cast<std::size_t>(half * half_bytes), half_bytes);
    }

    // One lane leaves no tail and needs no alignment.
    void select_tail(source) override {}
    void select_head(source) override {}
    void select_line_head(source) override {}
    void select_fixed_tail(source, int) override {}

    void move_half(source from, int col, std::size_t offset, int n_bytes) {
        load(reg_tmp, column(from == source::src0 ? src0 : src1, col) + offset, n_bytes);
        if (from == source::blend) {
            load(reg_shift, column(src0, col) + offset, n_bytes);
            cmovne(reg_tmp, reg_shift);
        }
        store(column(dst, col) + offset, n_bytes);
    }

    void load(const Xbyak::Reg64 &into, const Xbyak::RegExp &at, int n_bytes) {
        switch (n_bytes) {
        case 1:
            movzx(into.cvt32(), byte[at]);
            break;
        case 2:
            movzx(into.cvt32(), word[at]);
            break;
        case 4:
            mov(into.cvt32(), dword[at]);
            break;
        default:
            mov(into, qword[at]);
            break;
        }
    }

    void store(const Xbyak::RegExp &at, int n_bytes) {
        switch (n_bytes) {
        case 1:
            mov(byte[at], reg_tmp.cvt8());
            break;
        case 2:
            mov(word[at], reg_tmp.cvt16());
            break;
        case 4:
            if (streams())
                movnti(ptr[at], reg_tmp.cvt32());
            else
                mov(dword[at], reg_tmp.cvt32());
            break;
        default:
            if (streams())
                movnti(ptr[at], reg_tmp);
            else
                mov(qword[at], reg_tmp);
            break;
        }
    }

    const std::unique_ptr<scalar_mask> mask_;
};

} // namespace

std::unique_ptr<row_generator> make_scalar_generator(const row_params &params) {
    return std::make_unique<scalar_generator>(params);
}

} // namespace libselect
