// SPDX-License-Identifier: Apache-2.0
// The mask emitters of a boolean condition: one byte per element, true where it is not zero.
#ifndef LIBSELECT_JIT_BOOLEAN_MASK_HPP
#define LIBSELECT_JIT_BOOLEAN_MASK_HPP

#include "jit/mask_emitter.hpp"

namespace libselect {

// The steps on bytes that need no vectors, over the steps of an ISA.
template <typename Isa_mask>
class boolean_mask : public Isa_mask {
public:
    using Isa_mask::Isa_mask;

    void test(const mask_place &at) override {
        this->code().cmp(this->code().byte[address(at)], 0);
    }
    void advance(const Xbyak::Reg64 &pointer, int n_cols) override {
        this->code().add(pointer, static_cast<std::uint32_t>(n_cols));
    }
    void advance_by(const Xbyak::Reg64 &pointer, const Xbyak::Reg64 &n_cols) override {
        this->code().add(pointer, n_cols);
    }
    void prefetch(const mask_place &at) override {
        this->code().prefetcht0(this->code().ptr[address(at)]);
    }
    // A generator that looks for runs of equal conditions needs an emitter that overrides these;
    // without one, generation fails.
    void classify_block(
            const mask_place &, int, const Xbyak::Label &, const Xbyak::Label &) override {
        throw Xbyak::Error(Xbyak::ERR_INTERNAL);
    }
    void test_64(const mask_place &, bool) override { throw Xbyak::Error(Xbyak::ERR_INTERNAL); }
    void count_if_some(const Xbyak::Reg64 &, const mask_place &, bool) override {
        throw Xbyak::Error(Xbyak::ERR_INTERNAL);
    }

protected:
    [[nodiscard]] static Xbyak::RegExp address(const mask_place &at) {
        const auto offset = static_cast<std::size_t>(at.cols);
        return at.index != nullptr ? at.base + *at.index * 1 + offset : at.base + offset;
    }
};

class avx512_boolean_mask final : public boolean_mask<avx512_mask> {
public:
    explicit avx512_boolean_mask(const mask_frame &frame);
    void load_constants() override;
    void load(const Xbyak::Opmask &k, const mask_place &at, int n) override;
    void load_several(const Xbyak::Opmask &k, int n_masks, const mask_place &at, int n) override;
    void prepare_tail(const Xbyak::Reg64 &n_cols) override;
    void prepare_tail(int n_cols) override;
    void load_tail(
            const Xbyak::Opmask &k, const mask_place &at, const Xbyak::Opmask &k_tail) override;
    void load_spread(const Xbyak::Opmask &k, const spread_fn &spread) override;
    void classify_block(const mask_place &at, int n_cols, const Xbyak::Label &all_false,
            const Xbyak::Label &all_true) override;
    void test_64(const mask_place &at, bool wanted) override;
    void count_if_some(const Xbyak::Reg64 &count, const mask_place &at, bool wanted) override;

private:
    const Xbyak::Xmm xmm_cond {16};
    const Xbyak::Xmm vmm_cond;
    const Xbyak::Xmm vmm_any;
    const Xbyak::Xmm vmm_all;
    const Xbyak::Xmm vmm_ones;
    const Xbyak::Opmask k_tail_bytes {6}; // one bit per condition byte of the tail
    const Xbyak::Opmask k_block {5};
};

class avx2_boolean_mask final : public boolean_mask<avx2_mask> {
public:
    using boolean_mask::boolean_mask;
    void load(const Xbyak::Ymm &mask, const mask_place &at) override;
    void prepare_pairs() override;
    void load_pair(
            const Xbyak::Ymm &first, const Xbyak::Ymm &second, const mask_place &at) override;
    void emit_data() override;
    void load_piece(const Xbyak::Xmm &mask, const mask_place &at, int n) override;
    void load_spread(const Xbyak::Ymm &mask, const spread_fn &spread) override;
    void classify_block(const mask_place &at, int n_cols, const Xbyak::Label &all_false,
            const Xbyak::Label &all_true) override;
    void test_64(const mask_place &at, bool wanted) override;
    void count_if_some(const Xbyak::Reg64 &count, const mask_place &at, bool wanted) override;

private:
    void compare_with_zero(const Xbyak::Xmm &mask);
    // Where the elements are wide enough that one load gets the conditions of two vectors.
    [[nodiscard]] bool shuffles_pairs() const noexcept { return frame().elem_bytes >= 4; }
    bool needs_orders_ = false;
    Xbyak::Label orders_; // of the bytes of a pair: first and second vector
    const Xbyak::Ymm vmm_first_order {8};
    const Xbyak::Ymm vmm_second_order {9};
    const Xbyak::Ymm vmm_any {10};
    const Xbyak::Ymm vmm_all {11};
    const Xbyak::Ymm vmm_next {12};
    const Xbyak::Ymm vmm_zero {15};
};

using scalar_boolean_mask = boolean_mask<scalar_mask>;

} // namespace libselect

#endif
