// SPDX-License-Identifier: Apache-2.0
// The ends of long rows: the columns before dst's first vector or cache line, and those behind its
// last line where stores stream.
#include "base/cache_line.hpp"
#include "jit/row_generator.hpp"

namespace libselect {
namespace {

// Bytes of the smallest streaming store.
constexpr int least_part = 16;
static_assert(least_part == streamed_row_alignment);

} // namespace

// Prefetches dst's last line where ordinary stores end the row. Stores leave in their order:
// streaming ones would wait while an ordinary store behind them reads its line from memory.
void row_generator::prefetch_last_line() {
    Xbyak::Label is_streamed;
    mov(reg_tmp, reg_cols_left);
    scale_to_bytes(reg_tmp);
    add(reg_tmp, reg_at[dst]);
    test(reg_tmp, imm(least_part - 1));
    jz(is_streamed);
    prefetchw(ptr[reg_tmp]);
    L(is_streamed);
}

// Streams to so many bytes where `rest`, bytes of a line, has a bit for them.
void row_generator::emit_part(source from, const Xbyak::Reg64 &rest, int n_bytes) {
    Xbyak::Label done;
    test(rest, imm(n_bytes));
    jz(done);
    select_part(from, n_bytes);
    advance(from, n_bytes / elem_bytes());
    sub(reg_cols_left, imm(n_bytes / elem_bytes()));
    L(done);
}

// Selects the columns before dst's first cache line, so that whole lines are streamed to.
void row_generator::emit_line_head(source from) {
    Xbyak::Label aligned, ordinary;
    prefetch_last_line();
    mov(reg_tmp, reg_at[dst]);
    neg(reg_tmp);
    and_(reg_tmp, imm(static_cast<int>(line_bytes) - 1));
    jz(aligned);
    if (!is_blend_in_place(from)) {
        test(reg_tmp, imm(least_part - 1));
        jnz(ordinary);
        streams_ = true;
        emit_part(from, reg_tmp, least_part);
        emit_part(from, reg_tmp, 2 * least_part);
        streams_ = false;
        jmp(aligned);
        L(ordinary);
    }
    for (int bytes = 1; bytes < elem_bytes(); bytes *= 2)
        shr(reg_tmp, 1);
    sub(reg_cols_left, reg_tmp);
    push(reg_cols_left);
    mov(reg_cols_left, reg_tmp);
    select_line_head(from);
    pop(reg_cols_left);
    L(aligned);
}

// Selects the columns behind dst's last whole cache line, where the row ends with a multiple of 16
// bytes.
void row_generator::emit_line_tail(source from) {
    Xbyak::Label ordinary;
    mov(reg_tmp, reg_cols_left);
    scale_to_bytes(reg_tmp);
    test(reg_tmp, imm(least_part - 1));
    jnz(ordinary);
    emit_part(from, reg_tmp, 2 * least_part);
    emit_part(from, reg_tmp, least_part);
    L(ordinary);
}

// Selects the columns before dst's first vector boundary. Stores are faster with the alignment, so
// the head pays when enough of them follow.
void row_generator::emit_head(source from) {
    Xbyak::Label aligned;
    mov(reg_tmp, reg_at[dst]);
    neg(reg_tmp);
    and_(reg_tmp, imm(loops_.vector_bytes - 1));
    jz(aligned);
    // With 16, 320 rows of 14 vectors take 6.8 us in place of 4.7 (`select_bench --suite search
    // --problem w4/320x224/224,1/1,0/0,0/224,1/random,0.5,64/no`, and 40 dense rows of 9 in the
    // first-level cache 0.55 in place of 0.61, w4/40x144/144,1/144,1/144,1/144,1/random,0.5,64/no;
    // Intel Xeon, Granite Rapids class, 2026-11-25).
    constexpr int vectors_worth_a_head = 8;
    cmp(reg_cols_left, imm(vectors_worth_a_head * lanes_));
    jl(aligned);
    test(reg_tmp, imm(elem_bytes() - 1)); // no element begins at the boundary
    jnz(aligned);
    for (int bytes = 1; bytes < elem_bytes(); bytes *= 2)
        shr(reg_tmp, 1);
    sub(reg_cols_left, reg_tmp);
    select_head(from);
    advance_by(from, reg_tmp);
    L(aligned);
}

} // namespace libselect
