// SPDX-License-Identifier: Apache-2.0
// Long rows in place: the lines of listed blocks are listed, and stored to. The passes are
// explained in row_generator_changes.cpp.
#include <cstdint>

#include "jit/row_generator.hpp"

namespace libselect {

// Stores whole blocks, and writes the other two lists, above the first: the lines that change in
// part and as a whole. The pointers are at the end of the chunk.
void row_generator::list_changed_lines(const change_registers &use) {
    Xbyak::Label next, whole, listed, begin;
    mov(qword[rsp + imm(n_blocks_offset())], use.n_blocks);
    xor_(use.n_blocks.cvt32(), use.n_blocks.cvt32());
    jmp(begin);
    if (elem_bytes() > 1) {
        L(whole);
        store_whole_block();
        jmp(listed);
    }
    L(next);
    mov(use.col.cvt32(), dword[rsp + use.n_blocks * entry_bytes]);
    sub(use.col, qword[rsp + imm(chunk_cols_offset())]);
    mask().test_64({reg_at[cond], &use.col, 0}, params_.kept == in_place::src1);
    if (elem_bytes() > 1) {
        cmp(reg_tmp, imm(-1));
        je(whole);
    }
    if (lists_lines())
        keep_mask(use);
    else
        list_lines_of_block(use);
    L(listed);
    inc(use.n_blocks.cvt32());
    L(begin);
    cmp(use.n_blocks, qword[rsp + imm(n_blocks_offset())]);
    jl(next);
    if (!lists_lines()) return;
    mov(use.n_blocks.cvt32(), use.n_parts.cvt32());
    xor_(use.n_parts.cvt32(), use.n_parts.cvt32());
    list_lines(lists(use));
}

// Of the block at col, whose mask is in tmp. The list of blocks is overwritten from its begin on.
// Until lines are listed, n_parts counts masks.
void row_generator::keep_mask(const change_registers &use) {
    mov(dword[rsp + use.n_parts * entry_bytes], use.col.cvt32());
    mov(qword[rsp + use.n_parts * slot_bytes + imm(masks_offset())], reg_tmp);
    inc(use.n_parts.cvt32());
}

line_lists row_generator::lists(const change_registers &use) const noexcept {
    return {.elem_bytes = elem_bytes(),
            .blocks = 0,
            .masks = masks_offset(),
            .wholes = wholes_offset(),
            .parts = parts_offset(),
            .n_blocks = use.n_blocks,
            .n_wholes = use.n_wholes,
            .n_parts = use.n_parts,
            .tmp = reg_tmp,
            .at = use.col};
}

// Of the block at col, whose mask is in tmp.
void row_generator::list_lines_of_block(const change_registers &use) {
    const int line_cols = look_cols / elem_bytes();
    for (int line = 0; line < elem_bytes(); ++line) {
        mov(dword[rsp + use.n_parts * entry_bytes + imm(parts_offset())], use.col.cvt32());
        mov(dword[rsp + use.n_wholes * entry_bytes + imm(wholes_offset())], use.col.cvt32());
        add_one_to_low_bits(line_cols); // 0: all change; 1: none does
        cmp(reg_shift, 1);
        adc(use.n_wholes.cvt32(), 0);
        cmp(reg_shift, 2);
        sbb(use.n_parts.cvt32(), imm(-1));
        if (line + 1 == elem_bytes()) break;
        add(use.col, imm(line_cols));
        shr(reg_tmp, static_cast<std::uint8_t>(line_cols));
    }
}

source row_generator::changed_source() const noexcept {
    return params_.kept == in_place::src0 ? source::src1 : source::src0;
}

// Stores the block at col.
void row_generator::store_whole_block() {
    streams_ = params_.stores == store_kind::streaming;
    begin_line();
    select_run(changed_source(), 0, look_cols);
    line_ = nullptr;
    streams_ = false;
}

// Stores the lines of both lists, which are empty then.
void row_generator::store_listed_lines(const change_registers &use) {
    store_lines(use.n_wholes, wholes_offset(), true);
    store_lines(use.n_parts, parts_offset(), false);
}

// Leaves 0 in n_lines.
void row_generator::store_lines(const Xbyak::Reg64 &n_lines, int list_offset, bool whole) {
    Xbyak::Label next, begin;
    streams_ = whole && params_.stores == store_kind::streaming;
    xor_(reg_tmp.cvt32(), reg_tmp.cvt32());
    jmp(begin);
    L(next);
    start_line(reg_tmp, list_offset);
    select_run(whole ? changed_source() : source::blend, 0, look_cols / elem_bytes());
    line_ = nullptr;
    inc(reg_tmp.cvt32());
    L(begin);
    cmp(reg_tmp.cvt32(), n_lines.cvt32());
    jl(next);
    xor_(n_lines.cvt32(), n_lines.cvt32());
    streams_ = false;
}

// reg_shift = (reg_tmp + 1) modulo 2^n.
void row_generator::add_one_to_low_bits(int n) {
    lea(reg_shift, ptr[reg_tmp + 1]);
    switch (n) {
    case 64:
        break;
    case 32:
        mov(reg_shift.cvt32(), reg_shift.cvt32());
        break;
    case 16:
        movzx(reg_shift.cvt32(), reg_shift.cvt16());
        break;
    case 8:
        movzx(reg_shift.cvt32(), reg_shift.cvt8());
        break;
    default:
        and_(reg_shift.cvt32(), (1 << n) - 1);
        break;
    }
}

// Lets column 0 stand for the column that an entry of a list holds, until line_ is reset.
void row_generator::start_line(const Xbyak::Reg64 &entry, int list_offset) {
    movsxd(change_registers().col, dword[rsp + entry * entry_bytes + imm(list_offset)]);
    begin_line();
}

// The same for the column that col holds.
void row_generator::begin_line() {
    static const Xbyak::Reg64 col = change_registers().col;
    line_ = &col;
    if (elem_bytes() != 16) return;
    mov(reg_shift, col); // no address scales by 16
    shl(reg_shift, 4);
}

} // namespace libselect
