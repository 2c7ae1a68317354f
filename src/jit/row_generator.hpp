// SPDX-License-Identifier: Apache-2.0
// What the generators of all ISAs share: the loops over rows and columns of the kernel contract.
#ifndef LIBSELECT_JIT_ROW_GENERATOR_HPP
#define LIBSELECT_JIT_ROW_GENERATOR_HPP

#include <cstddef>
#include <cstdint>
#include <span>

#include <xbyak/xbyak.h>

#include "kernel/kernel.hpp"

namespace libselect {

// Holds the code while it is written: ordinary memory, never executed. A kernel of every ISA and
// width fits with room to spare; Xbyak throws when one does not.
struct code_buffer {
    static constexpr std::size_t code_bytes = 8192;
    alignas(64) std::byte code[code_bytes];
};

// Where the columns of a row come from. With a full cond each column decides (blend); with a scalar
// cond the row is all src0 or all src1, and nothing is blended.
enum class source : std::uint8_t { blend, src0, src1 };

// Generates a kernel for baseline x86-64 and the System V calling convention. A derived class adds
// the steps that touch data, for `lanes` columns at a time. Generated code:
//     for each row:
//         pick the source by the role of cond; make the scalars of the row
//         while cols_left >= unroll * lanes: unroll vectors
//         while cols_left >= lanes: one vector
//         if cols_left > 0: the tail
class row_generator : private code_buffer, protected Xbyak::CodeGenerator {
public:
    virtual ~row_generator() = default;

    // Generates and returns the code, position-independent. Call once. Throws Xbyak::Error.
    [[nodiscard]] std::span<const std::byte> generate();

protected:
    row_generator(const kernel_params &params, int vector_bytes, int unroll);

    // Once per call, before the first row.
    virtual void load_constants() {}
    // Once per row: puts a source of role scalar where select_vector expects it.
    virtual void load_scalar(operand from) = 0;
    // Selects `lanes` columns, those that begin index * lanes after the pointers.
    virtual void select_vector(source from, int index) = 0;
    // Selects the reg_cols_left columns at the pointers; 1 <= reg_cols_left < lanes. May change the
    // pointers and reg_cols_left, which the row does not need any more. Never called with one lane.
    virtual void select_tail(source from) = 0;
    // Once per call, before the return.
    virtual void leave_vector_state() {}

    [[nodiscard]] bool reads(source from, operand which) const noexcept;
    [[nodiscard]] bool is(role kind, operand which) const noexcept {
        return params_.roles[which] == kind;
    }
    // Bytes of one element of an operand.
    [[nodiscard]] int width(operand which) const noexcept {
        return which == cond ? 1 : params_.elem_bytes;
    }
    [[nodiscard]] int elem_bytes() const noexcept { return params_.elem_bytes; }
    // Columns per vector.
    [[nodiscard]] int lanes() const noexcept { return lanes_; }
    // An immediate operand; instructions extend its sign.
    [[nodiscard]] static constexpr std::uint32_t imm(int value) noexcept {
        return static_cast<std::uint32_t>(value);
    }
    // Address of column index * lanes of an operand, or of the row's one element when it is scalar.
    [[nodiscard]] Xbyak::RegExp column(operand which, int index = 0) const;

    // Registers. The callee-saved ones are saved around the kernel; rbp is the frame pointer.
    const Xbyak::Reg64 reg_args {Xbyak::Operand::RDI};
    const per_operand<Xbyak::Reg64> reg_row {Xbyak::Reg64 {Xbyak::Operand::RSI},
            Xbyak::Reg64 {Xbyak::Operand::RDX}, Xbyak::Reg64 {Xbyak::Operand::R8},
            Xbyak::Reg64 {Xbyak::Operand::R9}};
    const per_operand<Xbyak::Reg64> reg_at {Xbyak::Reg64 {Xbyak::Operand::R10},
            Xbyak::Reg64 {Xbyak::Operand::R11}, Xbyak::Reg64 {Xbyak::Operand::RBX},
            Xbyak::Reg64 {Xbyak::Operand::R14}};
    const Xbyak::Reg64 reg_rows {Xbyak::Operand::R12};
    const Xbyak::Reg64 reg_cols_left {Xbyak::Operand::R13};
    const Xbyak::Reg64 reg_tmp {Xbyak::Operand::RAX};
    const Xbyak::Reg64 reg_shift {Xbyak::Operand::RCX}; // shifts by a variable need cl

private:
    void enter();
    void leave();
    void load_row_pointers();
    void emit_row();
    void emit_columns(source from);
    // A loop over n vectors at a time while that many columns are left.
    void emit_vectors(source from, int n);
    void advance(source from, int n_cols);
    void next_row();

    const kernel_params params_;
    const int lanes_;
    const int unroll_;
};

} // namespace libselect

#endif
