// SPDX-License-Identifier: Apache-2.0
// The row form: how the two innermost loops of a plan become long dense rows for a kernel.
#ifndef LIBSELECT_PLAN_ROW_FORM_HPP
#define LIBSELECT_PLAN_ROW_FORM_HPP

#include <cstdint>
#include <string>

#include "plan/plan.hpp"

namespace libselect {

// What is done to an input before a kernel reads it. (outer, inner) are its strides along the two
// innermost loops, unit is its width.
enum class stage_kind : std::uint8_t {
    none,      // read where it is
    copy,      // inner unit, outer any: rows lie apart and are put together
    transpose, // outer unit, inner any: rows and columns are exchanged
    gather     // anything else: element by element
};

// How an operand moves in rows that are fused into one.
enum class fused_role : std::uint8_t {
    full,      // element i of the fused row is element i of the operand
    repeating, // one element per row: each stands for a whole row
    periodic,  // one row: every row is the same
    scalar     // one element
};

// The fewest rows that are whole vectors.
struct group_size {
    int rows;
    int vectors;
};
[[nodiscard]] group_size group_of(int elem_bytes, int cols, int vector_bytes) noexcept;

// Vectors in a group above which rows are not fused: the code would crowd the instruction cache.
inline constexpr int max_group_vectors = 64;

// Always:
// - in the form of rows, a kernel sees block_rows x block_cols elements in `roles`;
// - fused, it sees block_rows rows of block_cols, the whole inner loop, as one row in
//   `fused_roles`: rows of dst follow each other without a gap;
// - a staged operand is brought into scratch block by block and is then full, or repeating when its
//   stride along the innermost loop is 0; a block of all of them together is at most stage_bytes,
//   and of at most stage_rows rows unless fused. When nothing is staged, a block is all there is.
struct row_form {
    bool fused = false;
    bool staged = false; // whether any kind is not none
    per_operand<stage_kind> kinds {};
    per_operand<role> roles {};
    per_operand<fused_role> fused_roles {};
    std::int64_t block_rows = 0;
    std::int64_t block_cols = 0;
    bool operator==(const row_form &) const = default;
};

// Of 16, 32, 64 and 128 KiB with 1 to 8 cache lines of rows, tried on the workload `transposed`
// (Zen 4, 2026-11-21), the smallest within the noise of the best time; scratch is on the stack.
inline constexpr std::int64_t stage_bytes = 32 << 10;
inline constexpr std::int64_t stage_rows = 64;

// Decides for a plan that is not empty and for kernels of vector_bytes, 32 or 64. With 0, for
// kernels without vectors, nothing is staged or fused.
[[nodiscard]] row_form make_row_form(const plan &made, int vector_bytes) noexcept;

// The same plan with its loops in the order that suits staging: when an input that is strided in
// the innermost loop has unit stride along an outer one, that loop comes second innermost, so that
// the input can be transposed. dst's strides may then grow inwards.
[[nodiscard]] plan order_for_staging(const plan &made) noexcept;

[[nodiscard]] const char *stage_kind_name(stage_kind kind) noexcept;
[[nodiscard]] const char *fused_role_name(fused_role kind) noexcept;

// "fused rows, src0 copy", "rows in blocks of 16x256, src0 transpose", "rows".
[[nodiscard]] std::string to_string(const row_form &form);

} // namespace libselect

#endif
