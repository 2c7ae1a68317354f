// SPDX-License-Identifier: Apache-2.0
// The frame of every row kernel: arguments, planes, rows.
#include "jit/row_generator.hpp"

#include <cstddef>

#include "base/cache_line.hpp"

namespace libselect {
namespace {

// Rows that begin in the middle of a vector of so many bytes have code of their own.
constexpr int shifted_vector = 32;
static_assert(shifted_vector == streamed_row_unit);

// Lines of the next row that are prefetched where rows have one condition each: no prefetcher of
// the hardware knows which source they come from. 4,096 rows of 4 KiB, conditions at random, time
// over the limit without and with them, interleaved, medians of 7 runs (AMD EPYC, family 25 model
// 17, 2026-11-26; `select_bench --filter '^rows$' --threads 1` with this constant and with 0):
//     memory  | jit:avx512   | jit:avx2
//     aligned | 1.24 -> 1.16 | 1.20 -> 1.09
//     malloc  | 1.29 -> 1.10 | 1.34 -> 1.12
// With 8 lines jit:avx512 took 1.04 of that time, with 32 1.07 (aligned, medians of 4). Rows of
// 1 KiB gain nothing in aligned memory. Kernels with ordinary stores do not prefetch: 512 rows of
// 4 KiB, of which dst stays in the last-level cache, took 1.01 of the time with it (another
// workloads file, not in the tree).
constexpr std::size_t prefetched_lines = 16;

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
    emit_shifted(usual, end);
    L(usual);
    emit_planes();
    L(end);
    leave_vector_state();
    leave();
    mask().emit_data();
    return code_of(*this);
}

// Code for planes of rows that begin in the middle of a vector; other planes go on at `usual`. Of
// the vectors of such a row, many would end in another cache line than they begin in.
void row_generator::emit_shifted(const Xbyak::Label &usual, const Xbyak::Label &end) {
    constexpr int enough_bytes = 128; // not tuned; in rows of 64, halves cost more than they save
    const int n_bytes = params_.cols * elem_bytes();
    if (!has_fixed_rows() || n_bytes % shifted_vector != 0 || !has_shifted_rows()) return;
    const bool is_worth = n_bytes >= enough_bytes || params_.stores == store_kind::streaming;
    is_shifted_ = true;
    if (is_worth || keeps_masks()) jump_unless_shifted(usual);
    if (keeps_masks()) emit_joined(end);
    if (is_worth) {
        emit_planes();
        jmp(end);
    }
    is_shifted_ = false;
}

void row_generator::emit_planes() {
    const Xbyak::Reg64 &rows_left = has_fixed_rows() ? r11 : reg_rows;
    Xbyak::Label plane, next, row, end;
    L(plane);
    if (keeps_masks()) {
        load_masks();
        load_row_strides();
    }
    mov(rows_left, ptr[reg_loops + offsetof(kernel_loops, rows)]);
    jmp(row);
    L(next);
    move_to_next_row();
    L(row);
    emit_row();
    dec(rows_left);
    jnz(next);
    next_plane(plane, end);
    L(end);
}

// Jumps to `plane`, or to `end` behind the last.
void row_generator::next_plane(const Xbyak::Label &plane, const Xbyak::Label &end) {
    dec(qword[rsp]);
    jz(end); // most calls have one row: no pointer moves
    move_rows(offsetof(kernel_loops, row_strides));
    move_rows(offsetof(kernel_loops, plane_steps));
    jmp(plane);
}

void row_generator::load_row_strides() {
    for (const operand which : {src0, src1, dst})
        mov(reg_row_stride[which],
                ptr[reg_loops + entry(offsetof(kernel_loops, row_strides), which)]);
}

void row_generator::move_to_next_row() {
    if (!keeps_masks()) return move_rows(offsetof(kernel_loops, row_strides));
    for (const operand which : {src0, src1, dst})
        add(reg_row[which], reg_row_stride[which]);
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
