// SPDX-License-Identifier: Apache-2.0
// Counting the work of each form.
#include "plan/form_cost.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/cache_line.hpp"

namespace libselect {
namespace {

blocks blocks_of(const walk_order &walk, const row_form &form) noexcept {
    if (!form.gathers) return {};
    constexpr std::int64_t scratch_bytes = max_scratch_bytes / 4; // as the fit has it
    if (walk.rank < 2) return {0, form.block_cols, 0, scratch_bytes};
    return {walk.rank - 2, form.block_rows, form.block_cols, scratch_bytes};
}

blocks blocks_of(const walk_order &walk, const box_form &form) noexcept {
    int row_loop = walk.rank - 1;
    for (std::int64_t columns = 1; columns < form.columns; --row_loop)
        columns *= loop_at(walk, row_loop).extent;
    const std::int64_t inner_cols = walk.inner().extent;
    std::int64_t scratch_bytes = 0;
    for (const operand which : all_operands)
        if (form.is_copied[which]) scratch_bytes += form.rows * form.columns * walk.unit(which);
    if (row_loop < 0) return {0, loop_at(walk, 0).extent, inner_cols, scratch_bytes};
    return {row_loop, form.rows, inner_cols, scratch_bytes};
}

// Of strided rows.
blocks bands_of(const walk_order &walk, const row_form &form) noexcept {
    if (!form.has_bands()) return {};
    int row_loop = walk.rank - 1;
    for (std::int64_t rows = 1; rows < form.block_rows;)
        rows *= loop_at(walk, --row_loop).extent;
    return {row_loop, loop_at(walk, row_loop).extent, form.block_cols};
}

// How much of its work on a source a form does that looks at each condition first: of those that
// take the source, one of two.
double share_of_source(operand which) noexcept {
    return which == src0 || which == src1 ? 0.5 : 1;
}

// Of rows of one condition each only the source is read that they take, but where it is gathered
// with rows of other conditions.
template <typename Gathers>
per_operand<double> shares_of(
        const walk_order &walk, const per_operand<role> &roles, const Gathers &gathers) noexcept {
    per_operand<double> shares {1, 1, 1, 1};
    const bool has_one = has_one_condition(walk);
    for (const operand which : {src0, src1})
        if (has_one || (roles[cond] == role::constant && !gathers(which))) shares[which] = 0.5;
    return shares;
}

// Rows of vectors that a kernel computes.
void add_kernel(
        double rows, double row_bytes, const kernel_traits &kernels, work_list &all) noexcept {
    constexpr double vector_bytes = 32;
    const bool is_whole = std::fmod(row_bytes, vector_bytes) == 0;
    all[is_whole ? work::kernel_rows : work::partial_rows] += rows;
    if (kernels.are_compiled && !is_whole) all[work::compiled_rows] += rows;
    all[work::kernel_vectors] += rows * row_bytes / vector_bytes;
}

// Whether the rows of a copy would use lines again that its elements have driven out of the
// first-level cache, since they share few sets.
bool is_crowded(const copy_loop &elements, const copy_loop &rows) noexcept {
    const std::int64_t step = std::abs(elements.memory);
    if (step < line_bytes || std::abs(rows.memory) >= line_bytes || rows.extent == 1) return false;
    constexpr std::int64_t ways = 8;
    return elements.extent > ways * first_way_bytes / std::min(step & -step, first_way_bytes);
}

work_list work_of(const box_copy &copy, operand which) noexcept {
    work_list all;
    all[work::copies] = 1;
    const auto loop_of = [&](int from_inside) {
        const int at = copy.rank - 1 - from_inside;
        return at < 0 ? copy_loop {} : copy.loops[static_cast<std::size_t>(at)];
    };
    const copy_loop inner = loop_of(0), around = loop_of(1);
    const bool has_rows = copy.rank > 1 && !around.repeats;
    const double n = as_double(inner.extent), rows = has_rows ? as_double(around.extent) : 1;
    const double bytes = n * copy.width;
    all[work::copy_calls] = 1;
    constexpr std::int64_t batch = 8, vector_bytes = 16, short_bytes = 64;
    const bool is_dense = inner.scratch == copy.width;
    if (copy.transposes && copy.width == 16) { // the kernel moves them one by one, too
        all[work::moved_wide] = rows * n;
    } else if (copy.transposes) {
        const bool is_narrow = copy.narrow_rows != 0 || copy.narrow_cols != 0;
        all[is_narrow ? work::narrow_bytes : work::transpose_bytes] = rows * bytes;
    } else if (is_dense && inner.memory == inner.scratch) {
        all[bytes > short_bytes ? work::long_rows : work::run_rows] = rows;
        all[work::copied_bytes] = rows * bytes;
    } else if (is_dense && inner.memory == 0) {
        all[work::filled_rows] = rows;
        all[work::filled_vectors] = rows * std::max(1.0, bytes / vector_bytes);
    } else if (is_dense && inner.memory == -inner.scratch && copy.width < 16) {
        all[work::reversed_rows] = rows;
        all[work::reversed_bytes] = rows * bytes;
    } else if (is_dense && which != dst && std::abs(inner.memory) == 2 * inner.scratch
               && copy.width < 16) {
        all[work::reversed_rows] = rows;
        all[work::halved_bytes] = rows * bytes;
    } else {
        // Rows of less than a batch are straight code (kernel/portable_moves.hpp).
        all[inner.extent < batch ? work::run_rows : work::moved_rows] = rows;
        if (has_rows && is_crowded(inner, around))
            all[which == dst ? work::crowded_writes : work::crowded_reads] = rows * n;
        if (copy.width == 16)
            all[work::moved_wide] = rows * n;
        else {
            all[work::lone_elements] = rows * as_double(inner.extent % batch);
            const work kind = which == dst ? work::scattered_elements : work::moved_elements;
            all[kind] = rows * as_double(inner.extent / batch * batch);
        }
    }
    double box_bytes = rows * bytes;
    for (int i = has_rows ? 2 : 1; i < copy.rank; ++i) {
        const copy_loop each = loop_of(i);
        box_bytes *= as_double(each.extent);
        if (each.repeats) {
            all[work::repeated_bytes] += box_bytes;
            all[work::long_rows] += 1;
        } else {
            const work_list turn = all;
            all.add(turn, as_double(each.extent - 1));
            all[work::copies] = 1;
        }
    }
    return all;
}

constexpr std::int64_t least_column_bytes =
        16; // of a column that a transpose kernel takes at least

// A block of `rows` rows and `cols` columns of one input.
work_list work_of_gather(const walk_order &walk, const row_form &form, operand which,
        std::int64_t rows, std::int64_t cols) noexcept {
    const std::int64_t unit = walk.unit(which), inner = walk.inner().strides[which];
    const std::int64_t outer = walk.rank < 2 ? 0 : loop_at(walk, walk.rank - 2).strides[which];
    box_copy copy;
    copy.width = static_cast<int>(unit);
    copy.rank = 2;
    copy.loops[0] = {rows, outer, cols * unit, false};
    copy.loops[1] = {cols, inner, unit, false};
    if (inner == 0) { // one column, which serves the others
        copy.rank = 1;
        copy.loops[0] = {rows, outer, unit, false};
    }
    copy.narrow_rows = narrow_rows(walk, form, which);
    copy.narrow_cols = narrow_cols(form);
    copy.transposes = form.gather[which] == gather_kind::transpose
                      && (copy.narrow_rows != 0 || copy.narrow_cols != 0
                              || (rows * unit >= least_column_bytes && cols >= 8));
    return work_of(copy, which);
}

// The turns of loops around a plane that repeat an input.
double turns_that_repeat(const walk_order &walk, operand which) noexcept {
    double turns = 1;
    for (int i = walk.rank - 3; i >= 0 && loop_at(walk, i).strides[which] == 0; --i)
        turns *= as_double(loop_at(walk, i).extent);
    return turns;
}

// A call of a kernel takes the three innermost loops, or fewer.
double calls_of(const walk_order &walk, int n_loops = 3) noexcept {
    double n_elems = 1;
    for (int i = std::max(walk.rank - std::min(n_loops, 3), 0); i < walk.rank; ++i)
        n_elems *= as_double(loop_at(walk, i).extent);
    return as_double(walk.n_elems) / n_elems;
}

} // namespace

work_list work_of_rows(const walk_order &walk, const row_form &form, const kernel_traits &kernels,
        const cache_levels &levels) noexcept {
    work_list all;
    const double n_elems = as_double(walk.n_elems), cols = as_double(walk.inner().extent);
    const double n_rows = n_elems / cols;
    const std::int64_t rows = walk.rank < 2 ? 1 : loop_at(walk, walk.rank - 2).extent;
    const std::int64_t block_rows = std::min(form.block_rows, rows);
    const double parts = as_double((walk.inner().extent - 1) / form.block_cols + 1);
    const double n_blocks =
            n_rows / as_double(rows) * as_double((rows - 1) / block_rows + 1) * parts;
    // The last blocks of a loop are smaller: by elements there are as many whole ones.
    const std::int64_t block_cols = std::min(form.block_cols, walk.inner().extent);
    const double n_whole_blocks = n_elems / as_double(block_rows * block_cols);
    blocks by = blocks_of(walk, form);
    by.shares = shares_of(walk, form.roles,
            [&](operand which) { return form.fused || form.gather[which] != gather_kind::none; });
    for (const operand which : inputs)
        by.transposes[which] = form.gather[which] == gather_kind::transpose;
    add_misses(walk, levels, by, all);
    const bool has_one = has_one_condition(walk);
    const bool is_plane = block_rows == rows && block_cols == walk.inner().extent;
    for (const operand which : inputs) {
        if (form.gather[which] == gather_kind::none) continue;
        const double share = has_one ? share_of_source(which) : 1;
        const double turns = is_plane ? turns_that_repeat(walk, which) : 1;
        all.add(work_of_gather(walk, form, which, block_rows, block_cols),
                n_whole_blocks * share / turns);
    }
    if (form.fused) {
        all[form.gathers ? work::boxes : work::slabs] = n_blocks;
        for (const operand which : inputs)
            if (form.fused_roles[which] == fused_role::periodic) all[work::periods] += n_blocks;
        all[work::kernel_vectors] = n_elems * walk.elem_bytes / 32;
        const group_size group = group_of(
                walk.elem_bytes, static_cast<int>(walk.inner().extent), kernels.vector_bytes);
        if (block_rows % group.rows != 0) all[work::partial_groups] = n_blocks;
        return all;
    }
    add_kernel(n_rows * parts, cols / parts * walk.elem_bytes, kernels, all);
    if (form.roles[cond] == role::constant && !has_one) all[work::jumped_rows] += n_rows * parts;
    if (form.gathers) {
        all[work::boxes] = n_blocks;
        return all;
    }
    all[work::calls] = calls_of(walk);
    return all;
}

work_list work_of_boxes(const walk_order &walk, const box_form &form, const kernel_traits &kernels,
        const cache_levels &levels) noexcept {
    work_list box;
    box[work::boxes] = 1;
    const auto rows = as_double(form.rows), row_bytes = as_double(form.columns * walk.elem_bytes);
    work_list kernel;
    add_kernel(
            form.is_flat ? 1 : rows, form.is_flat ? rows * row_bytes : row_bytes, kernels, kernel);
    // Of a box of one condition a source is copied only where it is taken, and to where dst is
    // dense without the kernel.
    const bool has_one = !form.is_copied[cond] && form.roles[cond] == role::constant
                         && (form.is_flat || form.rows == 1);
    double kernel_share = 1;
    for (const operand which : all_operands) {
        if (!form.is_copied[which]) continue;
        const double share = has_one ? share_of_source(which) : 1;
        box.add(work_of(form.copies[which], which), share);
        if (share < 1 && !form.is_copied[dst]) kernel_share -= share;
    }
    box.add(kernel, kernel_share);
    work_list all;
    all.add(box, as_double(walk.n_elems) / as_double(form.rows * form.columns));
    blocks by = blocks_of(walk, form);
    by.shares = shares_of(
            walk, form.roles, [&](operand which) { return form.is_copied[which] && !has_one; });
    for (const operand which : all_operands)
        by.transposes[which] = form.is_copied[which] && form.copies[which].transposes;
    add_misses(walk, levels, by, all);
    return all;
}

namespace {

// The copy of one source from rows to rows of dst.
work_list work_of_taking(const walk_order &walk, operand which) noexcept {
    const loop inner = walk.inner();
    const loop outer = walk.rank < 2 ? loop {} : loop_at(walk, walk.rank - 2);
    box_copy copy;
    copy.width = walk.elem_bytes;
    copy.rank = 2;
    // A copy to strided elements counts those of dst as memory, any other those of the source.
    const bool scatters = walk.roles[which] == role::full;
    const operand memory = scatters ? dst : which, other = scatters ? which : dst;
    copy.loops[0] = {outer.extent, outer.strides[memory], outer.strides[other], false};
    copy.loops[1] = {inner.extent, inner.strides[memory], inner.strides[other], false};
    work_list all = work_of(copy, memory);
    all[work::copies] = all[work::copy_calls] = 0;
    return all;
}

// Strided rows whose conditions differ.
work_list work_of_deciding(
        const walk_order &walk, const kernel_traits &kernels, bool are_straight) noexcept {
    work_list all;
    const std::int64_t cols = walk.inner().extent;
    const double n_elems = as_double(walk.n_elems), n_rows = n_elems / as_double(cols);
    const bool scatters = walk.roles[dst] == role::strided;
    if (blends_strided(walk.roles, walk.elem_bytes, cols, kernels.are_compiled)) {
        all[work::blended_rows] = n_rows;
        all[scatters ? work::blended_stores : work::blended_elements] = n_elems;
    } else if (kernels.are_compiled) {
        all[work::strided_rows] = n_rows;
        all[work::strided_elements] = n_elems;
    } else {
        const auto n_strided = std::count(walk.roles.begin(), walk.roles.end(), role::strided);
        all[are_straight ? work::straight_rows : work::looped_rows] = n_rows;
        all[work::generated_elements] = n_elems;
        all[work::generated_steps] = n_elems * as_double(n_strided);
    }
    return all;
}

} // namespace

work_list work_of_strided(const walk_order &walk, const row_form &form,
        const kernel_traits &kernels, const cache_levels &levels) noexcept {
    work_list all;
    walk_order band = walk; // its last loop is that of a band
    band.loops[static_cast<std::size_t>(walk.rank - 1)].extent = form.block_cols;
    const std::int64_t cols = form.block_cols;
    blocks by = bands_of(walk, form);
    all[work::strided_calls] = calls_of(band, form.has_bands() ? walk.rank - by.row_loop : 3);
    if (form.has_bands()) all[work::band_rows] = as_double(walk.n_elems) / as_double(cols);
    const bool blends = blends_strided(walk.roles, walk.elem_bytes, cols, kernels.are_compiled);
    by.shares = shares_of(walk, walk.roles, [](operand) { return false; });
    for (const operand which : {src0, src1})
        if (!blends && std::abs(walk.inner().strides[which]) >= line_bytes) by.shares[which] = 0.5;
    add_misses(walk, levels, by, all);
    if (walk.roles[cond] != role::constant) {
        all.add(work_of_deciding(band, kernels, straight_cols_of(walk, form) != 0), 1);
        return all;
    }
    const double n_rows = as_double(walk.n_elems) / as_double(cols);
    const double n_copies =
            n_rows / (walk.rank < 2 ? 1 : as_double(loop_at(walk, walk.rank - 2).extent));
    for (const operand which : {src0, src1})
        all.add(work_of_taking(band, which), n_copies * share_of_source(which));
    if (has_one_condition(walk))
        all[work::strided_calls] += n_copies;
    else
        all[work::taking_rows] = n_rows;
    return all;
}

} // namespace libselect
