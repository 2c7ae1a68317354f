// SPDX-License-Identifier: Apache-2.0
// The frame of every kernel: arguments, rows, columns.
#include "jit/row_generator.hpp"

#include <cstddef>

namespace libselect {
namespace {

// Byte offset in kernel_args of an array entry per operand.
constexpr std::size_t entry(std::size_t array, operand which) {
    return array + which * sizeof(std::int64_t);
}

constexpr operand all_operands[] = {cond, src0, src1, dst};

} // namespace

row_generator::row_generator(const kernel_params &params, int vector_bytes, int unroll)
    : Xbyak::CodeGenerator(code_bytes, code),
      params_(params),
      lanes_(vector_bytes / params.elem_bytes),
      unroll_(unroll) {
    setDefaultJmpNEAR(true); // bodies are longer than a short jump reaches
}

std::span<const std::byte> row_generator::generate() {
    Xbyak::Label next;
    enter();
    load_constants();
    load_row_pointers();
    mov(reg_rows, ptr[reg_args + offsetof(kernel_args, rows)]);
    L(next);
    emit_row();
    next_row();
    dec(reg_rows);
    jnz(next);
    leave_vector_state();
    leave();
    return {reinterpret_cast<const std::byte *>(getCode()), getSize()};
}

void row_generator::enter() {
    endbr64();
    push(rbp);
    mov(rbp, rsp);
    for (const auto &saved : {rbx, r12, r13, r14})
        push(saved);
}

void row_generator::leave() {
    for (const auto &saved : {r14, r13, r12, rbx})
        pop(saved);
    pop(rbp);
    ret();
}

void row_generator::load_row_pointers() {
    for (const operand which : all_operands)
        mov(reg_row[which], ptr[reg_args + entry(offsetof(kernel_args, data), which)]);
}

void row_generator::emit_row() {
    if (!is(role::scalar, cond)) {
        emit_columns(source::blend);
        return;
    }
    Xbyak::Label row_is_src1, done;
    cmp(byte[reg_row[cond]], 0);
    je(row_is_src1);
    emit_columns(source::src0);
    jmp(done);
    L(row_is_src1);
    emit_columns(source::src1);
    L(done);
}

void row_generator::emit_columns(source from) {
    Xbyak::Label done;
    for (const operand which : all_operands) {
        if (!reads(from, which) && which != dst) continue;
        if (!is(role::scalar, which))
            mov(reg_at[which], reg_row[which]);
        else if (which != cond)
            load_scalar(which);
    }
    mov(reg_cols_left, ptr[reg_args + offsetof(kernel_args, cols)]);
    if (unroll_ > 1) emit_vectors(from, unroll_);
    emit_vectors(from, 1);
    if (lanes_ == 1) return;
    test(reg_cols_left, reg_cols_left);
    jz(done);
    select_tail(from);
    L(done);
}

void row_generator::emit_vectors(source from, int n) {
    Xbyak::Label again, enough;
    const int n_cols = n * lanes_;
    sub(reg_cols_left, imm(n_cols));
    jl(enough);
    L(again);
    for (int index = 0; index < n; ++index)
        select_vector(from, index);
    advance(from, n_cols);
    sub(reg_cols_left, imm(n_cols));
    jge(again);
    L(enough);
    add(reg_cols_left, imm(n_cols));
}

void row_generator::advance(source from, int n_cols) {
    for (const operand which : all_operands)
        if (is(role::full, which) && (which == dst || reads(from, which)))
            add(reg_at[which], imm(n_cols * width(which)));
}

void row_generator::next_row() {
    for (const operand which : all_operands)
        add(reg_row[which], ptr[reg_args + entry(offsetof(kernel_args, row_strides_bytes), which)]);
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

Xbyak::RegExp row_generator::column(operand which, int index) const {
    if (is(role::scalar, which)) return reg_row[which] + 0;
    if (is(role::strided, which)) return reg_at[which] + 0; // moves after each element
    return reg_at[which] + static_cast<std::size_t>(index * lanes_ * width(which));
}

} // namespace libselect
