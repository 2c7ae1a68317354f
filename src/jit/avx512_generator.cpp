// SPDX-License-Identifier: Apache-2.0
// The AVX-512 row generator: F, BW, VL and DQ; 64 bytes of dst per vector, or 32 where the
// parameters say narrow. Only narrow rows look for runs of equal conditions.
//
// The mask emitter gives a mask register per vector. Both sources are loaded whole, unless they are
// constant and so in registers already, and src0 is blended over src1 under the mask. Tails load
// under a second mask. They read and write no byte outside the row, since a masked-off byte is
// never accessed. In place, only the other source is loaded, and stored under the mask.
//
// No whole vector is loaded under a mask, as the operand of a blend is that is in memory. From
// beyond L2, AMD's Zen 5 loads such operands slowly; it seems not to prefetch for them. One loop in
// both forms, a program that is not in the tree, ordinary stores, 2026-11-23:
//     elements of 4 bytes       1,024      16,384    16 M      64 M
//     64-byte vectors, memory   0.032 us   1.29 us   6.12 ms   30.2 ms
//     64-byte vectors, loaded   0.032      1.29      5.13      22.0
//     32-byte vectors, memory   0.060      1.30      7.54      33.1
//     32-byte vectors, loaded   0.064      1.16      5.28      24.2
#include <algorithm>
#include <span>
#include <vector>

#include "jit/avx512_lines.hpp"
#include "jit/avx512_ops.hpp"
#include "jit/generators.hpp"

namespace libselect::avx512 {
namespace {

// Little depends on this constant: 1,024 elements of 4 bytes take 58.8 ns with 8 and 60 ns with 4.
// Measured by changing it and calling the kernel alone (Zen 4, 2026-11-21).
constexpr int vectors_per_loop = 8;
constexpr int data_registers = 8;
constexpr int mask_registers = 4;
static_assert(vectors_per_loop <= data_registers);
// The registers not counted here:
//     16 to 18, 29, k6   the mask emitter's; 0 and 1 are lent to it while it counts changes, and 0
//                        to 5, k1 and k2 to avx512_lines.cpp while it lists lines
//     30, 31             constant sources
//     k5, k7             masks of tails, or of the last pieces of shifted rows; k5 is lent to the
//                        mask emitter before them
constexpr int most_kept = mask_registers + 2; // masks of a shifted row
static_assert(2 * data_registers <= 16 && 1 + mask_registers <= 5);

class avx512_generator final : public row_generator {
public:
    explicit avx512_generator(const row_params &params)
        : row_generator(params, {vector_bytes_of(params), vectors_per_loop,
                                        params.narrow ? block_cols_of(params) : 0, true}),
          mask_(make_avx512_mask(params.decides, frame())) {}

private:
    mask_emitter &mask() override { return *mask_; }

    void load_constants() override {
        mask_->load_constants();
        const int rest = params().cols % lanes();
        if (rest == 0) return;
        avx512::set_low_bits(*this, k_tail, rest * bits_per_col(), reg_tmp);
        mask_->prepare_tail(rest);
    }

    // The first of each group of registers is that of the first vector of a row.
    [[nodiscard]] bool keeps_masks() const noexcept override {
        return params().shares_masks && is(role::full, cond) && has_fixed_rows() && !params().narrow
               && params().stores == store_kind::ordinary && has_registers_for_masks();
    }
    // Those of a shifted row, which has no tail, may take the registers of one.
    [[nodiscard]] bool has_registers_for_masks() const noexcept {
        return is_shifted() ? shifted_pieces().size() <= most_kept
                            : params().cols / lanes() <= mask_registers;
    }
    [[nodiscard]] bool loads_masks(source from) const noexcept {
        return from == source::blend && !keeps_masks();
    }
    void load_masks() override {
        if (is_shifted()) return load_masks_of(shifted_pieces());
        const int n_whole = params().cols / lanes();
        load_neighbours(0, n_whole, 0, lanes());
        if (params().cols % lanes() != 0) load_tail_mask(n_whole * lanes());
    }

    void load_constant(operand from) override {
        avx512::broadcast(*this, elem_bytes(), constant(from), column(from));
    }

    void select_vector(source from, int col) override { select_run(from, col, lanes()); }

    void select_run(source from, int first, int n_cols) override {
        std::vector<piece> pieces;
        for (int col = first; col < first + n_cols; col += lanes())
            pieces.push_back({col, vector_bytes_of(params())});
        select_pieces(from, pieces);
    }

    void select_part(source from, int n_bytes) override {
        const piece part {0, n_bytes};
        select_pieces(from, {&part, 1});
    }

    // Where masks are kept in usual rows, only if they are in shifted ones.
    [[nodiscard]] bool has_shifted_rows() const noexcept override {
        return !keeps_masks() || shifted_pieces().size() <= most_kept;
    }
    void select_shifted_row(source from) override {
        const std::vector<piece> pieces = shifted_pieces();
        // Where stores stream, the line that the row before has begun is ended at once: loads that
        // miss could push it out.
        const std::size_t first = streams() ? 2 : 0;
        select_pieces(from, std::span(pieces).first(first));
        select_pieces(from, std::span(pieces).subspan(first));
    }

    // Where masks are kept, that of a vector of two rows is that of the last piece.
    void join_masks() override {
        const int n_bits = cols_of_16() * bits_per_col();
        const Xbyak::Opmask last = k_cond(params().cols / (2 * cols_of_16()));
        kmovq(reg_tmp, last);
        kmovq(reg_shift, k_cond(0));
        and_(reg_tmp, imm((1 << n_bits) - 1));
        shl(reg_shift, n_bits);
        or_(reg_tmp, reg_shift);
        kmovq(last, reg_tmp);
    }
    void select_first_piece() override {
        const piece first {0, 16};
        select_pieces(source::blend, {&first, 1});
    }
    void select_joined_row(row_order order, bool is_joined) override {
        std::vector<piece> pieces = shifted_pieces();
        pieces.erase(pieces.begin());
        if (is_joined) pieces.back().n_bytes = 32;
        if (order == row_order::backwards) std::reverse(pieces.begin(), pieces.end());
        select_pieces(source::blend, pieces);
    }

    // Columns of one vector register.
    struct piece {
        int col, n_bytes;
    };

    // Vectors of 32 bytes, since sources that malloc placed share the alignment of dst to 32 bytes,
    // and rarely that to 64.
    [[nodiscard]] std::vector<piece> shifted_pieces() const {
        const int n_bytes = params().cols * elem_bytes();
        std::vector<piece> pieces {{0, 16}};
        for (int at = 16; at + 32 < n_bytes; at += 32)
            pieces.push_back({at / elem_bytes(), 32});
        pieces.push_back({(n_bytes - 16) / elem_bytes(), 16});
        return pieces;
    }

    // In place, a blend stores the other source under its mask and does not read dst: a load that
    // overlaps the store before it in part waits until that has left for the cache. Time over that
    // of load, blend and store, conditions at random (AMD EPYC, family 25 model 17, 2026-11-23, a
    // loop outside the tree):
    //     elements             | 4,096 | 65,536 | 1 M  | 16 M | rows of 7 or 15
    //     of 4 bytes           | 0.52  | 0.72   | 0.82 | 0.92 | 0.14
    //     the same, misaligned | 0.53  | 0.57   | 0.66 | 0.80 | 0.14
    //     of 1 byte            | 0.93  | 1.01   | 0.90 | 0.97 |
    //     the same, misaligned | 0.59  | 0.70   | 0.87 | 0.85 |
    [[nodiscard]] bool stores_changes(source from) const noexcept {
        return from == source::blend && params().kept != in_place::none;
    }
    // The mask of a piece, the `at`th of a group.
    [[nodiscard]] Xbyak::Opmask k_cond(const piece &of, int at) const {
        if (!keeps_masks()) return k_cond(at);
        return k_cond(is_shifted() ? (of.col / cols_of_16() + 1) / 2 : of.col / lanes());
    }
    // Mask `at`, of those of a row where masks are kept, else of those of a group.
    [[nodiscard]] Xbyak::Opmask k_cond(int at) const {
        if (!keeps_masks()) return Xbyak::Opmask(1 + at % mask_registers);
        return at <= mask_registers ? Xbyak::Opmask(1 + at) : k_tail;
    }

    void select_pieces(source from, std::span<const piece> pieces) {
        const bool loads_few = stores_changes(from) && !keeps_masks();
        const std::size_t most = loads_few ? mask_registers : data_registers;
        while (!pieces.empty()) {
            const std::size_t n = std::min(pieces.size(), most);
            select_group(from, pieces.first(n));
            pieces = pieces.subspan(n);
        }
    }

    // All pieces of a group are computed before the first is stored. A load is compared with the
    // stores before it by the lowest 12 bits of their addresses; where these are equal, it waits
    // for the store. Buffers that malloc places one behind the other are a few lines apart in them.
    void select_group(source from, std::span<const piece> group) {
        for (std::size_t i = 0; i < group.size(); ++i) {
            if (loads_masks(from) && i % mask_registers == 0)
                load_masks_of(
                        group.subspan(i, std::min<std::size_t>(group.size() - i, mask_registers)));
            compute(from, group[i], static_cast<int>(i));
        }
        for (std::size_t i = 0; i < group.size(); ++i)
            store_result(from, group[i], static_cast<int>(i));
    }

    // Where compute() leaves a piece.
    [[nodiscard]] static Xbyak::Xmm data(const piece &of, int at) {
        return avx512::vector_register(of.n_bytes, at);
    }

    // The masks of neighbouring pieces, at most mask_registers of them.
    void load_masks_of(std::span<const piece> pieces) {
        for (int at = 0; !pieces.empty();) {
            const piece &first = pieces.front();
            const auto end = std::find_if(pieces.begin(), pieces.end(),
                    [&](const piece &each) { return each.n_bytes != first.n_bytes; });
            const auto n = static_cast<std::size_t>(end - pieces.begin());
            load_neighbours(at, static_cast<int>(n), first.col, first.n_bytes / elem_bytes());
            at += static_cast<int>(n);
            pieces = pieces.subspan(n);
        }
    }
    // n_masks masks from the first on: of vectors of n_cols columns, 1 where cond is true or, in
    // place, where dst changes.
    void load_neighbours(int first, int n_masks, int col, int n_cols) {
        mask_->load_several(k_cond(first), n_masks, condition_at(col), n_cols);
        if (params().kept != in_place::src0) return;
        for (int at = first; at < first + n_masks; ++at)
            knotq(k_cond(at), k_cond(at));
    }
    void load_tail_mask(int col) {
        mask_->load_tail(k_cond_tail, condition_at(col), k_tail);
        if (params().kept == in_place::src0) kandnq(k_cond_tail, k_cond_tail, k_tail);
        if (params().kept == in_place::src1) kandq(k_cond_tail, k_cond_tail, k_tail);
    }

    void compute(source from, const piece &of, int at) {
        const Xbyak::Xmm into = data(of, at);
        if (from != source::blend) {
            (void)fetch(into, operand_of(from), of);
            return;
        }
        if (stores_changes(from)) {
            (void)fetch(into, operand_of(changed_source()), of);
            return;
        }
        const Xbyak::Xmm spare = avx512::vector_register(of.n_bytes, data_registers + at);
        const Xbyak::Xmm other = fetch(into, src1, of);
        avx512::blend(*this, elem_bytes(), into | k_cond(of, at), other, fetch(spare, src0, of));
    }

    void store_result(source from, const piece &of, int at) {
        const Xbyak::RegExp to = column(dst, of.col);
        if (stores_changes(from))
            store(to, register_of(operand_of(changed_source()), of, at) | k_cond(of, at));
        else if (from == source::blend)
            store(to, data(of, at));
        else
            store(to, register_of(operand_of(from), of, at));
    }

    [[nodiscard]] static operand operand_of(source from) noexcept {
        return from == source::src0 ? src0 : src1;
    }
    // The register that fetch() gave a piece of a source that compute() took alone.
    [[nodiscard]] Xbyak::Xmm register_of(operand which, const piece &of, int at) const {
        return is(role::constant, which) ? constant_source(of.n_bytes, which) : data(of, at);
    }

    // The register that has a piece of a source: `into`, or that of a constant source.
    Xbyak::Xmm fetch(const Xbyak::Xmm &into, operand which, const piece &of) {
        if (is(role::constant, which)) return constant_source(of.n_bytes, which);
        load(into, column(which, of.col));
        return into;
    }

    [[nodiscard]] static int vector_bytes_of(const row_params &params) noexcept {
        const bool is_streamed_row = params.cols != 0 && params.stores == store_kind::streaming;
        return params.narrow || is_streamed_row ? 32 : 64; // such a row is no whole lines
    }
    [[nodiscard]] Xbyak::Xmm vector(int index) const {
        return vector_register(vector_bytes_of(params()), index);
    }
    [[nodiscard]] Xbyak::Xmm constant(operand which) const {
        return constant_source(vector_bytes_of(params()), which);
    }

    // The head is reg_tmp columns long. A whole vector is computed there, unaligned; its other
    // columns are computed again by the vectors that follow.
    void select_head(source from) override { select_vector(from, 0); }

    // The head of a line may hold a narrow vector and a tail.
    void select_line_head(source from) override {
        Xbyak::Label tail, done;
        if (vector_bytes_of(params()) == 32) {
            cmp(reg_cols_left, imm(lanes()));
            jl(tail);
            select_vector(from, 0);
            advance(from, lanes());
            sub(reg_cols_left, imm(lanes()));
            jz(done);
        }
        L(tail);
        select_tail(from);
        advance_by(from, reg_cols_left);
        L(done);
    }

    void select_tail(source from) override {
        avx512::set_low_bits(*this, k_tail, reg_cols_left, bits_per_col(), reg_tmp, reg_shift);
        mask_->prepare_tail(reg_cols_left);
        select_fixed_tail(from, 0);
    }

    void select_fixed_tail(source from, int col) override {
        const Xbyak::Xmm data = vector(0);
        if (loads_masks(from)) load_tail_mask(col);
        if (stores_changes(from)) {
            load_tail(data, operand_of(changed_source()), col);
            store(column(dst, col), data | k_cond_tail);
            return;
        }
        if (from == source::blend) {
            load_tail(data, src1, col);
            if (is(role::constant, src0))
                avx512::blend(*this, elem_bytes(), data | k_cond_tail, data, constant(src0));
            else
                load(data | k_cond_tail, column(src0, col));
        } else {
            load_tail(data, operand_of(from), col);
        }
        store(column(dst, col), data | k_tail);
    }

    void load_tail(const Xbyak::Xmm &data, operand which, int col) {
        if (is(role::constant, which))
            vmovdqa64(data, constant(which));
        else
            load(data | k_tail | T_z, column(which, col));
    }

    [[nodiscard]] bool lists_lines() const noexcept override {
        return elem_bytes() > 1 && elem_bytes() < 16;
    }
    void list_lines(const line_lists &lists) override { avx512::list_lines(*this, lists); }

    void leave_vector_state() override { vzeroupper(); }

    void load(const Xbyak::Xmm &into, const Xbyak::RegExp &at) {
        avx512::load(*this, elem_bytes(), into, at);
    }
    void store(const Xbyak::RegExp &at, const Xbyak::Xmm &from) {
        avx512::store(*this, elem_bytes(), at, from, streams());
    }

    // Columns of 16 bytes.
    [[nodiscard]] int cols_of_16() const noexcept { return 16 / elem_bytes(); }
    // Elements of 16 bytes are pairs of quadwords.
    [[nodiscard]] int bits_per_col() const noexcept { return elem_bytes() == 16 ? 2 : 1; }

    const Xbyak::Opmask k_cond_tail {5};
    const Xbyak::Opmask k_tail {7};
    const std::unique_ptr<avx512_mask> mask_;
};

} // namespace
} // namespace libselect::avx512

namespace libselect {

std::unique_ptr<row_generator> make_avx512_generator(const row_params &params) {
    return std::make_unique<avx512::avx512_generator>(params);
}

} // namespace libselect
