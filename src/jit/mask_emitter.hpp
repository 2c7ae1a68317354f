// SPDX-License-Identifier: Apache-2.0
// Mask emitters: the code by which a kernel learns where its condition is true.
#ifndef LIBSELECT_JIT_MASK_EMITTER_HPP
#define LIBSELECT_JIT_MASK_EMITTER_HPP

#include <functional>
#include <memory>

#include <xbyak/xbyak.h>

#include "plan/operand.hpp"

namespace libselect {

// A generator knows sources, dst and loops. What decides at a column is known here only: a
// generator holds the emitter of its ISA and of its kind of condition, and calls the steps below
// where the kernel needs them. Each step emits code into the generator's buffer.
//
// To add a kind of condition, derive from the three classes at the end of this file, one per ISA,
// and name them in mask_makers.cpp. No generator changes. A step may change
// - the registers that it writes by its contract, and the flags;
// - tmp and shift, only in the steps for tails and for runs; test_64 leaves its result in tmp;
// - the vector and mask registers that its class is said to own.

// A column of the condition: `cols` columns, and as many more as `index` holds unless it is null,
// from the one that `base` points to. What a pointer counts is the operand's address space.
struct mask_place {
    Xbyak::Reg64 base;
    const Xbyak::Reg64 *index = nullptr;
    int cols = 0;

    [[nodiscard]] mask_place operator+(int more) const { return {base, index, cols + more}; }
};

// What a generator lends to its emitter.
struct mask_frame {
    Xbyak::CodeGenerator &code;
    int vector_bytes;        // of the generator's vectors
    int elem_bytes;          // of the sources; a vector of them needs that many fewer conditions
    Xbyak::Reg64 tmp, shift; // general registers, see above
};

// The steps that are the same for every ISA.
class mask_emitter {
public:
    explicit mask_emitter(const mask_frame &frame) : frame_(frame) {}
    mask_emitter(const mask_emitter &) = delete;
    mask_emitter &operator=(const mask_emitter &) = delete;
    virtual ~mask_emitter() = default;

    // Once per call of the kernel, before any other step.
    virtual void load_constants() {}
    // Once per kernel, behind its code: constants in memory.
    virtual void emit_data() {}
    // Sets the flags by the condition at `at`: `ne` holds where it is true.
    virtual void test(const mask_place &at) = 0;
    // Moves a pointer on, by a number of columns or by those in a register, which is kept.
    virtual void advance(const Xbyak::Reg64 &pointer, int n_cols) = 0;
    virtual void advance_by(const Xbyak::Reg64 &pointer, const Xbyak::Reg64 &n_cols) = 0;

    // The steps below serve generators that look for runs of equal conditions.

    // Jumps when the n_cols conditions from `at` on are all false, or all true; n_cols is a
    // multiple of 32.
    virtual void classify_block(const mask_place &at, int n_cols, const Xbyak::Label &all_false,
            const Xbyak::Label &all_true) = 0;
    // tmp = a bit for each of the 64 conditions from `at` on: 1 where the condition is `wanted`.
    virtual void test_64(const mask_place &at, bool wanted) = 0;
    // Adds 1 to `count` if some of the 64 conditions from `at` on are `wanted`.
    virtual void count_if_some(const Xbyak::Reg64 &count, const mask_place &at, bool wanted) = 0;
    // Asks for the memory of the conditions at `at`, which need not exist.
    virtual void prefetch(const mask_place &at) = 0;

protected:
    [[nodiscard]] Xbyak::CodeGenerator &code() const noexcept { return frame_.code; }
    [[nodiscard]] const mask_frame &frame() const noexcept { return frame_; }

private:
    const mask_frame frame_;
};

// Puts n bytes into a vector register, byte i of them the condition byte of element i / per_elem of
// a vector whose elements belong to different rows. Fused generators know how.
using spread_fn = std::function<void(const Xbyak::Xmm &into, int n_bytes, int per_elem)>;

// Masks are opmask registers: one bit per element, two for elements of 16 bytes, 1 where true.
// Emitters own the vector registers 16 and 29 and k6, in classify_block and test_64 also 17, 18 and
// k5, in count_if_some also 0 and 1.
class avx512_mask : public mask_emitter {
public:
    using mask_emitter::mask_emitter;

    // k = the n conditions from `at` on; n is a power of two, at most vector_bytes. Bits beyond
    // them may have any value. Reads nothing beyond them.
    virtual void load(const Xbyak::Opmask &k, const mask_place &at, int n) = 0;
    // k and the n_masks - 1 registers behind it = the conditions of neighbouring vectors, n of
    // each. Bits beyond n may have any value. Reads nothing beyond n_masks * n conditions.
    virtual void load_several(const Xbyak::Opmask &k, int n_masks, const mask_place &at, int n) {
        for (int i = 0; i < n_masks; ++i)
            load(Xbyak::Opmask(k.getIdx() + i), at + i * n, n);
    }
    // Before load_tail: how many columns the tail has, fewer than a vector; in a register, or
    // known. A generator that prepares a tail of variable length lends rcx as `shift`.
    virtual void prepare_tail(const Xbyak::Reg64 &n_cols) = 0;
    virtual void prepare_tail(int n_cols) = 0;
    // k = the conditions of the tail at `at`, 0 beyond it. Reads nothing beyond it. `k_tail` has
    // the bits of the tail, as k has.
    virtual void load_tail(
            const Xbyak::Opmask &k, const mask_place &at, const Xbyak::Opmask &k_tail) = 0;
    // k = the conditions of a vector whose elements share conditions.
    virtual void load_spread(const Xbyak::Opmask &k, const spread_fn &spread) = 0;
};

// Masks are vector registers: all ones in the elements where the condition is FALSE, so that
// a blend takes src1 there. Emitters own ymm12, in the steps for runs also ymm10 and ymm11, after
// prepare_pairs also ymm8 and ymm9, and may read ymm15, which the generator keeps at zero.
class avx2_mask : public mask_emitter {
public:
    using mask_emitter::mask_emitter;

    // mask = the conditions of a vector from `at` on.
    virtual void load(const Xbyak::Ymm &mask, const mask_place &at) = 0;
    // The masks of two neighbouring vectors, the first from `at` on. A kernel that loads pairs
    // calls prepare_pairs once per call.
    virtual void prepare_pairs() {}
    virtual void load_pair(
            const Xbyak::Ymm &first, const Xbyak::Ymm &second, const mask_place &at) {
        load(first, at);
        load(second, at + frame().vector_bytes / frame().elem_bytes);
    }
    // The lowest n conditions of mask, from `at` on: n elements are at most 16 bytes, and n is a
    // power of two. Reads nothing beyond them.
    virtual void load_piece(const Xbyak::Xmm &mask, const mask_place &at, int n) = 0;
    // mask = the conditions of a vector whose elements share conditions.
    virtual void load_spread(const Xbyak::Ymm &mask, const spread_fn &spread) = 0;
};

// Masks are the flags that test() sets.
class scalar_mask : public mask_emitter {
public:
    using mask_emitter::mask_emitter;
};

// The emitter of a kind of condition.
[[nodiscard]] std::unique_ptr<avx512_mask> make_avx512_mask(
        const predicate &decides, const mask_frame &frame);
[[nodiscard]] std::unique_ptr<avx2_mask> make_avx2_mask(
        const predicate &decides, const mask_frame &frame);
[[nodiscard]] std::unique_ptr<scalar_mask> make_scalar_mask(
        const predicate &decides, const mask_frame &frame);

} // namespace libselect

#endif
