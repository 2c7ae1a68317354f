// SPDX-License-Identifier: Apache-2.0
// The transpose generator: rows from pieces of the columns of src.
#ifndef LIBSELECT_JIT_TRANSPOSE_GENERATOR_HPP
#define LIBSELECT_JIT_TRANSPOSE_GENERATOR_HPP

#include <array>
#include <cstddef>
#include <span>

#include "base/cache_line.hpp"
#include "jit/code_buffer.hpp"
#include "kernel/transpose_kernel.hpp"

namespace libselect {

// Generates a kernel of the transpose contract, for AVX2. A network of unpack instructions turns
// pieces of 2 (8 bytes), 4 (4 bytes) or 8 (1 and 2 bytes) columns into rows; it is log2 of the
// number of columns deep. In vectors of 32 bytes, both halves do so with columns of their own: a
// load that inserts puts the columns there, and a vector is then a row.
// Vectors of 32 elements of one byte need as many columns, more than a set of the first cache level
// has ways, and take a quarter of a line of each. So whole lines are copied to the stack first,
// side by side, and pieces are taken from there.
class transpose_generator : private code_buffer<8192>, private Xbyak::CodeGenerator {
public:
    explicit transpose_generator(const transpose_params &params);

    // Generates and returns the code, position-independent. Call once. Throws Xbyak::Error.
    [[nodiscard]] std::span<const std::byte> generate();

private:
    void enter();
    void leave();
    // The pieces of a group: a cache line of each column at a time, then one by one.
    void emit_group();
    void prefetch_line();
    // Of the column at reg_ahead, into the second cache level: in the first, columns that are a
    // power of two apart share one set. Goes on to the next column.
    void prefetch_next();
    void step_to_next_group();
    // Points at every fourth column of the group.
    void point_at_columns();
    // Emits one network, which turns the columns, from `offset` bytes on, into rows.
    void emit_piece(int offset);
    void exchange();
    void join(int unit, int parts, int other);
    void unpack(
            int unit, bool high, const Xbyak::Xmm &to, const Xbyak::Xmm &a, const Xbyak::Xmm &b);
    void store_rows();
    void store_row(const Xbyak::Xmm &row);

    // The same for elements of one byte in vectors of 32 bytes (transpose_generator_staged.cpp).
    void emit_staged_group();
    // Copies 1, 2 or 4 pieces of all columns of the group to the stack.
    void stage(std::size_t pieces);
    // One network for each half of the columns, whose vectors then make two rows each.
    void emit_staged_piece();
    void load_staged(int first_col);
    void keep_first_half();
    void store_staged_rows();
    // Where column c of the group begins.
    [[nodiscard]] Xbyak::RegExp column(int c) const;
    [[nodiscard]] bool is_wide() const noexcept { return params_.vector_bytes == 32; }
    [[nodiscard]] bool is_staged() const noexcept { return is_wide() && params_.elem_bytes == 1; }
    // A register as wide as the vectors.
    [[nodiscard]] Xbyak::Xmm vector(int index) const {
        return is_wide() ? Xbyak::Ymm(index) : Xbyak::Xmm(index);
    }
    // Columns that a network takes to each half of a vector, or to a vector of 16 bytes.
    [[nodiscard]] int half_cols() const noexcept {
        return transpose_params {params_.elem_bytes}.group_cols();
    }

    // On the stack: a line of each of 32 columns, and then what a network made of half of a piece.
    static constexpr int kept_at = 32 * line_bytes;
    static constexpr int staged_bytes = kept_at + 8 * 32;
    static constexpr int saved_bytes = 5 * 8; // registers

    const Xbyak::Reg64 reg_args {Xbyak::Operand::RDI};
    const Xbyak::Reg64 reg_src {Xbyak::Operand::RSI};
    const std::array<Xbyak::Reg64, 4> reg_cols {// at columns 0, 4, 8 and 12
            reg_src, Xbyak::Reg64 {Xbyak::Operand::RDX}, Xbyak::Reg64 {Xbyak::Operand::R14},
            Xbyak::Reg64 {Xbyak::Operand::R15}};
    const Xbyak::Reg64 reg_out {Xbyak::Operand::RCX};
    const Xbyak::Reg64 reg_row {Xbyak::Operand::RAX};
    const Xbyak::Reg64 reg_stride {Xbyak::Operand::R8};
    const Xbyak::Reg64 reg_stride3 {Xbyak::Operand::R9};
    const Xbyak::Reg64 reg_row_stride {Xbyak::Operand::R10};
    const Xbyak::Reg64 reg_groups {Xbyak::Operand::R11};
    const Xbyak::Reg64 reg_pieces {Xbyak::Operand::RBX};
    const Xbyak::Reg64 reg_group {Xbyak::Operand::R12}; // where the columns of the group begin
    const Xbyak::Reg64 reg_ahead {Xbyak::Operand::R13};
    // Of staged groups, which need no reg_cols.
    const Xbyak::Reg64 reg_col {Xbyak::Operand::RDX};
    const Xbyak::Reg64 reg_staged {Xbyak::Operand::R14};   // where the piece is on the stack
    const Xbyak::Reg64 reg_n_staged {Xbyak::Operand::R15}; // pieces that are there

    const transpose_params params_;
    std::array<int, 8> vectors_ {}; // the registers that hold the piece, as exchange() orders them
    int n_vectors_ = 0;
};

} // namespace libselect

#endif
