// SPDX-License-Identifier: Apache-2.0
// Choosing between rows as they are, fused rows and gathered blocks.
#include "plan/row_form.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "base/cache_line.hpp"
#include "plan/promises.hpp"

namespace libselect {
namespace {

// Strides of an operand along the two innermost loops. A walk of one loop is one row.
struct block_strides {
    std::int64_t outer;
    std::int64_t inner;
};

const loop &row_loop(const walk_order &walk) noexcept {
    return walk.loops[static_cast<std::size_t>(walk.rank - 2)];
}

block_strides strides_of(const walk_order &walk, operand which) noexcept {
    const std::int64_t inner = walk.inner().strides[which];
    return {walk.rank < 2 ? 0 : row_loop(walk).strides[which], inner};
}

std::int64_t row_count(const walk_order &walk) noexcept {
    return walk.rank < 2 ? 1 : row_loop(walk).extent;
}

// Rows of more columns are not fused when cond is constant along each. A row kernel reads only one
// source for such a row, and in a long row that saves more than the partial vector at its end
// costs. Not tuned.
constexpr std::int64_t short_cols = 63;

// Whether rows may take less time as one long row. All of this must be true:
// - rows of dst follow each other without a gap;
// - rows end within a vector, or each row has one condition. A row kernel jumps on that condition,
//   which takes 13 times the limit for random rows of 32 bytes (`select_bench --suite short`);
// - a group of rows is short in code, and small against the number of rows.
bool can_fuse(const walk_order &walk, int vector_bytes) noexcept {
    const std::int64_t cols = walk.inner().extent;
    const std::int64_t row_bytes = cols * walk.elem_bytes;
    if (walk.rank < 2 || cols < 2 || row_bytes > max_fused_row_bytes) return false;
    if (row_bytes % vector_bytes == 0 && walk.roles[cond] != role::constant) return false;
    if (strides_of(walk, dst).outer != row_bytes) return false;
    if (cols > short_cols && walk.roles[cond] == role::constant) return false;
    const group_size group = group_of(walk.elem_bytes, static_cast<int>(cols), vector_bytes);
    return group.vectors <= max_group_vectors && row_count(walk) >= 2 * group.rows;
}

// Kernels that interleave a few columns store rows upwards, and so take them forwards only.
gather_kind kind_in_fused(const walk_order &walk, operand which) noexcept {
    const auto [outer, inner] = strides_of(walk, which);
    const std::int64_t unit = walk.unit(which);
    const bool repeats = inner == 0 && (outer == 0 || outer == unit);
    const bool follows = inner == unit && (outer == 0 || outer == unit * walk.inner().extent);
    if (repeats || follows) return gather_kind::none;
    if (inner == unit) return gather_kind::copy;
    const bool follow = outer == unit || (outer == -unit && !is_narrow(walk.inner().extent));
    return follow && inner != 0 ? gather_kind::transpose : gather_kind::elementwise;
}

fused_role role_in_fused(const walk_order &walk, operand which) noexcept {
    const auto [outer, inner] = strides_of(walk, which);
    if (inner == 0) return outer == 0 ? fused_role::constant : fused_role::repeating;
    return outer == 0 && inner == walk.unit(which) ? fused_role::periodic : fused_role::full;
}

gather_kind kind_in_rows(const walk_order &walk, operand which) noexcept {
    const auto [outer, inner] = strides_of(walk, which);
    const std::int64_t unit = walk.unit(which);
    if (inner == unit || inner == 0) return gather_kind::none;
    return std::abs(outer) == unit ? gather_kind::transpose : gather_kind::elementwise;
}

// Bytes of all gathered inputs per element of dst.
std::int64_t gathered_width(const walk_order &walk, const row_form &form) noexcept {
    std::int64_t width = 0;
    for (const operand which : inputs)
        if (form.gather[which] != gather_kind::none) width += walk.unit(which);
    return width;
}

// The rows of a block that is not fused run along the cache lines of a transposed operand, so that
// lines are read as a whole. Four neighbouring lines are read at the speed of long runs: GB/s by
// the lines read of each of 4,096 columns, and the same in pages of 4 KiB (AMD EPYC, Zen 3,
// 2026-11-22, a loop that only reads, columns 16,448 bytes apart):
//     lines | 1        | 2       | 4         | 8         | 16
//     GB/s  | 13.1 5.1 | 9.7 8.2 | 14.5 11.9 | 16.3 14.3 | 16.1 13.5
// 1-byte elements have two. us by the rows of a block, src0 transposed, one thread (AMD EPYC,
// family 25 model 17, 2026-11-27, by changing this function, medians of 5):
//     rows             | 64   | 128  | 256
//     2048 x 2048      | 414  | 401  | 456
//     4096 x 4096      | 2710 | 2285 | 3726
//     the same, malloc | 3856 | 3259 | 4423
//     3000 x 5000      | 2838 | 2900 | 3450
std::int64_t most_rows(int elem_bytes) noexcept {
    return (elem_bytes == 1 ? 2 : 4) * line_bytes / elem_bytes;
}
static_assert(4 * line_bytes / 2 <= max_block_rows);

// Sets the size of a block.
void set_block(const walk_order &walk, row_form &form) noexcept {
    form.block_rows = row_count(walk);
    form.block_cols = walk.inner().extent;
    if (!form.gathers) return;
    const std::int64_t n_elems = max_scratch_bytes / gathered_width(walk, form);
    if (form.fused) {
        const std::int64_t rows = std::max<std::int64_t>(n_elems / form.block_cols, 1);
        form.block_rows = std::min(form.block_rows, rows > line_bytes ? rows & -line_bytes : rows);
        return;
    }
    form.block_rows = std::min(form.block_rows, most_rows(walk.elem_bytes));
    // Whole lines of dst, which is where blocks end: rows of scratch have little padding then.
    const std::int64_t cols = n_elems / form.block_rows, line = line_bytes / walk.elem_bytes;
    form.block_cols = std::min(form.block_cols, cols > line ? cols & -line : cols);
}

} // namespace

group_size group_of(int elem_bytes, int cols, int vector_bytes) noexcept {
    const int lanes = vector_bytes / elem_bytes;
    const int common = std::gcd(cols, lanes);
    return {lanes / common, cols / common};
}

row_form with_small_blocks(const walk_order &walk, row_form form) noexcept {
    constexpr std::int64_t row_bytes = 512;
    constexpr std::int64_t least_rows = 16; // as many conditions are transposed at a time
    const auto transposes = [&](operand which) {
        return form.gather[which] == gather_kind::transpose;
    };
    if (form.fused || form.boxed || std::ranges::none_of(inputs, transposes)) return form;
    const std::int64_t half = most_rows(walk.elem_bytes) / 2;
    form.block_rows = std::min(form.block_rows, std::max(half, least_rows));
    form.block_cols = std::min(form.block_cols, row_bytes / walk.elem_bytes);
    return form;
}

row_form make_row_form(const walk_order &walk, int vector_bytes, bool may_fuse) noexcept {
    row_form form;
    form.roles = walk.roles;
    const bool takes_vectors = vector_bytes != 0 && walk.roles[dst] == role::full;
    form.fused = may_fuse && takes_vectors && can_fuse(walk, vector_bytes);
    for (const operand which : inputs) {
        if (!takes_vectors) break;
        form.gather[which] = form.fused ? kind_in_fused(walk, which) : kind_in_rows(walk, which);
        const bool is_gathered = form.gather[which] != gather_kind::none;
        form.gathers = form.gathers || is_gathered;
        if (is_gathered) form.roles[which] = role::full;
        if (form.fused) form.fused_roles[which] = role_in_fused(walk, which);
    }
    set_block(walk, form);
    check_promises(form, walk, vector_bytes);
    return form;
}

int narrow_rows(const walk_order &walk, const row_form &form, operand which) noexcept {
    const std::int64_t rows = form.block_rows;
    const bool has_kernel = !form.fused && is_narrow(rows)
                            && walk.inner().strides[which] == rows * walk.unit(which);
    return has_kernel ? static_cast<int>(rows) : 0;
}

int narrow_cols(const row_form &form) noexcept {
    const bool has_kernel = form.fused && is_narrow(form.block_cols);
    return has_kernel ? static_cast<int>(form.block_cols) : 0;
}

bool has_blended_loop(const per_operand<role> &roles, int elem_bytes) noexcept {
    const auto n_strided = std::count(roles.begin(), roles.end(), role::strided);
    if (roles[cond] != role::full || elem_bytes == 16) return false;
    if (n_strided == 2) return roles[dst] == role::full && elem_bytes == 4;
    return n_strided == 1 && !(roles[src0] == role::constant && roles[src1] == role::constant);
}

// Shorter rows are ends of vectors only. ns of an element, one source strided and the other full,
// 512 elements, compiled for AVX-512 (AMD EPYC, family 25 model 17, 2026-11-23, loops outside the
// tree):
//     columns                   | 2    | 4    | 8   | 12  | 16  | 24  | 32
//     1 byte, vectors           | 1.30 | .70  | .40 | .41 | .34 | .29 | .27
//     2 bytes, vectors          | 1.64 | 1.15 | .59 | .67 | .31 | .36 | .26
//     4 bytes, vectors          | 1.51 | 1.15 | .88 | .80 | .55 | .58 | .29
//     8 bytes, vectors          | 1.38 | 1.13 | .97 | .78 | .54 | .57 | .37
//     4 bytes, one by one       | 1.8  | 1.02 | .83 |     | .75 |     | .59
//
// Beside generated code, in ns of an element, one source strided and the other full, 8,192 elements
// (Intel Xeon, Granite Rapids class, 2026-11-25, calls of the kernels alone):
//     columns                   | 8   | 16  | 32  | 64  | 200
//     1 byte, vectors           | .34 | .27 | .22 | .20 | .18
//     4 bytes, vectors          | .63 | .37 | .25 | .24 | .23
//     8 bytes, vectors          | .64 | .36 | .43 | .44 | .42
//     generated, all of these   | .30 | .30 | .28 | .32 | .32
bool blends_strided(const per_operand<role> &roles, int elem_bytes, std::int64_t cols,
        bool are_compiled) noexcept {
    if (!has_blended_loop(roles, elem_bytes)) return false;
    if (are_compiled) return cols >= (elem_bytes <= 2 ? 8 : 16);
    return elem_bytes <= 4 && cols > straight_cols;
}

int straight_cols_of(const walk_order &walk, const row_form &form) noexcept {
    const bool is_each = walk.inner().extent % form.block_cols == 0;
    return is_each && form.block_cols <= straight_cols ? static_cast<int>(form.block_cols) : 0;
}

const char *gather_kind_name(gather_kind kind) noexcept {
    constexpr std::array names {"none", "copy", "transpose", "elementwise", "box"};
    const auto at = static_cast<std::size_t>(kind);
    return at < names.size() ? names[at] : "unknown";
}

const char *fused_role_name(fused_role kind) noexcept {
    constexpr std::array names {"full", "repeating", "periodic", "constant"};
    const auto at = static_cast<std::size_t>(kind);
    return at < names.size() ? names[at] : "unknown";
}

std::string to_string(const row_form &form) {
    std::string text = form.fused ? "fused rows" : form.strided ? "strided rows" : "rows";
    if (form.gathers)
        text += " in blocks of " + std::to_string(form.block_rows) + "x"
                + std::to_string(form.block_cols);
    if (form.has_bands())
        text += " in bands of " + std::to_string(form.block_rows) + "x"
                + std::to_string(form.block_cols);
    for (const operand which : all_operands)
        if (form.gather[which] != gather_kind::none)
            text += std::string(", ") + operand_names[which] + " "
                    + gather_kind_name(form.gather[which]);
    return text;
}

} // namespace libselect
