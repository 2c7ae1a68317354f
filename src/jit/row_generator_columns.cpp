// SPDX-License-Identifier: Apache-2.0
// The columns of a row: straight code where their number is known, else blocks, vectors and a tail.
#include "base/cache_line.hpp"
#include "jit/row_generator.hpp"

namespace libselect {
namespace {

// Columns of a fixed row whose conditions are looked at together.
constexpr int fixed_block_cols = 32;

// Rows of fewer bytes are not streamed to. So short are the rows of blocks that end with a line of
// dst, and those of what is left over. us by this constant, one thread, src0 transposed, buffers 16
// bytes behind a small page (AMD EPYC, family 25 model 17, 2026-11-27, medians of 5 in a program
// outside the tree):
//     bytes                    | 512  | 256  | 128  | 64
//     f32, 2048 x 2048         | 2148 | 2113 | 2068 | 2165
//     bf16, 2048 x 2048        | 1229 | 1139 | 1042 | 1033
//     bf16, 3000 x 5000        | 5848 | 5280 | 5207 | 5444
//     u8, 2048 x 2048          | 523  | 477  | 451  | 453
//     f64, 1000 x 1000         | 789  | 708  | 671  | 685
// On Intel (family 6 model 207, Emerald Rapids class, same day, memory of malloc, a workloads file
// outside the tree, 2 runs of 2 rounds), 512 > 128 bytes: f32 2048 x 2048 3240 > 2905, 4096 x 4096
// 16550 > 17500, bf16 2048 x 2048 1785 > 1865, u8 2048 x 2048 1295 > 1135, f64 1024 x 1024
// 1555 > 1340.
constexpr int least_streamed_bytes = 128;

} // namespace

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
    if (from == source::blend && params_.ahead != prefetched::none) emit_vectors_prefetching();
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

// Vectors for which what is prefetched lies in the row.
void row_generator::emit_vectors_prefetching() {
    constexpr int line = static_cast<int>(line_bytes);
    const int n_cols = loops_.unroll * lanes_, n_bytes = n_cols * elem_bytes();
    const int page_cols = prefetched_ahead / elem_bytes();
    const operand which = params_.ahead == prefetched::src0 ? src0 : src1;
    Xbyak::Label again, enough;
    sub(reg_cols_left, imm(n_cols + page_cols));
    jl(enough);
    align(64);
    L(again);
    for (int at = 0; at < n_bytes; at += line)
        prefetcht0(ptr[column(which, page_cols + at / elem_bytes())]);
    select_run(source::blend, 0, n_cols);
    advance(source::blend, n_cols);
    sub(reg_cols_left, imm(n_cols));
    jge(again);
    L(enough);
    add(reg_cols_left, imm(n_cols + page_cols));
}

// Elements of one byte have no blocks: they are computed in the time that the look at their
// conditions takes. Blocks of two-byte elements are large, since those are computed fast too. Of
// 512 random conditions with one in a hundred true, all are rarely false, so the jump is predicted.
int row_generator::block_cols_of(const row_params &params) noexcept {
    if (params.kept != in_place::none) return 32;
    if (!params.skips || params.elem_bytes == 1) return 0;
    return params.elem_bytes == 2 ? 512 : 512 / params.elem_bytes;
}

} // namespace libselect
