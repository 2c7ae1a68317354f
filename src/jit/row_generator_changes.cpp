// SPDX-License-Identifier: Apache-2.0
// Long rows in place: only what changes is stored, so most lines of dst are not touched.
//
// The ends of the runs of cond cannot be predicted, and a branch that is mispredicted in every
// block costs more than the block. So a chunk of columns is looked at in three passes, almost
// without branches. A pass lists the places where the next pass has to look:
//   1. The first lists the blocks of 64 conditions that change something.
//   2. The second stores the blocks that change as a whole, and lists the cache lines of dst in the
//      others: those that change as a whole, which need not be read, and those that change in part.
//      A block of one-byte elements is one line, and listed. With AVX-512, the masks of the blocks
//      are kept, and sixteen lines listed at once (avx512_lines.cpp).
//   3. The third stores the lines, behind the look at the next chunk. During that look, lines that
//      change in part are prefetched, one per loop: stores to them read them.
// Long runs have whole blocks and random conditions have none, so the one branch of the second pass
// is predicted in both cases. A loop in C without it takes 1.23 times as long where runs of 64
// floats begin with a block, 1.19 with runs of 300, 0.98 and 1.03 where 0.3 % and 1 % change at
// random (huge pages, one thread, AMD EPYC, family 25 model 17, 2026-11-26; no command repeats it).
//
// A chunk is computed as a whole where more than three quarters of its blocks change, and before
// anything is listed where samples tell that it is dense (listed_eighths). Where 1 % change at
// random, half of the blocks do, more or less. The samples lie evenly over the chunk. A short chunk
// has none, nor has one behind a chunk that is not dense: samples read lines that no prefetch has
// asked for. Without them, 64 MiB of floats take 0.59 to 0.79 of the time where none changes, and
// 0.86 to 0.91 where 5 % do in runs of 64 (huge and small pages, one thread, AMD EPYC, Zen 3,
// 2026-11-24; no command repeats it). The times of samples here, and the bars of sample_blocks, are
// from chunks of 32,768 columns, and from before a look was one vptest (mask_emitter's
// count_if_some).
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "jit/row_generator.hpp"

namespace libselect {
namespace {

// Conditions are prefetched so far ahead that the prefetch crosses the end of their page, where the
// hardware's prefetchers stop.
constexpr int ahead_cols = 8192;
constexpr int n_samples = 32; // blocks of a chunk, see sample_blocks
constexpr int blocks_per_loop = 4;
// The last chunk of a row is as long as whole loops over blocks allow, and has at least so many
// columns: below, few branches are saved.
constexpr int chunk_unit = blocks_per_loop * look_cols, least_chunk_cols = 4 * chunk_unit;
constexpr int page_bytes = 4096; // no guard page below a stack is smaller

// Moves rsp down. Every page on the way is touched: a stack that is too small faults at its guard
// page, and nothing below that page is written.
void take_stack(Xbyak::CodeGenerator &code, int n_bytes) {
    for (int left = n_bytes; left > 0; left -= page_bytes) {
        code.sub(code.rsp, static_cast<std::uint32_t>(std::min(left, page_bytes)));
        code.mov(code.qword[code.rsp], 0);
    }
}

} // namespace

// Each pass over a chunk ends with a branch that is not predicted. Why large chunks lose where
// stores stream is not known. Us by columns, jit:avx512, one thread, 5 % true in runs of 64 floats
// (AMD EPYC, family 25 model 17, 2026-11-26, medians of 3 interleaved runs of select_bench with
// these constants; the second row from a workloads file outside the tree):
//     columns                            | 4096       | 8192       | 16384      | 32768
//     64 MiB, streaming: aligned, malloc | 365, 1040  | 371, 1050  | 364, 1230  | 393, 1310
//     512 KiB, ordinary stores           | 2.17, 3.66 | 2.20, 3.60 | 2.07, 3.62 | 2.05, 3.97
// The lists of a chunk take up to 9 KiB of stack.
int row_generator::chunk_cols() const noexcept {
    const int narrow = params_.stores == store_kind::streaming ? 8192 : 16384;
    return elem_bytes() <= 4 ? narrow : 4 * narrow / elem_bytes();
}

int row_generator::chunk_blocks() const noexcept {
    return chunk_cols() / look_cols;
}

int row_generator::parts_offset() const noexcept {
    return chunk_blocks() * entry_bytes;
}

int row_generator::wholes_offset() const noexcept {
    return parts_offset() + lines_listed() * entry_bytes;
}

// Behind the lists: whether blocks of the next chunk are sampled, which they are first, and where
// more have changed than the share that samples look for.
int row_generator::samples_offset() const noexcept {
    return wholes_offset() + lines_listed() * entry_bytes;
}

// Behind that: the columns of the chunk.
int row_generator::chunk_cols_offset() const noexcept {
    return samples_offset() + slot_bytes;
}

// Behind that: the column up to which the look prefetches.
int row_generator::prefetch_end_offset() const noexcept {
    return chunk_cols_offset() + slot_bytes;
}

// Behind that: the number of blocks.
int row_generator::n_blocks_offset() const noexcept {
    return prefetch_end_offset() + slot_bytes;
}

// Behind that: the masks of blocks.
int row_generator::masks_offset() const noexcept {
    return n_blocks_offset() + slot_bytes;
}

int row_generator::list_bytes() const noexcept {
    return masks_offset() + (blocks_listed() + list_slack) * slot_bytes;
}

// A chunk is listed only if at most three quarters of its blocks change.
int row_generator::blocks_listed() const noexcept {
    return chunk_blocks() / 4 * 3;
}

// The most entries of a list of lines.
int row_generator::lines_listed() const noexcept {
    return blocks_listed() * elem_bytes() + list_slack;
}

void row_generator::emit_changes() {
    Xbyak::Label next, end;
    const change_registers use;
    cmp(reg_cols_left, imm(least_chunk_cols));
    jl(end);
    for (const Xbyak::Reg64 &row : reg_row)
        push(row);
    take_stack(*this, list_bytes());
    mov(dword[rsp + imm(samples_offset())], 1);
    xor_(use.n_parts.cvt32(), use.n_parts.cvt32());
    xor_(use.n_wholes.cvt32(), use.n_wholes.cvt32());
    L(next);
    begin_chunk();
    emit_chunk();
    mov(reg_tmp.cvt32(), dword[rsp + imm(chunk_cols_offset())]);
    sub(reg_cols_left, reg_tmp);
    cmp(reg_cols_left, imm(least_chunk_cols));
    jge(next);
    store_listed_lines(use);
    add(rsp, imm(list_bytes()));
    for (std::size_t i = n_operands; i-- > 0;)
        pop(reg_row[i]);
    L(end);
}

// A chunk is computed as a whole where more than so many eighths of its blocks change, as far as
// samples tell. Chunks of narrow elements are computed fast, and lines listed fast sixteen at once.
// Time over the limit by eighths, in place, jit:avx512, conditions at random (one thread, AMD EPYC,
// family 25 model 17, 2026-11-26, medians of 2 interleaved runs of a workloads file outside the
// tree; those of 2 bytes are from other runs than the rest):
//     aligned, malloc | 0.5 %                   | 1 %                     | 2 %
//     2 bytes, 16 MiB | 1.40 > 1.10 1.61 > 1.42 | 1.56 > 0.88 2.83 > 1.17 | 0.88 > 1.27 1.23 > 1.57
//     2 bytes, 2 MiB  | 1.41 > 1.39 1.65 > 1.63 | 1.31 > 1.45 1.45 > 1.74 | 1.10 > 1.17 1.21 > 1.33
//     4 bytes, 64 MiB | 1.10 > 1.08 1.15 > 1.27 | 0.94 > 1.04 1.09 > 1.04 | 0.95 > 0.91 1.17 > 1.10
//     4 bytes, 4 MiB  | 1.27 > 1.21 1.52 > 1.61 | 1.41 > 1.55 1.71 > 1.83 | 1.42 > 1.48 1.64 > 1.90
//     8 bytes, 32 MiB | 1.20 > 1.24 1.62 > 1.56 | 1.14 > 1.22 1.58 > 1.53 | 4.06 > 2.84 3.70 > 3.78
//     8 bytes, 4 MiB  | 1.34 > 1.49 1.72 > 1.73 | 1.31 > 1.43 1.69 > 1.71 | 2.33 > 1.73 2.08 > 1.98
// Elements of 2 bytes with 2 and with 4 eighths, others with 4 and with 6. Arrays of 2 and 4 MiB
// are stored to ordinarily.
int row_generator::listed_eighths() const noexcept {
    if (!lists_lines()) return std::min(elem_bytes(), 4);
    if (elem_bytes() == 2) return params_.stores == store_kind::streaming ? 4 : 2;
    return elem_bytes() == 8 ? 6 : 4;
}

void row_generator::begin_chunk() {
    mov(reg_tmp, reg_cols_left);
    and_(reg_tmp, imm(-chunk_unit));
    mov(reg_shift.cvt32(), imm(chunk_cols()));
    cmp(reg_tmp, reg_shift);
    cmovg(reg_tmp, reg_shift);
    mov(qword[rsp + imm(chunk_cols_offset())], reg_tmp);
}

void row_generator::emit_chunk() {
    Xbyak::Label look, looked, dense, done;
    const change_registers use;
    cmp(dword[rsp + imm(samples_offset())], 0);
    je(look);
    cmp(dword[rsp + imm(chunk_cols_offset())], imm(chunk_cols()));
    jl(look);
    sample_blocks(use);
    cmp(use.n_blocks, imm(n_samples * listed_eighths() * 5 / 32)); // see sample_blocks
    jle(look);
    mov(use.n_blocks.cvt32(), imm(chunk_blocks())); // as far as samples tell
    jmp(looked);
    L(look);
    list_changed_blocks(use);
    L(looked);
    store_listed_lines(use);
    xor_(reg_tmp.cvt32(), reg_tmp.cvt32());
    cmp(use.n_blocks, imm(chunk_blocks() * listed_eighths() / 8));
    setg(reg_tmp.cvt8());
    mov(dword[rsp + imm(samples_offset())], reg_tmp.cvt32());
    mov(reg_tmp.cvt32(), dword[rsp + imm(chunk_cols_offset())]);
    shr(reg_tmp.cvt32(), std::countr_zero(4U * look_cols));
    lea(reg_tmp, ptr[reg_tmp + reg_tmp * 2]); // three quarters of the blocks
    cmp(use.n_blocks, reg_tmp);
    jg(dense);
    mov(reg_tmp.cvt32(), dword[rsp + imm(chunk_cols_offset())]);
    advance_by(source::blend, reg_tmp);
    list_changed_lines(use);
    jmp(done);
    L(dense);
    emit_whole_chunk();
    L(done);
}

// Counts the blocks that change among some that lie evenly over the chunk. The lists of a chunk of
// which most changes would cost a fifth of its time (4-byte elements) to a half (1-byte ones). So
// few samples tell a share to a tenth at best; the bar is a quarter above listed_eighths(), because
// a chunk that is computed as a whole for nothing loses more. Time with this bar over that with the
// eighths themselves, which were then those of kernels without list_lines(), one thread, conditions
// at random (AMD EPYC, Zen 3, 2026-11-22, a program outside the tree):
//     4-byte elements | 0.7 % 0.96 | 1 % 0.88 | 1.3 % 1.04 | 2 % 0.99 | 4 % 0.99
//     2-byte elements | 0.2 % 0.95 | 0.4 % 0.91 | 0.6 % 1.00 | 1 % 1.00
//     1-byte elements | 0.1 % 0.96 | 0.2 % 0.93 | 0.4 % 1.00
//     8-byte elements | 1 % 0.78 | 2 % 1.02
void row_generator::sample_blocks(const change_registers &use) {
    Xbyak::Label next;
    xor_(use.n_blocks.cvt32(), use.n_blocks.cvt32());
    xor_(use.col.cvt32(), use.col.cvt32());
    L(next);
    mask().count_if_some(use.n_blocks, {reg_at[cond], &use.col, 0}, params_.kept == in_place::src1);
    add(use.col.cvt32(), imm(chunk_cols() / n_samples));
    cmp(use.col.cvt32(), imm(chunk_cols()));
    jl(next);
}

// Writes the first list, on top of the stack: the blocks that change.
void row_generator::list_changed_blocks(const change_registers &use) {
    xor_(use.n_blocks.cvt32(), use.n_blocks.cvt32());
    xor_(use.col.cvt32(), use.col.cvt32());
    mov(reg_tmp.cvt32(), use.n_parts.cvt32());
    shl(reg_tmp.cvt32(), std::countr_zero(unsigned {chunk_unit}));
    mov(reg_shift.cvt32(), dword[rsp + imm(chunk_cols_offset())]);
    cmp(reg_tmp, reg_shift);
    cmovg(reg_tmp, reg_shift);
    mov(dword[rsp + imm(prefetch_end_offset())], reg_tmp.cvt32());
    look_at_blocks(use, prefetch_end_offset(), true);
    look_at_blocks(use, chunk_cols_offset(), false);
}

// Up to the column at an offset of the stack. Every block gets an entry, and the next entry
// overwrites that of a block that does not change.
void row_generator::look_at_blocks(const change_registers &use, int end_offset, bool prefetches) {
    const bool changes_where_true = params_.kept == in_place::src1;
    Xbyak::Label next, end;
    L(next);
    cmp(use.col.cvt32(), dword[rsp + imm(end_offset)]);
    jge(end);
    if (prefetches) prefetch_part(use);
    for (int i = 0; i < blocks_per_loop; ++i) {
        const mask_place at {reg_at[cond], &use.col, i * look_cols};
        mask().prefetch(at + ahead_cols);
        lea(reg_shift.cvt32(), ptr[use.col + static_cast<std::size_t>(i * look_cols)]);
        mov(dword[rsp + use.n_blocks * entry_bytes], reg_shift.cvt32());
        mask().count_if_some(use.n_blocks, at, changes_where_true);
    }
    add(use.col.cvt32(), imm(chunk_unit));
    jmp(next);
    L(end);
}

// One listed line per loop over blocks, of those that change in part.
void row_generator::prefetch_part(const change_registers &use) {
    mov(reg_tmp.cvt32(), use.col.cvt32());
    shr(reg_tmp.cvt32(), std::countr_zero(unsigned {chunk_unit}));
    movsxd(reg_tmp, dword[rsp + reg_tmp * entry_bytes + imm(parts_offset())]);
    scale_to_bytes(reg_tmp);
    prefetchw(ptr[reg_at[dst] + reg_tmp]);
}

void row_generator::emit_whole_chunk() {
    Xbyak::Label next;
    const auto n_cols = static_cast<unsigned>(loops_.unroll * lanes_); // divide chunk_unit
    mov(reg_shift.cvt32(), dword[rsp + imm(chunk_cols_offset())]);
    shr(reg_shift.cvt32(), std::countr_zero(n_cols));
    L(next);
    select_run(source::blend, 0, static_cast<int>(n_cols));
    advance(source::blend, static_cast<int>(n_cols));
    dec(reg_shift);
    jnz(next);
}

} // namespace libselect
