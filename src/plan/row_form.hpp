// SPDX-License-Identifier: Apache-2.0
// The row form: the two innermost loops of a walk as long dense rows for a kernel.
#ifndef LIBSELECT_PLAN_ROW_FORM_HPP
#define LIBSELECT_PLAN_ROW_FORM_HPP

#include <cstdint>
#include <string>

#include "plan/walk_order.hpp"

namespace libselect {

// The way a block of an input gets into dense scratch before a kernel reads it. In the comments,
// (outer, inner) are the input's strides along the two innermost loops, and unit is the step
// between its dense neighbours.
enum class gather_kind : std::uint8_t {
    none,        // nothing is gathered: the kernel reads the input where it lies
    copy,        // inner is unit: dense rows with gaps between them lose the gaps
    transpose,   // outer is unit or -unit: rows and columns are exchanged
    elementwise, // any other strides
    box          // in boxes of several loops (box_form.hpp), dst too
};

// The way an operand moves in rows that are fused into a long row.
enum class fused_role : std::uint8_t {
    full,      // element i of the fused row is element i of the operand
    repeating, // one element per row, which serves the whole row
    periodic,  // one row, which serves as every row
    constant   // one element, which serves all rows
};

// A group: the smallest number of rows that fills whole vectors, and the number of those vectors.
struct group_size {
    int rows;
    int vectors;
};
[[nodiscard]] group_size group_of(int elem_bytes, int cols, int vector_bytes) noexcept;

// Rows of more bytes are not fused: the last, partial vector of such a row is a small part of its
// cost. Not tuned.
inline constexpr int max_fused_row_bytes = 1024;
// Rows whose group has more vectors are not fused: their code would fill too much of the
// instruction cache. Not tuned.
inline constexpr int max_group_vectors = 64;

// What is always true:
// - unfused, a kernel sees block_rows x block_cols elements in `roles`;
// - fused, a kernel sees block_rows rows of block_cols, the whole inner loop, as one long row in
//   `fused_roles`; rows of dst follow each other without a gap;
// - an input whose gather_kind is not none is copied to scratch block by block; there it is full,
//   or repeating when its stride along the innermost loop is 0;
// - the elements of the gathered blocks of all inputs take at most max_scratch_bytes together;
// - a gathered block that is not fused has at most max_block_rows rows;
// - when nothing is gathered, one block is the two innermost loops as a whole, but for strided rows:
//   there it is a row or, in bands, all rows of some loops, by a part of the columns.
struct row_form {
    bool fused = false;
    bool gathers = false; // whether any operand is gathered
    bool boxed = false;   // in boxes: the walk has merged columns
    bool strided = false; // on kernels for any strides, without scratch (kernel/strided_rows.hpp)
    per_operand<gather_kind> gather {};
    per_operand<role> roles {};
    per_operand<fused_role> fused_roles {};
    std::int64_t block_rows = 0;
    std::int64_t block_cols = 0;
    // Whether strided rows are walked in bands of columns: lines that several rows touch then stay
    // in a cache from row to row.
    [[nodiscard]] bool has_bands() const noexcept { return strided && block_rows > 1; }
    bool operator==(const row_form &) const = default;
};

// The size of scratch, and the most rows of a block, which keeps what lies between its rows small.
// ms of the workload `transposed` by scratch and rows, changed here (AMD EPYC, Zen 3, 512 KiB L2,
// medians of 3 runs, 2026-11-22):
//     KiB     | 32  | 64  | 128 | 256
//     32 rows | 6.0 | 7.1 | 7.0 |
//     64 rows | 7.0 | 4.8 | 4.3 | 4.8
// On Zen 4 (1 MiB L2, 2026-11-21) 32 to 128 KiB were alike. Smaller is better where times are
// alike, since scratch lies on the stack.
inline constexpr std::int64_t max_scratch_bytes = 64 << 10;
inline constexpr std::int64_t max_block_rows = 128;

// Chooses the form for a walk that is not empty. The kernels have vectors of vector_bytes, 32 or
// 64. With 0 they have no vectors, and nothing is gathered or fused. Rows that may not be fused
// are the other form where this one is fused.
[[nodiscard]] row_form make_row_form(
        const walk_order &walk, int vector_bytes, bool may_fuse = true) noexcept;

// The same form with small blocks where it transposes an input: rows of 512 bytes of dst, and two
// lines of an input of its width (one of 1-byte elements). Which ones are faster depends on the
// machine and on the distance between columns. ms, src0 transposed, one thread, buffers aligned
// (AMD EPYC, family 25 model 17, 1 MiB L2, 2026-11-25, medians of calls in a program outside the
// tree):
//     elements | f32 2048x2048 | f32 2000x2000 | bf16 4096x4096 | f64 2048x2048
//     usual    | 3.1           | 2.5           | 8.2            | 6.1
//     small    | 2.5           | 2.9           | 6.7            | 4.2
[[nodiscard]] row_form with_small_blocks(const walk_order &walk, row_form form) noexcept;

// Whether kernels interleave so many columns, or take so many rows apart.
[[nodiscard]] constexpr bool is_narrow(std::int64_t extent) noexcept {
    return extent >= 2 && extent <= 4;
}

// The rows or columns of an operand, gathered by transposing, that a narrow kernel takes: 2, 3 or 4
// rows of a block whose columns have no gap between them, or as many columns of fused rows. Else 0.
[[nodiscard]] int narrow_rows(const walk_order &walk, const row_form &form, operand which) noexcept;
[[nodiscard]] int narrow_cols(const row_form &form) noexcept;

// Strided rows of at most so many columns are straight code where they are generated. Not tuned: it
// bounds code.
inline constexpr int straight_cols = 32;
// The columns of each row, where they are so few; else 0, also where the last band has fewer.
[[nodiscard]] int straight_cols_of(const walk_order &walk, const row_form &form) noexcept;

// Whether there are loops of vectors for strided rows of these roles (kernel/portable_strided.hpp):
// cond is full, and one operand is strided, or both sources of 4 bytes.
[[nodiscard]] bool has_blended_loop(const per_operand<role> &roles, int elem_bytes) noexcept;
// Whether rows of so many columns are computed by them, beside other compiled or generated loops.
[[nodiscard]] bool blends_strided(const per_operand<role> &roles, int elem_bytes, std::int64_t cols,
        bool are_compiled) noexcept;

[[nodiscard]] const char *gather_kind_name(gather_kind kind) noexcept;
[[nodiscard]] const char *fused_role_name(fused_role kind) noexcept;

// "fused rows, src0 copy", "rows in blocks of 16x256, src0 transpose", "strided rows in bands of
// 9x64", "rows".
[[nodiscard]] std::string to_string(const row_form &form);

} // namespace libselect

#endif
