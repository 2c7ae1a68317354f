// SPDX-License-Identifier: Apache-2.0
// The transpose generator: a cache line of rows from each column of src.
//
// A column of src is a row of memory far from its neighbours, so each line of it is read once and
// used up: 64 / elem_bytes rows. Lines of 2 (8 bytes), 4 (4 bytes) or 8 (1 and 2 bytes) columns are
// exchanged 16 bytes at a time by a network of unpack instructions, log2 of that number deep, in
// xmm registers; wider registers cross lanes and gained nothing where memory is the limit.
#include <array>
#include <utility>

#include "jit/code_publisher.hpp"
#include "jit/jit_implementations.hpp"

namespace libselect {
namespace {

constexpr int line_bytes = 64;
// Transposed 2048 x 2048 floats, this constant changed, Zen 4, 2026-11-21: 3.2 times the limit
// without a prefetch, 2.7 with 8 or 16 columns ahead, 2.65 with 32. `select_bench --filter
// transposed` repeats it.
constexpr int cols_ahead = 32;

class transpose_generator : private code_buffer<8192>, public Xbyak::CodeGenerator {
public:
    explicit transpose_generator(int elem_bytes)
        : Xbyak::CodeGenerator(sizeof code, code),
          elem_bytes_(elem_bytes) {
        setDefaultJmpNEAR(true);
    }

    [[nodiscard]] int group_cols() const noexcept {
        return elem_bytes_ == 1 ? 8 : 16 / elem_bytes_;
    }

    void generate() {
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
        add(reg_out, static_cast<std::uint32_t>(group_cols() * elem_bytes_));
        dec(reg_groups);
        jnz(next);
        leave();
    }

private:
    // Bytes of a line that one network takes from each column.
    [[nodiscard]] int piece_bytes() const noexcept { return elem_bytes_ == 1 ? 8 : 16; }

    void enter() {
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

    void leave() {
        for (const auto &saved : {reg_ahead, reg_group, reg_lines})
            pop(saved);
        pop(rbp);
        ret();
    }

    // Into the second level: in the first, columns that are a power of two apart share one set.
    void prefetch_line() {
        imul(reg_ahead, reg_stride, cols_ahead);
        add(reg_ahead, reg_src);
        for (int c = 0; c < group_cols(); ++c) {
            prefetcht1(ptr[reg_ahead]);
            add(reg_ahead, reg_stride);
        }
    }

    void step_to_next_group() {
        mov(reg_src, reg_stride);
        for (int cols = group_cols(); cols > 1; cols /= 2)
            add(reg_src, reg_src);
        add(reg_src, reg_group);
    }

    Xbyak::RegExp column(int c) const {
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

    void emit_piece(int offset) {
        const int n = group_cols();
        for (int c = 0; c < n; ++c) {
            if (piece_bytes() == 8)
                vmovq(Xbyak::Xmm(c), qword[column(c) + static_cast<std::size_t>(offset)]);
            else
                vmovdqu(Xbyak::Xmm(c), xword[column(c) + static_cast<std::size_t>(offset)]);
        }
        exchange(n);
        store_rows();
    }

    // vectors_[g * parts + p] holds columns of group g and rows of part p. Each level joins groups
    // two and two and halves the rows: unpack low gives the first half, unpack high the second.
    void exchange(int n_cols) {
        n_vectors_ = n_cols;
        int other = 8; // registers 0..7 and 8..15 take turns
        for (int c = 0; c < n_cols; ++c)
            vectors_[static_cast<std::size_t>(c)] = c;
        int parts = 1;
        for (int unit = elem_bytes_; unit < n_cols * elem_bytes_; unit *= 2) {
            const bool half_full = piece_bytes() == 8 && unit == 1;
            join(unit, parts, half_full, other);
            if (!half_full) parts *= 2;
            other = 8 - other;
        }
    }

    void join(int unit, int parts, bool half_full, int other) {
        std::array<int, 8> joined {};
        int made = 0;
        const int groups = n_vectors_ / parts;
        for (int g = 0; g < groups; g += 2)
            for (int p = 0; p < parts; ++p) {
                const Xbyak::Xmm a(vectors_[static_cast<std::size_t>(g * parts + p)]);
                const Xbyak::Xmm b(vectors_[static_cast<std::size_t>((g + 1) * parts + p)]);
                unpack(unit, false, Xbyak::Xmm(other + made), a, b);
                joined[static_cast<std::size_t>(made)] = other + made;
                ++made;
                if (half_full) continue;
                unpack(unit, true, Xbyak::Xmm(other + made), a, b);
                joined[static_cast<std::size_t>(made)] = other + made;
                ++made;
            }
        n_vectors_ = made;
        vectors_ = joined;
    }

    void unpack(
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

    void store_rows() {
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

    const Xbyak::Reg64 reg_args {Xbyak::Operand::RDI};
    const Xbyak::Reg64 reg_src {Xbyak::Operand::RSI};
    const Xbyak::Reg64 reg_src4 {Xbyak::Operand::RDX};
    const Xbyak::Reg64 reg_out {Xbyak::Operand::RCX};
    const Xbyak::Reg64 reg_row {Xbyak::Operand::RAX};
    const Xbyak::Reg64 reg_stride {Xbyak::Operand::R8};
    const Xbyak::Reg64 reg_stride3 {Xbyak::Operand::R9};
    const Xbyak::Reg64 reg_row_stride {Xbyak::Operand::R10};
    const Xbyak::Reg64 reg_groups {Xbyak::Operand::R11};
    const Xbyak::Reg64 reg_lines {Xbyak::Operand::RBX};
    const Xbyak::Reg64 reg_group {Xbyak::Operand::R12}; // where the columns of the group begin
    const Xbyak::Reg64 reg_ahead {Xbyak::Operand::R13};

    const int elem_bytes_;
    std::array<int, 8> vectors_ {};
    int n_vectors_ = 0;
};

} // namespace

transpose_kernel create_transpose(cpu_isa isa, int elem_bytes, held_code &held) {
    code_key key {isa, code_kind::transpose, {}, {}};
    key.params.elem_bytes = elem_bytes;
    transpose_generator generator(elem_bytes);
    const std::string name = "transpose of w" + std::to_string(elem_bytes);
    const void *code = find_or_publish(
            key, name,
            [&] {
                generator.generate();
                return code_of(generator);
            },
            held);
    return {as_function<transpose_fn>(code), generator.group_cols()};
}

} // namespace libselect
