// SPDX-License-Identifier: Apache-2.0
// Choosing between rows as they are, fused rows and staged blocks.
#include "plan/row_form.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace libselect {
namespace {

constexpr std::array inputs {cond, src0, src1};

std::int64_t unit_of(const plan &made, std::size_t which) noexcept {
    return which == cond ? 1 : made.elem_bytes;
}

// Strides of the two innermost loops; a plan of one loop has one row.
struct block_strides {
    std::int64_t outer;
    std::int64_t inner;
};

const loop &row_loop(const plan &made) noexcept {
    return made.loops[static_cast<std::size_t>(made.rank - 2)];
}

block_strides strides_of(const plan &made, std::size_t which) noexcept {
    const std::int64_t inner = made.inner().strides_bytes[which];
    return {made.rank < 2 ? 0 : row_loop(made).strides_bytes[which], inner};
}

std::int64_t row_count(const plan &made) noexcept {
    return made.rank < 2 ? 1 : row_loop(made).extent;
}

// Rows of more columns than this are worth a look at a cond that is constant along them: reading
// one source only saves more than the rows' ends cost.
constexpr std::int64_t short_cols = 63;
// Bytes of a row above which its ends no longer matter.
constexpr std::int64_t long_row_bytes = 1024;

// Whether rows of dst follow each other without a gap, end within vectors or have one cond each
// (which a row kernel jumps on, 13 times the limit for random rows of 32 bytes: `select_bench
// --suite short`), and a group of them is small in code and against the number of rows.
bool can_fuse(const plan &made, int vector_bytes) noexcept {
    const std::int64_t cols = made.inner().extent;
    const std::int64_t row_bytes = cols * made.elem_bytes;
    if (made.rank < 2 || cols < 2 || row_bytes > long_row_bytes) return false;
    if (row_bytes % vector_bytes == 0 && made.roles[cond] != role::scalar) return false;
    if (strides_of(made, dst).outer != row_bytes) return false;
    if (cols > short_cols && made.roles[cond] == role::scalar) return false;
    const group_size group = group_of(made.elem_bytes, static_cast<int>(cols), vector_bytes);
    return group.vectors <= max_group_vectors && row_count(made) >= 2 * group.rows;
}

stage_kind kind_in_fused(const plan &made, std::size_t which) noexcept {
    const auto [outer, inner] = strides_of(made, which);
    const std::int64_t unit = unit_of(made, which);
    const bool repeats = inner == 0 && (outer == 0 || outer == unit);
    const bool follows = inner == unit && (outer == 0 || outer == unit * made.inner().extent);
    if (repeats || follows) return stage_kind::none;
    if (inner == unit) return stage_kind::copy;
    return outer == unit && inner != 0 ? stage_kind::transpose : stage_kind::gather;
}

fused_role role_in_fused(const plan &made, std::size_t which) noexcept {
    const auto [outer, inner] = strides_of(made, which);
    if (inner == 0) return outer == 0 ? fused_role::scalar : fused_role::repeating;
    return outer == 0 && inner == unit_of(made, which) ? fused_role::periodic : fused_role::full;
}

stage_kind kind_in_rows(const plan &made, std::size_t which) noexcept {
    const auto [outer, inner] = strides_of(made, which);
    const std::int64_t unit = unit_of(made, which);
    if (inner == unit || inner == 0) return stage_kind::none;
    return outer == unit ? stage_kind::transpose : stage_kind::gather;
}

// Bytes of all staged operands per element of dst.
std::int64_t staged_width(const plan &made, const row_form &form) noexcept {
    std::int64_t width = 0;
    for (const operand which : inputs)
        if (form.kinds[which] != stage_kind::none) width += unit_of(made, which);
    return width;
}

// Unfused, a block is rows of whole cache lines of a transposed operand, four lines when they fit:
// the loop of rows runs along them.
void set_block(const plan &made, row_form &form) noexcept {
    constexpr std::int64_t line_bytes = 64;
    form.block_rows = row_count(made);
    form.block_cols = made.inner().extent;
    if (!form.staged) return;
    const std::int64_t n_elems = stage_bytes / staged_width(made, form);
    if (form.fused) {
        const std::int64_t rows = std::max<std::int64_t>(n_elems / form.block_cols, 1);
        form.block_rows = std::min(form.block_rows, rows > line_bytes ? rows & -line_bytes : rows);
        return;
    }
    form.block_rows = std::min({form.block_rows, 4 * line_bytes / made.elem_bytes, stage_rows});
    form.block_cols = std::min(form.block_cols, n_elems / form.block_rows);
}

} // namespace

group_size group_of(int elem_bytes, int cols, int vector_bytes) noexcept {
    const int lanes = vector_bytes / elem_bytes;
    const int common = std::gcd(cols, lanes);
    return {lanes / common, cols / common};
}

row_form make_row_form(const plan &made, int vector_bytes) noexcept {
    row_form form;
    form.roles = made.roles;
    const bool stages = vector_bytes != 0 && made.roles[dst] == role::full;
    form.fused = stages && can_fuse(made, vector_bytes);
    for (const operand which : inputs) {
        if (!stages) break;
        form.kinds[which] = form.fused ? kind_in_fused(made, which) : kind_in_rows(made, which);
        const bool is_staged = form.kinds[which] != stage_kind::none;
        form.staged = form.staged || is_staged;
        if (is_staged) form.roles[which] = role::full;
        if (form.fused) form.fused_roles[which] = role_in_fused(made, which);
    }
    set_block(made, form);
    return form;
}

plan order_for_staging(const plan &made) noexcept {
    plan ordered = made;
    if (made.rank < 3 || made.roles[dst] != role::full) return ordered;
    for (const operand which : inputs) {
        if (made.roles[which] != role::strided) continue;
        for (int at = 0; at < made.rank - 2; ++at) {
            const loop &outer = made.loops[static_cast<std::size_t>(at)];
            if (outer.strides_bytes[which] != unit_of(made, which)) continue;
            std::rotate(ordered.loops.begin() + at, ordered.loops.begin() + at + 1,
                    ordered.loops.begin() + made.rank - 1);
            return ordered;
        }
    }
    return ordered;
}

const char *stage_kind_name(stage_kind kind) noexcept {
    constexpr std::array names {"none", "copy", "transpose", "gather"};
    const auto at = static_cast<std::size_t>(kind);
    return at < names.size() ? names[at] : "unknown";
}

const char *fused_role_name(fused_role kind) noexcept {
    constexpr std::array names {"full", "repeating", "periodic", "scalar"};
    const auto at = static_cast<std::size_t>(kind);
    return at < names.size() ? names[at] : "unknown";
}

std::string to_string(const row_form &form) {
    std::string text = form.fused ? "fused rows" : "rows";
    if (form.staged)
        text += " in blocks of " + std::to_string(form.block_rows) + "x"
                + std::to_string(form.block_cols);
    for (const operand which : inputs)
        if (form.kinds[which] != stage_kind::none)
            text += std::string(", ") + operand_names[which] + " "
                    + stage_kind_name(form.kinds[which]);
    return text;
}

} // namespace libselect
