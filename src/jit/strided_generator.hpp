// SPDX-License-Identifier: Apache-2.0
// The generator of rows of any strides, for every ISA the same.
#ifndef LIBSELECT_JIT_STRIDED_GENERATOR_HPP
#define LIBSELECT_JIT_STRIDED_GENERATOR_HPP

#include <cstddef>
#include <memory>
#include <span>

#include "jit/code_buffer.hpp"
#include "jit/mask_emitter.hpp"
#include "kernel/kernel.hpp"

namespace libselect {

// Generates a kernel for baseline x86-64 and the System V calling convention. Generated code:
//     for each plane, for each row:
//         when the parameters give the number of columns: that many elements, straight code
//         else: while columns are left, 4 elements or one
// An element is read from the one source that its condition takes. The condition chooses between
// two addresses, and nothing is predicted; with `skips`, it is a branch instead, and an element
// that lies in dst already (`kept`) is left alone. Other permissions are ignored. The address of a
// full or constant operand is that of the row and a number; that of a strided one moves on.
// Straight code for rows of one condition each chooses the address and the step of a source once
// for a row.
class strided_generator : private code_buffer<4096>, private Xbyak::CodeGenerator {
public:
    explicit strided_generator(const row_params &params);

    // Generates and returns the code, position-independent. Call once. Throws Xbyak::Error.
    [[nodiscard]] std::span<const std::byte> generate();

private:
    void enter();
    void leave();
    void push_jump(operand which);
    void emit_planes();
    void emit_row();
    void emit_loop(int n);
    void emit_elements(int n);
    void emit_chosen_row();
    void emit_choice_of_address(int col);
    void emit_branches(int col);
    void emit_copy(operand from, int col);
    void load(const Xbyak::RegExp &from, const Xbyak::Reg64 &value);
    void store(const Xbyak::RegExp &to, const Xbyak::Reg64 &value);
    void move_strided(operand which, int col);
    void move_strided(int col);
    // Moves the pointers from the last of n elements on to what follows them in the row.
    void move_behind(int n);
    // Whether a strided operand takes two columns from one pointer, which then moves by two. The
    // address of a source has to be in a register, to be chosen.
    [[nodiscard]] static bool moves_by_two(operand which) noexcept {
        return which == cond || which == dst;
    }
    [[nodiscard]] bool is(role kind, operand which) const noexcept {
        return params_.roles[which] == kind;
    }
    [[nodiscard]] bool chooses_rows() const noexcept {
        return is(role::constant, cond) && params_.cols != 0 && !params_.skips;
    }
    // Whether its pointer moves on within a row.
    [[nodiscard]] bool moves(operand which) const noexcept {
        return is(role::strided, which) && (which == dst || !chooses_rows());
    }
    // Whether the pointer of an operand is the address of column col.
    [[nodiscard]] bool is_pointed_at(operand which, int col) const noexcept {
        return col == 0 || !is(role::full, which);
    }
    [[nodiscard]] Xbyak::RegExp column(operand which, int col) const;
    [[nodiscard]] mask_place condition_at(int col) const;

    const row_params params_;
    const Xbyak::Reg64 reg_loops {Xbyak::Operand::RDI}; // at first the arguments
    const per_operand<Xbyak::Reg64> reg_at {Xbyak::Reg64 {Xbyak::Operand::RSI},
            Xbyak::Reg64 {Xbyak::Operand::RDX}, Xbyak::Reg64 {Xbyak::Operand::R8},
            Xbyak::Reg64 {Xbyak::Operand::R9}};
    const per_operand<Xbyak::Reg64> reg_step {Xbyak::Reg64 {Xbyak::Operand::R10},
            Xbyak::Reg64 {Xbyak::Operand::R11}, Xbyak::Reg64 {Xbyak::Operand::RBX},
            Xbyak::Reg64 {Xbyak::Operand::R12}};
    const Xbyak::Reg64 reg_rows {Xbyak::Operand::R13};
    const Xbyak::Reg64 reg_cols_left {Xbyak::Operand::R14};
    const Xbyak::Reg64 reg_value {Xbyak::Operand::R14}; // in straight code, which counts nothing
    const Xbyak::Reg64 reg_tmp {Xbyak::Operand::RAX};
    const Xbyak::Reg64 reg_other {Xbyak::Operand::RCX};
    const Xbyak::Xmm xmm_value {0};
    const std::unique_ptr<scalar_mask> mask_;
};

} // namespace libselect

#endif
