// SPDX-License-Identifier: Apache-2.0
// The transpose generator: a cache line of rows from each column of src.
#ifndef LIBSELECT_JIT_TRANSPOSE_GENERATOR_HPP
#define LIBSELECT_JIT_TRANSPOSE_GENERATOR_HPP

#include <array>
#include <cstddef>
#include <span>

#include "jit/code_buffer.hpp"
#include "kernel/transpose_kernel.hpp"

namespace libselect {

// Generates a kernel of the transpose contract, for AVX. The columns of src lie far apart in
// memory, so each cache line of a column is read once and used as a whole: it gives 64 / elem_bytes
// rows. A group is the lines of 2 (8 bytes), 4 (4 bytes) or 8 (1 and 2 bytes) columns. A network of
// unpack instructions in xmm registers transposes the group, 8 or 16 bytes of each line at a time;
// it is log2 of the number of columns deep. Wider registers were tried: they cross lanes, and
// gained nothing where memory is the limit.
class transpose_generator : private code_buffer<8192>, private Xbyak::CodeGenerator {
public:
    explicit transpose_generator(const transpose_params &params);

    // Generates and returns the code, position-independent. Call once. Throws Xbyak::Error.
    [[nodiscard]] std::span<const std::byte> generate();

private:
    void enter();
    void leave();
    void prefetch_line();
    void step_to_next_group();
    // Emits one network, which turns n columns, from `offset` bytes of their lines on, into rows.
    void emit_piece(int offset);
    void exchange(int n_cols);
    void join(int unit, int parts, bool half_full, int other);
    void unpack(
            int unit, bool high, const Xbyak::Xmm &to, const Xbyak::Xmm &a, const Xbyak::Xmm &b);
    void store_rows();
    // Where column c of the group begins.
    [[nodiscard]] Xbyak::RegExp column(int c) const;
    // Bytes of a line that one network takes from each column.
    [[nodiscard]] int piece_bytes() const noexcept { return params_.elem_bytes == 1 ? 8 : 16; }

    const Xbyak::Reg64 reg_args {Xbyak::Operand::RDI};
    const Xbyak::Reg64 reg_src {Xbyak::Operand::RSI};
    const Xbyak::Reg64 reg_src4 {Xbyak::Operand::RDX};
    const Xbyak::Reg64 reg_out {Xbyak::Operand::RCX};
    const Xbyak::Reg64 reg_row {Xbyak::Operand::RAX};
    const Xbyak::Reg64 reg_stride {Xbyak::Operand::R8};
    const Xbyak::Reg64 reg_stride3 {Xbyak::Operand::R9};
    const Xbyak::Reg64 reg_row_stride {Xbyak::Operand::R10};
    const Xbyak::Reg64 reg_groups {Xbyak::Operand::R11};
    const Xbyak::Reg64 reg_lines {Xbyak::Operand::RBX};
    const Xbyak::Reg64 reg_group {Xbyak::Operand::R12}; // where the columns of the group begin
    const Xbyak::Reg64 reg_ahead {Xbyak::Operand::R13};

    const transpose_params params_;
    std::array<int, 8> vectors_ {}; // the registers that hold the piece, as exchange() orders them
    int n_vectors_ = 0;
};

} // namespace libselect

#endif
