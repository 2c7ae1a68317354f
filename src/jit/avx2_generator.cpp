// SPDX-License-Identifier: Apache-2.0
// The AVX2 row generator: 32 bytes of dst per vector.
//
// The mask emitter gives a vector that is all ones where the condition is false, and vpblendvb
// takes src1 there. AVX2 has no masked loads of bytes, and a tail must not touch what lies beyond
// the row. So a row of at least one vector ends with a vector that overlaps the one before it. An
// element computed twice gives the same bits (see the kernel contract). A shorter row is two
// overlapping pieces, each the largest power of two of elements that fits.
#include <algorithm>
#include <bit>

#include "jit/avx2_ops.hpp"
#include "jit/generators.hpp"

namespace libselect::avx2 {
namespace {

constexpr int vectors_per_loop = 8;
constexpr int data_registers = 4;
// Registers:
//     ymm0 to ymm3     data of neighbouring vectors
//     ymm4 to ymm7     their masks; to ymm11 the masks of a row, where they are kept
//     ymm8 to ymm12    the mask emitter's; ymm12 is lent to blends under kept masks
//     ymm13, ymm14     constant sources
//     ymm15            zero
static_assert(2 * data_registers <= 8);
constexpr int most_kept = 8; // masks

class avx2_generator final : public row_generator {
public:
    explicit avx2_generator(const row_params &params)
        : row_generator(params, {vector_bytes, vectors_per_loop, block_cols_of(params), true}),
          mask_(make_avx2_mask(params.decides, frame())) {}

private:
    mask_emitter &mask() override { return *mask_; }

    void load_constants() override {
        vpxor(vmm_zero, vmm_zero, vmm_zero);
        mask_->load_constants();
        const bool has_pairs = !has_fixed_rows() || params().cols >= 2 * lanes();
        if (is(role::full, cond) && has_pairs && !keeps_masks()) mask_->prepare_pairs();
    }

    // Rows of whole vectors, whose conditions are not looked at. A shifted row has a mask more.
    [[nodiscard]] bool keeps_masks() const noexcept override {
        const int n_vectors = params().cols / lanes();
        return params().shares_masks && is(role::full, cond) && has_fixed_rows()
               && params().stores == store_kind::ordinary && block_cols_of(params()) == 0
               && params().cols % lanes() == 0 && n_vectors < most_kept;
    }
    void load_masks() override {
        const int half = lanes() / 2, last = params().cols - half;
        if (is_shifted()) mask_->load_piece(kept_piece(0), condition_at(0), half);
        for (int col = is_shifted() ? half : 0; col + lanes() <= params().cols; col += lanes())
            mask_->load(kept_mask(col), condition_at(col));
        if (is_shifted()) mask_->load_piece(kept_piece(last), condition_at(last), half);
    }
    // The mask of a vector of two rows is that of the last piece.
    void join_masks() override {
        const Xbyak::Ymm last = kept_mask(params().cols - lanes() / 2);
        vinserti128(last, last, kept_piece(0), 1);
    }
    void select_first_piece() override { select_piece(source::blend, 0, lanes() / 2); }
    void select_joined_row(row_order order, bool is_joined) override {
        const int half = lanes() / 2, last = params().cols - half;
        const int n_cols = params().cols - (is_joined ? 0 : lanes());
        if (order == row_order::forwards) {
            select_run(source::blend, half, n_cols);
            if (!is_joined) select_piece(source::blend, last, half);
        } else {
            if (!is_joined) select_piece(source::blend, last, half);
            select_run_backwards(half, n_cols);
        }
    }
    // The mask of the vector or piece from column col on.
    [[nodiscard]] Xbyak::Ymm kept_mask(int col) const {
        return Xbyak::Ymm(data_registers + (is_shifted() ? col + lanes() / 2 : col) / lanes());
    }
    [[nodiscard]] Xbyak::Xmm kept_piece(int col) const {
        return Xbyak::Xmm(kept_mask(col).getIdx());
    }

    void load_constant(operand from) override {
        avx2::broadcast(*this, elem_bytes(), constant_source(from), column(from));
    }

    void select_vector(source from, int col) override { select_run(from, col, lanes()); }

    // All vectors of a group are computed before the first is stored, as the AVX-512 generator
    // does.
    void select_run(source from, int first, int n_cols) override {
        const int end = first + n_cols;
        while (first < end) {
            const int group_end = std::min(end, first + group_vectors(from) * lanes());
            select_group(from, first, group_end);
            first = group_end;
        }
    }
    void select_run_backwards(int first, int n_cols) {
        const int group_cols = group_vectors(source::blend) * lanes();
        for (int end = first + n_cols; end > first; end -= group_cols)
            select_group(source::blend, std::max(first, end - group_cols), end);
    }
    void select_group(source from, int first, int end) {
        compute(from, first, end);
        for (int col = first; col < end; col += lanes())
            store(col, result(from, col));
    }

    // Where both sources are loaded and stores go to the caches, two vectors are a group; why that
    // is faster was not looked for. Where blends are split, it was not measured. Whole calls, 4 KiB
    // of dst in L1, time by pairs over that by four, medians of 301 rounds (AMD EPYC, family 25
    // model 1, 2026-11-28, a program outside the tree). In L2, l2_16k of select_bench in malloc's
    // memory lost: 2.24 > 2.34 us.
    //     bytes of an element       | 1    | 2    | 4    | 8    | 16
    //     both loaded               | 1.00 | 0.94 | 0.90 | 0.90 | 0.90
    //     16 bytes behind a line    | 1.02 | 0.95 | 0.93 | 0.92 | 0.95
    //     one constant, 16 behind   | 0.99 | 0.99 | 1.06 | 1.05 | 1.03
    [[nodiscard]] int group_vectors(source from) const noexcept {
        const bool loads_both = !is(role::constant, src0) && !is(role::constant, src1);
        const bool has_pairs = from == source::blend && loads_both;
        return has_pairs && !streams() && !params().splits_blends ? 2 : data_registers;
    }

    // In place, a load that overlaps the store before it in part waits until that has left for the
    // cache. So what overlaps is loaded before any of it is stored. 1,000 rows in place, us (AMD
    // EPYC, family 25 model 17, 2026-11-23): 15 of 4 bytes 6.8 -> 2.1, 35 of 4 bytes 8.1 -> 4.2.
    void select_fixed_end(source from, int first) override {
        const int end = params().cols / lanes() * lanes(), last = params().cols - lanes();
        if (first == end || end == params().cols)
            return row_generator::select_fixed_end(from, first);
        const int in_groups = (end - first) / lanes() % data_registers;
        const int begin = end - std::max(in_groups, 1) * lanes();
        select_run(from, first, begin - first);
        compute(from, begin, end);
        compute(from, last, last + lanes());
        for (int col = begin; col < end; col += lanes())
            store(col, result(from, col));
        store(last, result(from, last));
    }

    void compute(source from, int first, int end) {
        for (int col = first; col < end; col += lanes()) {
            const int next = col + lanes();
            if (from != source::blend) {
                load_source(from, col);
            } else if (keeps_masks()) {
                blend(col);
            } else if (next == end) {
                mask_->load(mask_register(col), condition_at(col));
                blend(col);
            } else {
                mask_->load_pair(mask_register(col), mask_register(next), condition_at(col));
                blend(col);
                blend(next);
                col = next;
            }
        }
    }

    void load_source(source from, int col) {
        const operand which = from == source::src0 ? src0 : src1;
        if (!is(role::constant, which)) vmovdqu(data_register(col), yword[column(which, col)]);
    }

    // Where compute() leaves a vector.
    [[nodiscard]] Xbyak::Ymm result(source from, int col) const {
        const operand which = from == source::src0 ? src0 : src1;
        const bool is_constant = from != source::blend && is(role::constant, which);
        return is_constant ? constant_source(which) : data_register(col);
    }

    // Of neighbouring vectors, and of one that overlaps the last of them.
    [[nodiscard]] int register_of(int col) const {
        return (col + lanes() - 1) / lanes() % data_registers;
    }
    [[nodiscard]] Xbyak::Ymm data_register(int col) const { return Xbyak::Ymm(register_of(col)); }
    [[nodiscard]] Xbyak::Ymm mask_register(int col) const {
        return keeps_masks() ? kept_mask(col) : Xbyak::Ymm(data_registers + register_of(col));
    }

    // Selects a vector whose mask is loaded.
    void blend(int col) {
        const Xbyak::Ymm constants[] {constant_source(src0), constant_source(src1)};
        const Xbyak::Address at[] {yword[column(src0, col)], yword[column(src1, col)]};
        const auto source_at = [&](int i) -> const Xbyak::Operand & {
            if (is(role::constant, i == 0 ? src0 : src1)) return constants[i];
            return at[i];
        };
        const Xbyak::Ymm into = data_register(col), mask = mask_register(col);
        if (params().splits_blends && keeps_masks())
            return avx2::blend_keeping(*this, into, source_at(0), source_at(1), mask, vmm_spare);
        avx2::blend(*this, params().splits_blends, into, source_at(0), source_at(1), mask);
    }

    void select_tail(source from) override {
        if (params().stores == store_kind::streaming) return select_two_pieces(from, lanes() / 2);
        Xbyak::Label short_row, done;
        cmp(qword[reg_loops + offsetof(kernel_loops, cols)], imm(lanes()));
        jl(short_row);
        move_pointers(from, lanes()); // back, so that the last vector ends with the row
        select_vector(from, 0);
        jmp(done);
        L(short_row);
        select_two_pieces(from, lanes() / 2);
        L(done);
    }

    void select_line_head(source from) override { select_two_pieces(from, lanes(), true); }

    // A row shorter than a vector is two overlapping pieces. A longer row ends with a vector that
    // overlaps the one before it.
    void select_fixed_tail(source from, int /*col*/) override {
        const int cols = params().cols;
        if (cols >= lanes()) {
            select_vector(from, cols - lanes());
            return;
        }
        const int n = static_cast<int>(std::bit_floor(static_cast<unsigned>(cols)));
        compute_piece(from, 0, n, 0);
        if (n < cols) compute_piece(from, cols - n, n, 1);
        store_piece(0, n, 0);
        if (n < cols) store_piece(cols - n, n, 1);
    }

    void select_head(source from) override { select_vector(from, 0); }

    void select_part(source from, int n_bytes) override {
        select_columns(from, n_bytes / elem_bytes());
    }

    [[nodiscard]] bool has_shifted_rows() const noexcept override { return true; }
    void select_shifted_row(source from) override {
        const int half = lanes() / 2, n_cols = params().cols;
        select_piece(from, 0, half);
        // The first vector comes before other loads: where stores stream, those that miss could
        // push out the line that the row before has begun.
        if (n_cols > lanes()) select_vector(from, half);
        if (n_cols > 2 * lanes()) select_run(from, half + lanes(), n_cols - 2 * lanes());
        select_piece(from, n_cols - half, half);
    }

    void store(int col, const Xbyak::Ymm &from) {
        avx2::store(*this, column(dst, col), from, streams());
    }

    void leave_vector_state() override { vzeroupper(); }

    // Moves the pointers on by reg_cols_left - n columns, so that the n columns from there end the
    // row.
    void move_pointers(source from, int n) {
        sub(reg_cols_left, imm(n));
        advance_by(from, reg_cols_left);
    }

    // Selects the next reg_cols_left columns, 1 <= reg_cols_left < 2 * largest, as two overlapping
    // pieces. Moves the pointers, behind these columns if that is asked for.
    void select_two_pieces(source from, int largest, bool moves_behind = false) {
        Xbyak::Label done;
        for (int n = largest; n >= 1; n /= 2) {
            Xbyak::Label shorter;
            cmp(reg_cols_left, imm(n));
            jl(shorter);
            select_columns(from, n);
            move_pointers(from, n); // on, so that the second piece ends with the last column
            select_columns(from, n);
            if (moves_behind) advance(from, n);
            jmp(done);
            L(shorter);
        }
        L(done);
    }

    void select_columns(source from, int n) {
        if (n == lanes())
            select_vector(from, 0);
        else
            select_piece(from, 0, n);
    }

    // Selects n columns from col on, 1 <= n < lanes, at most 16 bytes of dst.
    void select_piece(source from, int col, int n) {
        compute_piece(from, col, n, 0);
        store_piece(col, n, 0);
    }

    // Two pieces have registers of their own: 0 and 1.
    void compute_piece(source from, int col, int n, int at) {
        const Xbyak::Xmm data(at), other(2 + at);
        const Xbyak::Xmm mask = keeps_masks() ? kept_piece(col) : Xbyak::Xmm(data_registers + at);
        const int n_bytes = n * elem_bytes();
        if (from != source::blend)
            return load_piece(data, from == source::src0 ? src0 : src1, col, n_bytes);
        if (!keeps_masks()) mask_->load_piece(mask, condition_at(col), n);
        load_piece(data, src0, col, n_bytes);
        load_piece(other, src1, col, n_bytes);
        vpblendvb(data, data, other, mask);
    }

    void store_piece(int col, int n, int at) {
        if (streams())
            vmovntdq(xword[column(dst, col)], Xbyak::Xmm(at)); // parts of 16 bytes
        else
            avx2::store_bytes(*this, column(dst, col), Xbyak::Xmm(at), n * elem_bytes());
    }

    void load_piece(const Xbyak::Xmm &into, operand from, int col, int n_bytes) {
        if (is(role::constant, from))
            vmovdqa(into, Xbyak::Xmm(constant_source(from).getIdx()));
        else
            avx2::load_bytes(*this, into, column(from, col), n_bytes, vmm_zero);
    }

    const Xbyak::Ymm vmm_spare {12}, vmm_zero {15};
    const std::unique_ptr<avx2_mask> mask_;
};

} // namespace
} // namespace libselect::avx2

namespace libselect {

std::unique_ptr<row_generator> make_avx2_generator(const row_params &params) {
    return std::make_unique<avx2::avx2_generator>(params);
}

} // namespace libselect
