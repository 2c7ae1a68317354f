// SPDX-License-Identifier: Apache-2.0
// ns of an element, beside the loops of kernel/strided_rows.cpp: 4,096 elements of 16 bytes or
// 8,192 of 4, random conditions, rows of that many columns; s for the strided ones of cond, src0,
// src1 and dst (Intel Xeon, Granite Rapids class, g++ 12, 2026-11-25, calls of the kernels alone,
// which no command repeats):
//     columns           | 3   | 4   | 7   | 16  | 24  | 64
//     4 bytes, ssss     | .69 | .67 | .63 | .60 | .53 | .46
//     the same, here    | .44 | .39 | .39 | .37 | .38 | .38
//     4 bytes, -s--     | .69 | .67 | .65 | .59 | .53 | .46
//     the same, here    | .36 | .35 | .32 | .28 | .28 | .32
//     16 bytes, -s--    | .70 | .68 | .63 | .63 | .58 | .55
//     the same, here    | .46 | .42 | .41 | .39 | .40 | .42
// Generated loops of rows of 3 or 4 columns take .57 and .43 of the ns that straight code takes .36
// and .33 of.
#include "jit/strided_generator.hpp"

namespace libselect {
namespace {

constexpr int elements_per_loop = 4;

constexpr std::size_t place_in(std::size_t array, operand which) {
    return array + which * sizeof(std::int64_t);
}

} // namespace

strided_generator::strided_generator(const row_params &params)
    : Xbyak::CodeGenerator(sizeof code, code),
      params_(params),
      mask_(make_scalar_mask(
              params.decides, {*this, params.elem_bytes, params.elem_bytes, reg_tmp, reg_other})) {
    setDefaultJmpNEAR(true);
}

std::span<const std::byte> strided_generator::generate() {
    enter();
    emit_planes();
    leave();
    return code_of(*this);
}

// Leaves on the stack the number of planes, and above it what pointers jump by behind a row.
void strided_generator::enter() {
    endbr64();
    push(rbp);
    mov(rbp, rsp);
    for (const auto &saved : {reg_step[src1], reg_step[dst], reg_rows, reg_cols_left})
        push(saved);
    for (const operand which : all_operands)
        mov(reg_at[which], ptr[reg_loops + place_in(offsetof(kernel_args, data), which)]);
    mov(reg_loops, ptr[reg_loops + offsetof(kernel_args, loops)]);
    for (const operand which : all_operands)
        mov(reg_step[which],
                ptr[reg_loops + place_in(offsetof(kernel_loops, col_strides), which)]);
    for (const operand which : {dst, src1, src0, cond})
        push_jump(which);
    push(qword[reg_loops + offsetof(kernel_loops, planes)]);
}

void strided_generator::leave() {
    add(rsp, static_cast<std::uint32_t>((n_operands + 1) * sizeof(std::int64_t)));
    for (const auto &saved : {reg_cols_left, reg_rows, reg_step[dst], reg_step[src1]})
        pop(saved);
    pop(rbp);
    ret();
}

// From where a row leaves the pointer to the next row, modulo 2^64, as addresses are.
void strided_generator::push_jump(operand which) {
    const int last = params_.cols - 1;
    if (params_.cols == 0) {
        mov(reg_tmp, ptr[reg_loops + offsetof(kernel_loops, cols)]);
        imul(reg_tmp, reg_step[which]);
    } else if (moves(which)) {
        const int steps = moves_by_two(which) ? last / 2 * 2 : last;
        imul(reg_tmp, reg_step[which], steps);
    } else {
        xor_(reg_tmp, reg_tmp);
    }
    mov(reg_other, ptr[reg_loops + place_in(offsetof(kernel_loops, row_strides), which)]);
    sub(reg_other, reg_tmp);
    push(reg_other);
}

void strided_generator::emit_planes() {
    Xbyak::Label plane, row;
    L(plane);
    mov(reg_rows, ptr[reg_loops + offsetof(kernel_loops, rows)]);
    align(32);
    L(row);
    emit_row();
    for (const operand which : all_operands)
        add(reg_at[which], ptr[rsp + place_in(sizeof(std::int64_t), which)]);
    dec(reg_rows);
    jnz(row);
    for (const operand which : all_operands)
        add(reg_at[which], ptr[reg_loops + place_in(offsetof(kernel_loops, plane_steps), which)]);
    dec(qword[rsp]);
    jnz(plane);
}

void strided_generator::emit_row() {
    if (chooses_rows()) return emit_chosen_row();
    if (params_.cols != 0) return emit_elements(params_.cols);
    mov(reg_cols_left, ptr[reg_loops + offsetof(kernel_loops, cols)]);
    emit_loop(elements_per_loop);
    emit_loop(1);
}

// A loop over n elements at a time while so many columns are left.
void strided_generator::emit_loop(int n) {
    Xbyak::Label next, end;
    sub(reg_cols_left, static_cast<std::uint32_t>(n));
    jl(end);
    align(32);
    L(next);
    emit_elements(n);
    move_behind(n);
    sub(reg_cols_left, static_cast<std::uint32_t>(n));
    jge(next);
    L(end);
    add(reg_cols_left, static_cast<std::uint32_t>(n));
}

// n elements from the pointers on, of which only those of strided operands move, to the last one.
void strided_generator::emit_elements(int n) {
    for (int col = 0; col < n; ++col) {
        if (col > 0) move_strided(col);
        params_.skips ? emit_branches(col) : emit_choice_of_address(col);
    }
}

void strided_generator::emit_chosen_row() {
    const Xbyak::Reg64 &reg_from = reg_tmp, &reg_from_step = reg_other;
    mov(reg_from, reg_at[src1]);
    mov(reg_from_step, reg_step[src1]);
    mask_->test(condition_at(0));
    cmovne(reg_from, reg_at[src0]);
    cmovne(reg_from_step, reg_step[src0]);
    for (int col = 0; col < params_.cols; ++col) {
        if (col > 0 && col % 2 == 0) lea(reg_from, ptr[reg_from + reg_from_step * 2]);
        if (col > 0) move_strided(dst, col);
        load(col % 2 == 0 ? reg_from + 0 : reg_from + reg_from_step, reg_value);
        store(column(dst, col), reg_value);
    }
}

void strided_generator::move_strided(int col) {
    for (const operand which : all_operands)
        move_strided(which, col);
}

void strided_generator::move_strided(operand which, int col) {
    if (!is(role::strided, which)) return;
    if (!moves_by_two(which))
        add(reg_at[which], reg_step[which]);
    else if (col % 2 == 0)
        lea(reg_at[which], ptr[reg_at[which] + reg_step[which] * 2]);
}

void strided_generator::move_behind(int n) {
    for (const operand which : all_operands) {
        if (is(role::full, which))
            add(reg_at[which], static_cast<std::uint32_t>(n * params_.unit(which)));
        else if (is(role::strided, which) && moves_by_two(which) && n % 2 == 0)
            lea(reg_at[which], ptr[reg_at[which] + reg_step[which] * 2]);
        else if (is(role::strided, which))
            add(reg_at[which], reg_step[which]);
    }
}

// An address that is in a register already is only moved from there if it is taken.
void strided_generator::emit_choice_of_address(int col) {
    const operand usual = is_pointed_at(src0, col) ? src1 : src0;
    const operand other = usual == src0 ? src1 : src0;
    const bool is_ready = is_pointed_at(other, col);
    if (is_pointed_at(usual, col))
        mov(reg_tmp, reg_at[usual]);
    else
        lea(reg_tmp, ptr[column(usual, col)]);
    if (!is_ready) lea(reg_other, ptr[column(other, col)]);
    mask_->test(condition_at(col));
    const Xbyak::Reg64 &chosen = is_ready ? reg_at[other] : reg_other;
    other == src0 ? cmovne(reg_tmp, chosen) : cmove(reg_tmp, chosen);
    load(reg_tmp + 0, reg_tmp);
    store(column(dst, col), reg_tmp);
}

void strided_generator::emit_branches(int col) {
    Xbyak::Label is_false, done;
    mask_->test(condition_at(col));
    je(is_false, T_SHORT);
    if (params_.kept != in_place::src0) emit_copy(src0, col);
    if (params_.kept != in_place::src1) jmp(done, T_SHORT);
    L(is_false);
    if (params_.kept != in_place::src1) emit_copy(src1, col);
    L(done);
}

void strided_generator::emit_copy(operand from, int col) {
    load(column(from, col), reg_tmp);
    store(column(dst, col), reg_tmp);
}

void strided_generator::load(const Xbyak::RegExp &from, const Xbyak::Reg64 &value) {
    switch (params_.elem_bytes) {
    case 1:
        movzx(value.cvt32(), byte[from]);
        break;
    case 2:
        movzx(value.cvt32(), word[from]);
        break;
    case 4:
        mov(value.cvt32(), dword[from]);
        break;
    case 8:
        mov(value, qword[from]);
        break;
    default:
        movups(xmm_value, xword[from]);
        break;
    }
}

void strided_generator::store(const Xbyak::RegExp &to, const Xbyak::Reg64 &value) {
    switch (params_.elem_bytes) {
    case 1:
        mov(byte[to], value.cvt8());
        break;
    case 2:
        mov(word[to], value.cvt16());
        break;
    case 4:
        mov(dword[to], value.cvt32());
        break;
    case 8:
        mov(qword[to], value);
        break;
    default:
        movups(xword[to], xmm_value);
        break;
    }
}

Xbyak::RegExp strided_generator::column(operand which, int col) const {
    if (is(role::full, which))
        return reg_at[which] + static_cast<std::size_t>(col * params_.unit(which));
    const bool is_second = is(role::strided, which) && moves_by_two(which) && col % 2 == 1;
    return is_second ? reg_at[which] + reg_step[which] : reg_at[which] + 0;
}

mask_place strided_generator::condition_at(int col) const {
    if (is(role::full, cond)) return {reg_at[cond], nullptr, col};
    const bool is_second = is(role::strided, cond) && col % 2 == 1;
    return {reg_at[cond], is_second ? &reg_step[cond] : nullptr};
}

} // namespace libselect
