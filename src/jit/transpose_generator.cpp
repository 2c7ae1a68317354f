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
    Xbyak::Label next, next_line;
    enter();
    L(next);
    mov(reg_lines, ptr[reg_args + offsetof(transpose_args, lines)]);
    mov(reg_row, reg_out);
    mov(reg_group, reg_src);
    L(next_line);
    lea(reg_src4, ptr[reg_src + reg_stride * 4]);
    prefetch_line();
    for (int offset = 0; offset < line_bytes; offset += piece_bytes())
        emit_piece(offset);
    add(reg_src, line_bytes);
    dec(reg_lines);
    jnz(next_line);
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
    for (const auto &saved : {reg_lines, reg_group, reg_ahead})
        push(saved);
    mov(reg_src, ptr[reg_args + offsetof(transpose_args, src)]);
    mov(reg_out, ptr[reg_args + offsetof(transpose_args, out)]);
    mov(reg_stride, ptr[reg_args + offsetof(transpose_args, src_col_stride_bytes)]);
    mov(reg_row_stride, ptr[reg_args + offsetof(transpose_args, out_row_stride_bytes)]);
    mov(reg_groups, ptr[reg_args + offsetof(transpose_args, groups)]);
    lea(reg_stride3, ptr[reg_stride + reg_stride * 2]);
}

void transpose_generator::leave() {
    for (const auto &saved : {reg_ahead, reg_group, reg_lines})
        pop(saved);
    pop(rbp);
    ret();
}

// Prefetches into the second cache level. In the first, columns that are a power of two apart share
// one set.
void transpose_generator::prefetch_line() {
    imul(reg_ahead, reg_stride, cols_ahead);
    add(reg_ahead, reg_src);
    for (int c = 0; c < params_.group_cols(); ++c) {
        prefetcht1(ptr[reg_ahead]);
        add(reg_ahead, reg_stride);
    }
}

void transpose_generator::step_to_next_group() {
    mov(reg_src, reg_stride);
    for (int cols = params_.group_cols(); cols > 1; cols /= 2)
        add(reg_src, reg_src);
    add(reg_src, reg_group);
}

Xbyak::RegExp transpose_generator::column(int c) const {
    const Xbyak::Reg64 &base = c < 4 ? reg_src : reg_src4;
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
    const int n = params_.group_cols();
    for (int c = 0; c < n; ++c) {
        if (piece_bytes() == 8)
            vmovq(Xbyak::Xmm(c), qword[column(c) + static_cast<std::size_t>(offset)]);
        else
            vmovdqu(Xbyak::Xmm(c), xword[column(c) + static_cast<std::size_t>(offset)]);
    }
    exchange(n);
    store_rows();
}

// vectors_[g * parts + p] holds columns of group g and rows of part p. Each level joins groups in
// pairs and halves the rows of a vector: unpack low gives the first half, unpack high the second.
void transpose_generator::exchange(int n_cols) {
    n_vectors_ = n_cols;
    int other = 8; // registers 0..7 and 8..15 take turns
    for (int c = 0; c < n_cols; ++c)
        vectors_[static_cast<std::size_t>(c)] = c;
    int parts = 1;
    for (int unit = params_.elem_bytes; unit < n_cols * params_.elem_bytes; unit *= 2) {
        const bool half_full = piece_bytes() == 8 && unit == 1;
        join(unit, parts, half_full, other);
        if (!half_full) parts *= 2;
        other = 8 - other;
    }
}

void transpose_generator::join(int unit, int parts, bool half_full, int other) {
    std::array<int, 8> joined {};
    int n_joined = 0;
    const int groups = n_vectors_ / parts;
    for (int g = 0; g < groups; g += 2)
        for (int p = 0; p < parts; ++p) {
            const Xbyak::Xmm a(vectors_[static_cast<std::size_t>(g * parts + p)]);
            const Xbyak::Xmm b(vectors_[static_cast<std::size_t>((g + 1) * parts + p)]);
            unpack(unit, false, Xbyak::Xmm(other + n_joined), a, b);
            joined[static_cast<std::size_t>(n_joined)] = other + n_joined;
            ++n_joined;
            if (half_full) continue;
            unpack(unit, true, Xbyak::Xmm(other + n_joined), a, b);
            joined[static_cast<std::size_t>(n_joined)] = other + n_joined;
            ++n_joined;
        }
    n_vectors_ = n_joined;
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
        const Xbyak::Xmm row(vectors_[static_cast<std::size_t>(i)]);
        if (piece_bytes() == 16) {
            vmovdqu(xword[reg_row], row);
        } else {
            vmovq(qword[reg_row], row);
            add(reg_row, reg_row_stride);
            vmovhps(qword[reg_row], row);
        }
        add(reg_row, reg_row_stride);
    }
}

} // namespace libselect
