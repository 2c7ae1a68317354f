// SPDX-License-Identifier: Apache-2.0
// The row form: how the two innermost loops of a walk become long dense rows for a kernel.
#ifndef LIBSELECT_PLAN_ROW_FORM_HPP
#define LIBSELECT_PLAN_ROW_FORM_HPP

#include <cstdint>
#include <string>

#include "plan/walk_order.hpp"

namespace libselect {

// How a block of an input gets into dense scratch before a kernel reads it. (outer, inner) are the
// input's strides along the two innermost loops, unit is the step between its dense neighbours.
enum class gather_kind : std::uint8_t {
    none,       // it does not: the kernel reads the input where it lies
    copy,       // inner is unit: rows that lie apart are put together
    transpose,  // outer is unit: rows and columns are exchanged
    elementwise // any other strides
};

// How an operand moves in rows that are fused into a long one.
enum class fused_role : std::uint8_t {
    full,      // element i of the fused row is element i of the operand
    repeating, // one element per row: each stands for a whole row
    periodic,  // one row: every row is the same
    constant   // one element
};

// The fewest rows that are whole vectors.
struct group_size {
    int rows;
    int vectors;
};
[[nodiscard]] group_size group_of(int elem_bytes, int cols, int vector_bytes) noexcept;

// Rows of more bytes are not fused: their ends no longer matter.
inline constexpr int max_fused_row_bytes = 1024;
// Rows whose group has more vectors are not fused: the code would crowd the instruction cache.
inline constexpr int max_group_vectors = 64;

// Always:
// - in the form of rows, a kernel sees block_rows x block_cols elements in `roles`;
// - fused, it sees block_rows rows of block_cols, the whole inner loop, as one row in
//   `fused_roles`: rows of dst follow each other without a gap;
// - an input whose gather_kind is not none is brought into scratch block by block. It is full
// there,
//   or repeating when its stride along the innermost loop is 0;
// - the gathered blocks together are at most max_scratch_bytes, and of at most max_block_rows rows
// unless
//   fused. When nothing is gathered, one block is all there is.
struct row_form {
    bool fused = false;
    bool gathers = false; // whether any input is gathered
    per_operand<gather_kind> gather {};
    per_operand<role> roles {};
    per_operand<fused_role> fused_roles {};
    std::int64_t block_rows = 0;
    std::int64_t block_cols = 0;
    bool operator==(const row_form &) const = default;
};

// Of 16, 32, 64 and 128 KiB with 1 to 8 cache lines of rows, tried on the workload `transposed`
// (Zen 4, 2026-11-21), the smallest within the noise of the best time; scratch is on the stack.
inline constexpr std::int64_t max_scratch_bytes = 32 << 10;
inline constexpr std::int64_t max_block_rows = 64;

// Decides for a walk that is not empty and for kernels of vector_bytes, 32 or 64. With 0, for
// kernels without vectors, nothing is gathered or fused.
[[nodiscard]] row_form make_row_form(const walk_order &walk, int vector_bytes) noexcept;

[[nodiscard]] const char *gather_kind_name(gather_kind kind) noexcept;
[[nodiscard]] const char *fused_role_name(fused_role kind) noexcept;

// "fused rows, src0 copy", "rows in blocks of 16x256, src0 transpose", "rows".
[[nodiscard]] std::string to_string(const row_form &form);

} // namespace libselect

#endif
