// SPDX-License-Identifier: Apache-2.0
// The loops over groups of columns and lines of rows, and the unpack network of one piece.
#include "jit/transpose_generator.hpp"

#include "base/cache_line.hpp"

namespace libselect {
namespace {

// The distance in columns between a line that is read and the line that is prefetched with it. Time
// divided by the limit for 2048 x 2048 floats, measured by changing this constant (Zen 4,
// 2026-11-21); `select_bench --filter transposed` repeats it:
//     columns ahead | no prefetch | 8 and 16 | 32
//     time / limit  | 3.2         | 2.7      | 2.65
constexpr int cols_ahead = 32;

} // namespace

transpose_generator::transpose_generator(const transpose_params &params)
    : Xbyak::CodeGenerator(sizeof code, code),
      params_(params) {
    setDefaultJmpNEAR(true);
}

std::span<const std::byte> transpose_generator::generate() {
    Xbyak::Label next;
    enter();
    L(next);
    mov(reg_pieces, ptr[reg_args + offsetof(transpose_args, pieces)]);
    mov(reg_row, reg_out);
    mov(reg_group, reg_src);
    is_staged() ? emit_staged_group() : emit_group();
    step_to_next_group();
    add(reg_out, static_cast<std::uint32_t>(params_.group_cols() * params_.elem_bytes));
    dec(reg_groups);
    jnz(next);
    leave();
    return code_of(*this);
}

void transpose_generator::enter() {
    endbr64();
    push(rbp);
    mov(rbp, rsp);
    for (const auto &saved : {reg_pieces, reg_group, reg_ahead, reg_cols[2], reg_cols[3]})
        push(saved);
    mov(reg_src, ptr[reg_args + offsetof(transpose_args, src)]);
    mov(reg_out, ptr[reg_args + offsetof(transpose_args, out)]);
    mov(reg_stride, ptr[reg_args + offsetof(transpose_args, src_col_stride_bytes)]);
    mov(reg_row_stride, ptr[reg_args + offsetof(transpose_args, out_row_stride_bytes)]);
    mov(reg_groups, ptr[reg_args + offsetof(transpose_args, groups)]);
    lea(reg_stride3, ptr[reg_stride + reg_stride * 2]);
    if (!is_staged()) return;
    and_(rsp, static_cast<std::uint32_t>(-line_bytes));
    sub(rsp, staged_bytes);
}

void transpose_generator::leave() {
    if (is_wide()) vzeroupper();
    if (is_staged()) lea(rsp, ptr[rbp - saved_bytes]);
    for (const auto &saved : {reg_cols[3], reg_cols[2], reg_ahead, reg_group, reg_pieces})
        pop(saved);
    pop(rbp);
    ret();
}

void transpose_generator::emit_group() {
    constexpr int line_pieces = line_bytes / transposed_bytes;
    Xbyak::Label next_line, rest, next_piece, done;
    L(next_line);
    cmp(reg_pieces, line_pieces);
    jl(rest);
    prefetch_line();
    point_at_columns();
    for (int piece = 0; piece < line_pieces; ++piece)
        emit_piece(piece * static_cast<int>(transposed_bytes));
    add(reg_src, line_bytes);
    sub(reg_pieces, line_pieces);
    jmp(next_line);
    L(rest);
    test(reg_pieces, reg_pieces);
    jz(done);
    L(next_piece);
    point_at_columns();
    emit_piece(0);
    add(reg_src, static_cast<std::uint32_t>(transposed_bytes));
    dec(reg_pieces);
    jnz(next_piece);
    L(done);
}

void transpose_generator::point_at_columns() {
    for (int c = 4; c < params_.group_cols(); c += 4) {
        const auto at = static_cast<std::size_t>(c / 4);
        lea(reg_cols[at], ptr[reg_cols[at - 1] + reg_stride * 4]);
    }
}

void transpose_generator::prefetch_line() {
    imul(reg_ahead, reg_stride, cols_ahead);
    add(reg_ahead, reg_src);
    for (int c = 0; c < params_.group_cols(); ++c)
        prefetch_next();
}

// What is as long as a line may lie in two.
void transpose_generator::prefetch_next() {
    prefetcht1(ptr[reg_ahead]);
    prefetcht1(ptr[reg_ahead + line_bytes - 1]);
    add(reg_ahead, reg_stride);
}

void transpose_generator::step_to_next_group() {
    mov(reg_src, reg_stride);
    for (int cols = params_.group_cols(); cols > 1; cols /= 2)
        add(reg_src, reg_src);
    add(reg_src, reg_group);
}

Xbyak::RegExp transpose_generator::column(int c) const {
    const Xbyak::Reg64 &base = reg_cols[static_cast<std::size_t>(c / 4)];
    switch (c % 4) {
    case 0:
        return base + 0;
    case 1:
        return base + reg_stride;
    case 2:
        return base + reg_stride * 2;
    default:
        return base + reg_stride3;
    }
}

void transpose_generator::emit_piece(int offset) {
    const auto at = static_cast<std::size_t>(offset);
    for (int c = 0; c < half_cols(); ++c) {
        vmovdqu(Xbyak::Xmm(c), xword[column(c) + at]);
        if (is_wide())
            vinserti128(Xbyak::Ymm(c), Xbyak::Ymm(c), xword[column(half_cols() + c) + at], 1);
    }
    exchange();
    store_rows();
}

// vectors_[g * parts + p] holds columns of group g and rows of part p. Each level joins groups in
// pairs and halves the rows of a vector: unpack low gives the first half, unpack high the second.
void transpose_generator::exchange() {
    n_vectors_ = half_cols();
    int other = 8; // registers 0..7 and 8..15 take turns
    for (int c = 0; c < n_vectors_; ++c)
        vectors_[static_cast<std::size_t>(c)] = c;
    int parts = 1;
    for (int unit = params_.elem_bytes; unit < half_cols() * params_.elem_bytes; unit *= 2) {
        join(unit, parts, other);
        parts *= 2;
        other = 8 - other;
    }
}

void transpose_generator::join(int unit, int parts, int other) {
    std::array<int, 8> joined {};
    int n_joined = 0;
    const int groups = n_vectors_ / parts;
    for (int g = 0; g < groups; g += 2)
        for (int p = 0; p < parts; ++p) {
            const Xbyak::Xmm a = vector(vectors_[static_cast<std::size_t>(g * parts + p)]);
            const Xbyak::Xmm b = vector(vectors_[static_cast<std::size_t>((g + 1) * parts + p)]);
            for (const bool high : {false, true}) {
                unpack(unit, high, vector(other + n_joined), a, b);
                joined[static_cast<std::size_t>(n_joined)] = other + n_joined;
                ++n_joined;
            }
        }
    vectors_ = joined;
}

void transpose_generator::unpack(
        int unit, bool high, const Xbyak::Xmm &to, const Xbyak::Xmm &a, const Xbyak::Xmm &b) {
    switch (unit) {
    case 1:
        high ? vpunpckhbw(to, a, b) : vpunpcklbw(to, a, b);
        break;
    case 2:
        high ? vpunpckhwd(to, a, b) : vpunpcklwd(to, a, b);
        break;
    case 4:
        high ? vpunpckhdq(to, a, b) : vpunpckldq(to, a, b);
        break;
    default:
        high ? vpunpckhqdq(to, a, b) : vpunpcklqdq(to, a, b);
        break;
    }
}

void transpose_generator::store_rows() {
    for (int i = 0; i < n_vectors_; ++i) {
        store_row(vector(vectors_[static_cast<std::size_t>(i)]));
        add(reg_row, reg_row_stride);
    }
}

// A vector is one row; of elements of one byte it is two, since vectors of 16 bytes have 8 columns.
void transpose_generator::store_row(const Xbyak::Xmm &row) {
    if (is_wide()) return vmovdqu(yword[reg_row], Xbyak::Ymm(row.getIdx()));
    if (params_.elem_bytes != 1) return vmovdqu(xword[reg_row], row);
    vmovq(qword[reg_row], row);
    add(reg_row, reg_row_stride);
    vmovhps(qword[reg_row], row);
}

} // namespace libselect
