// SPDX-License-Identifier: Apache-2.0
// Rows that share masks and follow each other without a gap, where dst begins in the middle of a
// vector of 32 bytes: the last 16 bytes of a row and the first of the row behind it are one vector,
// and so no store crosses a cache line, nor does a load where malloc placed the sources too.
//
// A plane is run from its first address to its last or the other way, as its strides say
// (schedule/backward_rows.hpp), and what is computed together is in that order as well.
#include "jit/row_generator.hpp"

namespace libselect {

// Computes all planes and jumps to the end, if rows follow each other.
void row_generator::emit_joined(const Xbyak::Label &end) {
    Xbyak::Label apart, backwards;
    const int row_bytes = params_.cols * elem_bytes();
    const auto stride = [&](operand which) {
        return qword[reg_loops + entry(offsetof(kernel_loops, row_strides), which)];
    };
    mov(reg_tmp, stride(dst));
    for (const operand which : {src0, src1}) {
        if (is(role::constant, which))
            cmp(stride(which), 0); // a vector has the elements of two rows
        else
            cmp(reg_tmp, stride(which));
        jne(apart);
    }
    cmp(reg_tmp, imm(-row_bytes));
    je(backwards);
    cmp(reg_tmp, imm(row_bytes));
    jne(apart);
    emit_joined_planes(row_order::forwards);
    jmp(end);
    L(backwards);
    emit_joined_planes(row_order::backwards);
    jmp(end);
    L(apart);
}

void row_generator::emit_joined_planes(row_order order) {
    Xbyak::Label plane, end;
    L(plane);
    load_masks();
    join_masks();
    load_row_strides();
    start_columns(source::blend);
    mov(r11, ptr[reg_loops + offsetof(kernel_loops, rows)]);
    if (order == row_order::forwards)
        emit_joined_rows();
    else
        emit_joined_rows_backwards();
    next_plane(plane, end);
    L(end);
}

void row_generator::emit_joined_rows() {
    Xbyak::Label row, last;
    select_first_piece();
    dec(r11);
    jz(last);
    L(row);
    select_joined_row(row_order::forwards, true);
    move_to_next_row();
    dec(r11);
    jnz(row);
    L(last);
    select_joined_row(row_order::forwards, false);
}

void row_generator::emit_joined_rows_backwards() {
    Xbyak::Label row, first;
    select_joined_row(row_order::backwards, false);
    dec(r11);
    jz(first);
    L(row);
    move_to_next_row();
    select_joined_row(row_order::backwards, true);
    dec(r11);
    jnz(row);
    L(first);
    select_first_piece();
}

} // namespace libselect
