// SPDX-License-Identifier: Apache-2.0
// The frame of every row kernel: arguments, rows, columns.
#include "jit/row_generator.hpp"

#include <algorithm>
#include <cstddef>

#include "base/cache_line.hpp"

namespace libselect {
namespace {

// Byte offset of an operand's entry of an array in kernel_args or kernel_loops.
constexpr std::size_t entry(std::size_t array, operand which) {
    return array + which * sizeof(std::int64_t);
}

// Columns of a fixed row whose conditions are looked at together.
constexpr int fixed_block_cols = 32;

// Rows that begin in the middle of a vector of so many bytes have code of their own.
constexpr int shifted_vector = 32;
static_assert(shifted_vector == streamed_row_unit);

// Lines of the next row that are prefetched where rows have one condition each: no prefetcher of
// the hardware knows which source they come from. Rows of 4 KiB, conditions at random, jit:avx512,
// ms by that number (AMD EPYC, family 25 model 17, 2026-11-26; select_bench --filter rows, and
// --workloads with 16,384 such rows; medians of 4 runs):
//     lines           | 0    | 8    | 16   | 32
//     16 MiB, aligned | 1.22 | 1.06 | 1.02 | 1.09
//     16 MiB, malloc  | 1.19 | 1.19 | 1.18 | 1.24
//     64 MiB, aligned | 5.76 | 5.55 | 5.43 | 5.75
//     64 MiB, malloc  | 6.13 | 5.71 | 5.74 | 6.17
// Kernels with ordinary stores do not prefetch: it takes 1.01 of the time where dst stays in the
// last-level cache.
constexpr std::size_t prefetched_lines = 16;

// Rows of fewer bytes are not streamed to.
constexpr int least_streamed_bytes = 512;

} // namespace

row_generator::row_generator(const row_params &params, const shape_of_loops &loops)
    : Xbyak::CodeGenerator(sizeof code, code),
      params_(params),
      loops_(loops),
      lanes_(loops.vector_bytes / params.elem_bytes) {
    setDefaultJmpNEAR(true); // bodies are longer than a short jump reaches
}

std::span<const std::byte> row_generator::generate() {
    Xbyak::Label usual, end;
    enter();
    load_constants();
    if (has_code_for_shifted_rows()) {
        jump_unless_shifted(usual);
        is_shifted_ = true;
        emit_planes();
        is_shifted_ = false;
        jmp(end);
    }
    L(usual);
    emit_planes();
    L(end);
    if (params_.stores == store_kind::streaming) sfence();
    leave_vector_state();
    leave();
    mask().emit_data();
    return code_of(*this);
}

void row_generator::emit_planes() {
    const Xbyak::Reg64 &rows_left = has_fixed_rows() ? r11 : reg_rows;
    Xbyak::Label plane, next, row, end;
    L(plane);
    if (keeps_masks()) begin_plane();
    mov(rows_left, ptr[reg_loops + offsetof(kernel_loops, rows)]);
    jmp(row);
    L(next);
    move_to_next_row();
    L(row);
    emit_row();
    dec(rows_left);
    jnz(next);
    dec(qword[rsp]);
    jz(end); // most calls have one row: no pointer moves
    move_rows(offsetof(kernel_loops, row_strides));
    move_rows(offsetof(kernel_loops, plane_steps));
    jmp(plane);
    L(end);
}

void row_generator::begin_plane() {
    load_masks();
    for (const operand which : {src0, src1, dst})
        mov(reg_row_stride[which],
                ptr[reg_loops + entry(offsetof(kernel_loops, row_strides), which)]);
}

void row_generator::move_to_next_row() {
    if (!keeps_masks()) return move_rows(offsetof(kernel_loops, row_strides));
    for (const operand which : {src0, src1, dst})
        add(reg_row[which], reg_row_stride[which]);
}

// Of the vectors of a row that begins in the middle of one, many would end in another cache line
// than they begin in.
bool row_generator::has_code_for_shifted_rows() const noexcept {
    constexpr int enough_bytes = 128; // not tuned; in rows of 64, halves cost more than they save
    const int n_bytes = params_.cols * elem_bytes();
    const bool is_worth = n_bytes >= enough_bytes || params_.stores == store_kind::streaming;
    return has_shifted_rows() && n_bytes % shifted_vector == 0 && is_worth;
}

// Jumps unless every row of dst begins in the middle of a vector.
void row_generator::jump_unless_shifted(const Xbyak::Label &usual) {
    mov(reg_tmp, ptr[reg_loops + entry(offsetof(kernel_loops, row_strides), dst)]);
    or_(reg_tmp, ptr[reg_loops + entry(offsetof(kernel_loops, plane_steps), dst)]);
    test(reg_tmp, imm(shifted_vector - 1));
    jnz(usual);
    mov(reg_tmp, reg_row[dst]);
    and_(reg_tmp, imm(shifted_vector - 1));
    cmp(reg_tmp, imm(shifted_vector / 2));
    jne(usual);
}

// Saves the registers that the kernel uses, reads the arguments and leaves the number of planes on
// top of the stack.
void row_generator::enter() {
    endbr64();
    push(rbp);
    mov(rbp, rsp);
    for (const auto &saved : saved_registers())
        push(saved);
    for (const operand which : all_operands)
        mov(reg_row[which], ptr[reg_loops + entry(offsetof(kernel_args, data), which)]);
    mov(reg_loops, ptr[reg_loops + offsetof(kernel_args, loops)]);
    push(qword[reg_loops + offsetof(kernel_loops, planes)]);
}

void row_generator::leave() {
    const std::vector<Xbyak::Reg64> saved = saved_registers();
    add(rsp, sizeof(std::int64_t));
    for (std::size_t i = saved.size(); i-- > 0;)
        pop(saved[i]);
    pop(rbp);
    ret();
}

// Rows that are straight code need no callee-saved registers.
std::vector<Xbyak::Reg64> row_generator::saved_registers() const {
    if (has_fixed_rows()) return {};
    return {rbx, r12, r13, r14};
}

void row_generator::emit_row() {
    if (!is(role::constant, cond)) {
        emit_columns(source::blend);
        return;
    }
    Xbyak::Label row_is_src1, done;
    if (prefetches_rows()) prefetch_next_row();
    mask().test(condition_at(0));
    je(row_is_src1);
    emit_columns(source::src0);
    jmp(done);
    L(row_is_src1);
    emit_columns(source::src1);
    L(done);
}

bool row_generator::prefetches_rows() const noexcept {
    return params_.stores == store_kind::streaming && params_.kept == in_place::none
           && !has_fixed_rows() && is(role::full, src0) && is(role::full, src1);
}

// Prefetches from the source that the next row of the plane takes; behind the last row there is no
// condition to read. Changes reg_at.
void row_generator::prefetch_next_row() {
    constexpr int n_bytes = static_cast<int>(prefetched_lines * line_bytes);
    Xbyak::Label none;
    cmp(reg_rows, 1);
    je(none);
    cmp(qword[reg_loops + offsetof(kernel_loops, cols)], imm(n_bytes / elem_bytes()));
    jl(none);
    for (const operand which : {cond, src0, src1}) {
        mov(reg_at[which], reg_row[which]);
        add(reg_at[which], ptr[reg_loops + entry(offsetof(kernel_loops, row_strides), which)]);
    }
    mask().test({reg_at[cond]});
    cmove(reg_at[src0], reg_at[src1]);
    for (std::size_t line = 0; line < prefetched_lines; ++line)
        prefetcht0(ptr[reg_at[src0] + line * line_bytes]);
    L(none);
}

void row_generator::start_columns(source from) {
    for (const operand which : all_operands) {
        if (!reads(from, which) && which != dst) continue;
        if (!is(role::constant, which)) {
            if (!has_fixed_rows()) mov(reg_at[which], reg_row[which]);
        } else if (which != cond) {
            load_constant(which);
        }
    }
}

void row_generator::emit_columns(source from) {
    if (is_kept(from)) return;
    Xbyak::Label done;
    start_columns(from);
    if (has_fixed_rows()) {
        emit_fixed_row(from);
        return;
    }
    mov(reg_cols_left, ptr[reg_loops + offsetof(kernel_loops, cols)]);
    emit_long_row(from);
    emit_vectors(from, 1);
    if (lanes_ == 1) return;
    test(reg_cols_left, reg_cols_left);
    jz(done);
    select_tail(from);
    L(done);
}

void row_generator::emit_fixed_row(source from) {
    streams_ = params_.stores == store_kind::streaming && !is_blend_in_place(from);
    // Blocks that may be skipped are worth more, but streaming stores need the alignment.
    if (is_shifted_ && (streams_ || !skips_in_fixed_rows(from)))
        select_shifted_row(from);
    else
        emit_fixed_columns(from);
}

bool row_generator::skips_in_fixed_rows(source from) const noexcept {
    return from == source::blend && loops_.block_cols > 0 && is(role::full, cond);
}

void row_generator::emit_fixed_columns(source from) {
    const bool skips = skips_in_fixed_rows(from);
    int col = 0;
    for (; skips && col + fixed_block_cols <= params_.cols; col += fixed_block_cols)
        emit_fixed_block(col);
    select_fixed_end(from, col);
}

void row_generator::select_fixed_end(source from, int first) {
    const int n_cols = (params_.cols - first) / lanes_ * lanes_;
    select_run(from, first, n_cols);
    if (first + n_cols < params_.cols) select_fixed_tail(from, first + n_cols);
}

// The rows of a problem often have the same conditions, and then each of these jumps is predicted.
void row_generator::emit_fixed_block(int first) {
    Xbyak::Label all_false, all_true, done;
    const auto emit = [&](source from) {
        if (!is_kept(from)) select_run(from, first, fixed_block_cols);
    };
    mask().classify_block(condition_at(first), fixed_block_cols, all_false, all_true);
    emit(source::blend);
    jmp(done);
    L(all_false);
    emit(source::src1);
    jmp(done);
    L(all_true);
    emit(source::src0);
    L(done);
}

// The part of a row that is worth a head and blocks. Where stores stream, dst is at a cache line
// after the head, so only this part is streamed to.
void row_generator::emit_long_row(source from) {
    Xbyak::Label short_row;
    const bool streams = params_.stores == store_kind::streaming;
    if (streams) {
        cmp(reg_cols_left, imm(least_streamed_bytes / elem_bytes()));
        jl(short_row);
    }
    if (streams && loops_.aligns)
        emit_line_head(from);
    else if (loops_.aligns)
        emit_head(from);
    const bool keeps = is_blend_in_place(from);
    streams_ = streams && !keeps;
    const bool has_blocks = from == source::blend && loops_.block_cols > 0;
    if (has_blocks && keeps && is(role::full, cond)) emit_changes();
    if (has_blocks) emit_blocks();
    if (loops_.unroll > 1) emit_vectors(from, loops_.unroll);
    if (streams_ && loops_.aligns) {
        emit_vectors(from, static_cast<int>(line_bytes) / loops_.vector_bytes);
        emit_line_tail(from);
    }
    streams_ = false;
    L(short_row);
}

// Such a row has read dst or is about to: it streams only to lines that change as a whole.
bool row_generator::is_blend_in_place(source from) const noexcept {
    return from == source::blend && params_.kept != in_place::none;
}

// Behind large blocks come small ones: where dst has a head, up to a large block less one column
// would be blended, which reads sources that are not taken.
void row_generator::emit_blocks() {
    constexpr int small = 128;
    Xbyak::Label short_row;
    if (loops_.block_cols > small) {
        cmp(reg_cols_left, imm(loops_.block_cols));
        jl(short_row);
    }
    emit_blocks_of(loops_.block_cols);
    if (loops_.block_cols > small) emit_blocks_of(small);
    L(short_row);
}

void row_generator::emit_blocks_of(int n_cols) {
    Xbyak::Label next, all_false, all_true, advance_block, end;
    sub(reg_cols_left, imm(n_cols));
    jl(end);
    L(next);
    mask().classify_block(condition_at(0), n_cols, all_false, all_true);
    emit_block(source::blend, n_cols);
    L(advance_block);
    advance(source::blend, n_cols);
    sub(reg_cols_left, imm(n_cols));
    jge(next);
    jmp(end);
    L(all_false);
    emit_block(source::src1, n_cols);
    jmp(advance_block);
    L(all_true);
    emit_block(source::src0, n_cols);
    jmp(advance_block);
    L(end);
    add(reg_cols_left, imm(n_cols));
}

void row_generator::emit_block(source from, int n_cols) {
    if (is_kept(from)) return;
    select_run(from, 0, n_cols);
}

void row_generator::emit_vectors(source from, int n) {
    Xbyak::Label again, enough;
    const int n_cols = n * lanes_;
    sub(reg_cols_left, imm(n_cols));
    jl(enough);
    align(64);
    L(again);
    select_run(from, 0, n_cols);
    advance(from, n_cols);
    sub(reg_cols_left, imm(n_cols));
    jge(again);
    L(enough);
    add(reg_cols_left, imm(n_cols));
}

void row_generator::advance(source from, int n_cols) {
    if (is(role::full, cond) && reads(from, cond)) mask().advance(reg_at[cond], n_cols);
    for (const operand which : {src0, src1, dst})
        if (is(role::full, which) && (which == dst || reads(from, which)))
            add(reg_at[which], imm(n_cols * elem_bytes()));
}

void row_generator::scale_to_bytes(const Xbyak::Reg64 &n_cols) {
    for (int bytes = 1; bytes < elem_bytes(); bytes *= 2)
        add(n_cols, n_cols);
}

void row_generator::advance_by(source from, const Xbyak::Reg64 &n_cols) {
    if (is(role::full, cond) && reads(from, cond)) mask().advance_by(reg_at[cond], n_cols);
    scale_to_bytes(n_cols);
    for (const operand which : {src0, src1, dst})
        if (is(role::full, which) && (which == dst || reads(from, which)))
            add(reg_at[which], n_cols);
}

void row_generator::move_rows(std::size_t array) {
    for (const operand which : all_operands)
        add(reg_row[which], ptr[reg_loops + entry(array, which)]);
}

// Elements of one byte have no blocks: they are computed in the time that the look at their
// conditions takes. Blocks of two-byte elements are large, since those are computed fast too. Of
// 512 random conditions with one in a hundred true, all are rarely false, so the jump is predicted.
int row_generator::block_cols_of(const row_params &params) noexcept {
    if (params.kept != in_place::none) return 32;
    if (!params.skips || params.elem_bytes == 1) return 0;
    return params.elem_bytes == 2 ? 512 : 512 / params.elem_bytes;
}

bool row_generator::reads(source from, operand which) const noexcept {
    switch (which) {
    case cond:
        return from == source::blend;
    case src0:
        return from != source::src1;
    case src1:
        return from != source::src0;
    case dst:
        break;
    }
    return false;
}

Xbyak::RegExp row_generator::column(operand which, int col) const {
    if (is(role::constant, which)) return reg_row[which] + 0;
    if (line_ != nullptr) {
        const Xbyak::RegExp index = elem_bytes() == 16 ? reg_shift * 1 : *line_ * elem_bytes();
        return reg_at[which] + index + static_cast<std::size_t>(col * elem_bytes());
    }
    const Xbyak::Reg64 &base = has_fixed_rows() ? reg_row[which] : reg_at[which];
    return base + static_cast<std::size_t>(col * elem_bytes());
}

mask_place row_generator::condition_at(int col) const {
    if (is(role::constant, cond)) return {reg_row[cond]};
    return {has_fixed_rows() ? reg_row[cond] : reg_at[cond], line_, col};
}

} // namespace libselect
