// SPDX-License-Identifier: Apache-2.0
// Groups of 32 columns of 1-byte elements, which are copied to the stack a cache line at a time.
#include "base/cache_line.hpp"
#include "jit/transpose_generator.hpp"

namespace libselect {
namespace {

constexpr std::uint32_t line_pieces = line_bytes / transposed_bytes;

// The distance in columns between a line that is copied and one that is prefetched. The prefetches
// are spread over the networks: in one go they would keep the copies waiting. us, src0 of elements
// of one byte transposed, one thread (AMD EPYC, family 25 model 17, 2026-11-27, by changing this
// constant and most_rows() of plan/row_form.cpp, medians of 5):
//     rows of a block | 64          | 128
//     columns ahead   | 32   | 64   | 64   | 128
//     2048 x 2048     | 431  | 411  | 401  | 408
//     4096 x 4096     | 3677 | 2676 | 2285 | 2483
//     3000 x 5000     | 3426 | 2853 | 2900 | 3113
constexpr int staged_cols_ahead = 64;

} // namespace

void transpose_generator::emit_staged_group() {
    Xbyak::Label next_line, staged, next_piece, done;
    L(next_line);
    test(reg_pieces, reg_pieces);
    jz(done);
    imul(reg_ahead, reg_stride, staged_cols_ahead);
    add(reg_ahead, reg_src);
    for (std::uint32_t pieces = line_pieces; pieces > 0; pieces /= 2) {
        Xbyak::Label fewer;
        if (pieces > 1) {
            cmp(reg_pieces, pieces);
            jl(fewer);
        }
        stage(pieces);
        mov(reg_n_staged, pieces);
        if (pieces > 1) jmp(staged);
        L(fewer);
    }
    L(staged);
    mov(reg_staged, rsp);
    L(next_piece);
    emit_staged_piece();
    add(reg_src, static_cast<std::uint32_t>(transposed_bytes));
    add(reg_staged, static_cast<std::uint32_t>(transposed_bytes));
    dec(reg_pieces);
    dec(reg_n_staged);
    jnz(next_piece);
    jmp(next_line);
    L(done);
}

void transpose_generator::stage(std::size_t pieces) {
    mov(reg_col, reg_src);
    const Xbyak::RegExp columns[] {
            reg_col + 0, reg_col + reg_stride, reg_col + reg_stride * 2, reg_col + reg_stride3};
    for (int c = 0; c < params_.group_cols(); ++c) {
        const Xbyak::RegExp &from = columns[c % 4];
        const Xbyak::RegExp to = rsp + static_cast<std::size_t>(c) * line_bytes;
        if (pieces == 1) {
            vmovdqu(xmm0, xword[from]);
            vmovdqa(xword[to], xmm0);
        }
        for (std::size_t at = 0; at < pieces / 2 * 32; at += 32) {
            vmovdqu(ymm0, yword[from + at]);
            vmovdqa(yword[to + at], ymm0);
        }
        if (c % 4 == 3) lea(reg_col, ptr[reg_col + reg_stride * 4]);
    }
}

void transpose_generator::emit_staged_piece() {
    load_staged(0);
    exchange();
    keep_first_half();
    load_staged(half_cols());
    exchange();
    store_staged_rows();
}

// Half of the columns: as many from first_col on, and as many 16 columns further on.
void transpose_generator::load_staged(int first_col) {
    for (int c = 0; c < half_cols(); ++c) {
        const std::size_t at = static_cast<std::size_t>(first_col + c) * line_bytes;
        vmovdqa(Xbyak::Xmm(c), xword[reg_staged + at]);
        vinserti128(Xbyak::Ymm(c), Xbyak::Ymm(c), xword[reg_staged + at + 16 * line_bytes], 1);
    }
}

void transpose_generator::keep_first_half() {
    for (int i = 0; i < n_vectors_; ++i)
        vmovdqa(yword[rsp + kept_at + static_cast<std::size_t>(i) * 32],
                vector(vectors_[static_cast<std::size_t>(i)]));
}

// Vector i of a half holds two rows, 8 columns of which are in each half of it.
void transpose_generator::store_staged_rows() {
    for (int i = 0; i < n_vectors_; ++i) {
        const Xbyak::Ymm second(vectors_[static_cast<std::size_t>(i)]);
        prefetch_next(); // as many columns with the pieces of a line as the group has
        vmovdqa(ymm0, yword[rsp + kept_at + static_cast<std::size_t>(i) * 32]);
        vpunpcklqdq(ymm1, ymm0, second);
        vpunpckhqdq(ymm0, ymm0, second);
        for (const Xbyak::Ymm &row : {ymm1, ymm0}) {
            vmovdqu(yword[reg_row], row);
            add(reg_row, reg_row_stride);
        }
    }
}

} // namespace libselect
