// SPDX-License-Identifier: Apache-2.0
// The part that the row generators of all ISAs share: the loops over rows and columns of the
// contract.
#ifndef LIBSELECT_JIT_ROW_GENERATOR_HPP
#define LIBSELECT_JIT_ROW_GENERATOR_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <xbyak/xbyak.h>

#include "jit/code_buffer.hpp"
#include "jit/line_lists.hpp"
#include "jit/mask_emitter.hpp"
#include "kernel/kernel.hpp"

namespace libselect {

// The source of the columns of a row. With a constant cond, the row is all src0 or all src1. With
// any other cond each column decides for itself (blend).
enum class source : std::uint8_t { blend, src0, src1 };

// Generates a kernel for baseline x86-64 and the System V calling convention. A derived class adds
// the steps that touch data, for `lanes` columns at a time, and the mask emitter that knows where
// the condition is true. Generated code:
//     for each plane, for each row:
//         where each row has one condition and stores stream: prefetch what the next row takes
//         choose the source by the role of cond; load constant sources
//         in a long row: the columns before dst's first vector boundary, or before its first cache
//             line where stores stream; in place, chunks of which only changes are stored
//         while cols_left >= block_cols: if cond is all true or all false, copy a block from one
//             source, or do nothing if that source is in place; else blend a block
//             (behind blocks of more than 128 columns, blocks of 128 in the same way)
//         while cols_left >= unroll * lanes: unroll vectors
//         where stores stream, while cols_left is a cache line or more: a line
//         while cols_left >= lanes: one vector
//         if cols_left > 0: the tail
// Blocks are generated only when the parameters ask for skipping or keeping. When the parameters
// give the number of columns, a row is straight code instead, and its pointers do not move. Where
// the rows of a plane share masks, these may stay in registers, and the strides of rows too. Rows
// of dst that begin 16 bytes behind a multiple of 32 have code of their own where they have 128
// bytes or more, and once more where they keep masks and follow each other without a gap.
//
// A line of dst is streamed to as a whole or not at all, by a row or by two that meet in it. An
// ordinary store to a line that is also streamed to reads the line, and makes the streaming store
// wait until it is written back. So where a row begins or ends with a multiple of 16 bytes, the
// part of a line there is streamed in pieces of 16 and 32 bytes; a row that follows without a gap
// streams the rest. Other ends are stored to ordinarily.
class row_generator : private code_buffer<12288>, protected Xbyak::CodeGenerator {
public:
    virtual ~row_generator() = default;

    // Generates and returns the code, position-independent. Call once. Throws Xbyak::Error.
    [[nodiscard]] std::span<const std::byte> generate();

protected:
    // A generator without blocks ignores params().skips and params().kept: they are permissions.
    struct shape_of_loops {
        int vector_bytes;
        int unroll;     // vectors per loop
        int block_cols; // columns per block; 0 when there are no blocks
        bool aligns;    // whether long rows begin with a head
    };
    row_generator(const row_params &params, const shape_of_loops &loops);

    // The emitter of the masks; the generator owns it.
    virtual mask_emitter &mask() = 0;
    // Once per call, before the first row.
    virtual void load_constants() {}
    // Whether the code that is generated now is that of shifted rows.
    [[nodiscard]] bool is_shifted() const noexcept { return is_shifted_; }
    // Whether the masks of a row stay in registers for all rows of a plane.
    [[nodiscard]] virtual bool keeps_masks() const noexcept { return false; }
    // In place: the source of elements that change.
    [[nodiscard]] source changed_source() const noexcept;
    // Once per plane: loads them. Called only where they stay.
    virtual void load_masks() {}
    // Once per row: puts a constant source where select_vector expects it.
    virtual void load_constant(operand from) = 0;
    // Selects `lanes` columns from column col on. col / lanes picks the registers.
    virtual void select_vector(source from, int col) = 0;
    // Selects n_cols columns from column `first` on, a multiple of lanes.
    virtual void select_run(source from, int first, int n_cols) {
        for (int col = first; col < first + n_cols; col += lanes_)
            select_vector(from, col);
    }
    // Selects the reg_cols_left columns at the pointers; 1 <= reg_cols_left < lanes. May change the
    // pointers and reg_cols_left, which the row does not need any more. Never called with one lane.
    // In a kernel that streams, it stores to no other column.
    virtual void select_tail(source from) = 0;
    // Selects the last columns of a row of params().cols, from column col on: fewer than lanes.
    virtual void select_fixed_tail(source from, int col) = 0;
    // Selects the columns of such a row from `first` on, a multiple of lanes.
    virtual void select_fixed_end(source from, int first);
    // Selects the next 16 or 32 bytes of dst, which are aligned to so much where stores stream.
    // Called only where `aligns`.
    virtual void select_part(source /*from*/, int /*n_bytes*/) {}
    // Whether there is code for rows of whole vectors of 32 bytes that begin 16 bytes behind a
    // multiple of 32, as malloc places large buffers.
    [[nodiscard]] virtual bool has_shifted_rows() const noexcept { return false; }
    // Selects such a row of params().cols. Called only where there is code for them.
    virtual void select_shifted_row(source /*from*/) {}

    // The steps below serve shifted rows that keep masks and follow each other without a gap.
    enum class row_order : std::uint8_t { forwards, backwards };
    // Once per plane, behind load_masks(): prepares the mask of a vector that belongs to two rows.
    virtual void join_masks() {}
    // Selects the first 16 bytes of a row.
    virtual void select_first_piece() {}
    // Selects the other bytes of a row and, where it `is_joined`, the first 16 of the row behind
    // it, in this order of addresses.
    virtual void select_joined_row(row_order /*order*/, bool /*is_joined*/) {}
    // Selects the first reg_tmp columns of a row, 1 <= reg_tmp < lanes, or more; dst is aligned
    // after them. The row has at least lanes columns. Keeps the pointers and reg_tmp.
    virtual void select_head(source from) = 0;
    // Selects the first reg_cols_left columns, fewer than a cache line of dst, stores to no other,
    // and moves the pointers behind them. Changes reg_cols_left.
    virtual void select_line_head(source from) = 0;
    // Whether list_lines() serves rows in place.
    [[nodiscard]] virtual bool lists_lines() const noexcept { return false; }
    // Lists the lines of blocks; see row_generator_changes.cpp.
    virtual void list_lines(const line_lists & /*lists*/) {}
    // Once per call, before the return.
    virtual void leave_vector_state() {}

    // The columns of a block, whose conditions are looked at together; 0 for no blocks.
    [[nodiscard]] static int block_cols_of(const row_params &params) noexcept;

    [[nodiscard]] bool reads(source from, operand which) const noexcept;
    [[nodiscard]] bool is(role kind, operand which) const noexcept {
        return params_.roles[which] == kind;
    }
    [[nodiscard]] int elem_bytes() const noexcept { return params_.elem_bytes; }
    [[nodiscard]] const row_params &params() const noexcept { return params_; }
    // Whether dst is aligned here and stores are to go past the caches.
    [[nodiscard]] bool streams() const noexcept { return streams_; }
    // Whether selecting from this source leaves dst as it is.
    [[nodiscard]] bool is_kept(source from) const noexcept {
        return (from == source::src0 && params_.kept == in_place::src0)
               || (from == source::src1 && params_.kept == in_place::src1);
    }
    // Moves the pointers on.
    void advance(source from, int n_cols);
    // Moves the pointers on by the number of columns in `n_cols`, and changes that register.
    void advance_by(source from, const Xbyak::Reg64 &n_cols);
    // Columns per vector.
    [[nodiscard]] int lanes() const noexcept { return lanes_; }
    // An immediate operand; instructions extend its sign.
    [[nodiscard]] static constexpr std::uint32_t imm(int value) noexcept {
        return static_cast<std::uint32_t>(value);
    }
    // Whether rows are straight code.
    [[nodiscard]] bool has_fixed_rows() const noexcept { return params_.cols != 0; }
    // Address of a column of a source or of dst, or of the row's only element when it is constant.
    [[nodiscard]] Xbyak::RegExp column(operand which, int col = 0) const;
    // A column of the condition, or the row's only condition.
    [[nodiscard]] mask_place condition_at(int col) const;
    // What the mask emitter may use.
    [[nodiscard]] mask_frame frame() noexcept {
        return {*this, loops_.vector_bytes, params_.elem_bytes, reg_tmp, reg_shift};
    }

    // Registers. The callee-saved ones are saved around the kernel; rbp is the frame pointer.
    const Xbyak::Reg64 reg_loops {Xbyak::Operand::RDI}; // at first the arguments
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
    // Byte offset of an operand's entry of an array in kernel_args or kernel_loops.
    [[nodiscard]] static constexpr std::size_t entry(std::size_t array, operand which) noexcept {
        return array + which * sizeof(std::int64_t);
    }
    [[nodiscard]] std::vector<Xbyak::Reg64> saved_registers() const;
    void enter();
    void leave();
    void emit_planes();
    void next_plane(const Xbyak::Label &plane, const Xbyak::Label &end);
    void load_row_strides();
    void move_to_next_row();
    void emit_row();
    [[nodiscard]] bool prefetches_rows() const noexcept;
    void prefetch_next_row();
    void emit_shifted(const Xbyak::Label &usual, const Xbyak::Label &end);
    void jump_unless_shifted(const Xbyak::Label &usual);
    // Rows that follow each other: see row_generator_joined.cpp.
    void emit_joined(const Xbyak::Label &end);
    void emit_joined_planes(row_order order);
    void emit_joined_rows();
    void emit_joined_rows_backwards();
    void emit_fixed_row(source from);
    // Whether conditions of a fixed row are looked at in blocks.
    [[nodiscard]] bool skips_in_fixed_rows(source from) const noexcept;
    void emit_fixed_columns(source from);
    void emit_fixed_block(int first);
    void start_columns(source from);
    void emit_columns(source from);
    // A loop over n vectors at a time while that many columns are left.
    void emit_vectors(source from, int n);
    void emit_vectors_prefetching();
    [[nodiscard]] bool is_blend_in_place(source from) const noexcept;
    void emit_long_row(source from);
    void emit_head(source from);
    void emit_line_head(source from);
    void emit_line_tail(source from);
    void emit_part(source from, const Xbyak::Reg64 &rest, int n_bytes);
    void scale_to_bytes(const Xbyak::Reg64 &n_cols);
    void prefetch_last_line();
    void emit_blocks();
    void emit_blocks_of(int n_cols);
    void emit_block(source from, int n_cols);
    // Long rows in place: see row_generator_changes.cpp.
    void emit_changes();
    void begin_chunk();
    void emit_chunk();
    void sample_blocks(const change_registers &use);
    void list_changed_blocks(const change_registers &use);
    void look_at_blocks(const change_registers &use, int end_offset, bool prefetches);
    void prefetch_part(const change_registers &use);
    void list_changed_lines(const change_registers &use);
    void list_lines_of_block(const change_registers &use);
    void keep_mask(const change_registers &use);
    [[nodiscard]] line_lists lists(const change_registers &use) const noexcept;
    void store_whole_block();
    void store_listed_lines(const change_registers &use);
    void store_lines(const Xbyak::Reg64 &n_lines, int list_offset, bool whole);
    void emit_whole_chunk();
    void add_one_to_low_bits(int n);
    void start_line(const Xbyak::Reg64 &entry, int list_offset);
    void begin_line();
    [[nodiscard]] int listed_eighths() const noexcept;
    [[nodiscard]] int chunk_cols() const noexcept;
    [[nodiscard]] int chunk_blocks() const noexcept;
    [[nodiscard]] int samples_offset() const noexcept;
    [[nodiscard]] int chunk_cols_offset() const noexcept;
    [[nodiscard]] int prefetch_end_offset() const noexcept;
    [[nodiscard]] int n_blocks_offset() const noexcept;
    [[nodiscard]] int masks_offset() const noexcept;
    [[nodiscard]] int list_bytes() const noexcept;
    [[nodiscard]] int blocks_listed() const noexcept;
    [[nodiscard]] int lines_listed() const noexcept;
    [[nodiscard]] int parts_offset() const noexcept;
    [[nodiscard]] int wholes_offset() const noexcept;
    // Adds an array of kernel_loops to the row pointers.
    void move_rows(std::size_t array);

    // Of sources and dst, where masks stay: no row needs these registers then.
    const per_operand<Xbyak::Reg64> reg_row_stride {reg_at[cond], reg_at[cond], reg_tmp, reg_shift};
    const row_params params_;
    const shape_of_loops loops_;
    const int lanes_;
    bool streams_ = false;
    bool is_shifted_ = false; // the code is for rows that begin in the middle of a vector
    const Xbyak::Reg64 *line_ = nullptr; // columns count from the one in this register
};

} // namespace libselect

#endif
