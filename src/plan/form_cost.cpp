// SPDX-License-Identifier: Apache-2.0
// Counting work. Lines that leave a cache before they are used up count again.
#include "plan/form_cost.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "base/cache_line.hpp"

namespace libselect {
namespace {

// Nanoseconds of one unit of each kind: a fit by least squares to the times of all forms of 469
// problems of `select_bench --suite search` was moved, one constant at a time, to where the forms
// that it chooses take the least time. That was done on 70 % of 3,916 problems of seed 521 that had
// all their forms timed, and judged on the others, of which these took over 1.15 times the best
// loop nest: 7.1 % before, 6.2 % after, about 4 % with the best form of each (one measurement, with
// its noise; AMD EPYC, Zen 3, jit:avx2, 2026-11-22; no command of the tree repeats the fit). Rows,
// repeated bytes and crowded writes were then set apart: a dense row of whole vectors takes less
// than others, and a line that shares its set is dear. That of jumped rows is a guess: half of the
// jumps of random conditions are mispredicted, few of others. Times in memory beyond the last cache
// were few. Measured, as ns of an element of 100 lines that fit the second-level cache, less those of
// other strides (same CPU and day, a loop that moves 4 bytes from and to rows of a stride):
//     stride | 4096 | 24576 | 65536 | 1024 | 4160, 24640, 65600
//     reads  | 2.1  | 3.2   | 2.7   | 1.3  | 0.7 to 1.5
//     writes | 4.2  | 5.5   | 5.1   | 2.6  | 0.5 to 0.8
constexpr std::array<double, n_work_kinds> unit_ns {1.1, 40, 1.2, 22, 0.86, 1.3, 0.015, 0.03, 1.4,
        0.43, 0.17, 4.1, 0.028, 0.042, 3, 0.3, 0.17, 0.5, 0.3, 0.021, 0.027, 3, 1.2, 1.5, 0.31, 86,
        29, 92, 5.8, 7.3, 0.6, 3.1, 0.26, 0.26, 0.2, 0.11, 0.4, 0.57, 0.86, 1.5, 0.06, 7.9, 0.81,
        3};

// The first-level cache is found by the bits of an address within a page.
constexpr std::int64_t page_bytes = 4096, first_way_bytes = page_bytes;

std::int64_t way_of(std::int64_t cache_bytes, std::int64_t ways) noexcept {
    const auto bytes = static_cast<std::uint64_t>(std::max(cache_bytes / ways, line_bytes));
    return static_cast<std::int64_t>(std::bit_floor(bytes));
}

double as_double(std::int64_t n) noexcept {
    return static_cast<double>(n);
}

// The lines that an operand touches in the innermost loops, and how much of a cache they take.
struct footprint {
    double lines, places;
};

// The loops of an operand by their steps, the smallest first.
class sorted_steps {
public:
    struct loop_step {
        std::int64_t extent, step;
    };
    void add(loop_step each) noexcept {
        std::size_t at = n_++;
        for (; at > 0 && all_[at - 1].step > each.step; --at)
            all_[at] = all_[at - 1];
        all_[at] = each;
    }
    [[nodiscard]] const loop_step *begin() const noexcept { return all_.data(); }
    [[nodiscard]] const loop_step *end() const noexcept { return all_.data() + n_; }

private:
    std::array<loop_step, max_rank> all_; // those from n_ on are not set, which takes no time
    std::size_t n_ = 0;
};

footprint footprint_of(
        const walk_order &walk, int n_loops, operand which, const cache_level &level) noexcept {
    sorted_steps inner;
    for (int i = walk.rank - n_loops; i < walk.rank; ++i) {
        const loop &each = loop_at(walk, i);
        if (each.strides[which] != 0) inner.add({each.extent, std::abs(each.strides[which])});
    }
    const double line = as_double(level.line_bytes);
    double run = as_double(walk.unit(which)), runs = 1, crowding = 1;
    for (const auto [extent, step] : inner) {
        if (as_double(step) <= std::max(run, line)) {
            run += as_double(extent - 1) * as_double(step);
            continue;
        }
        runs *= as_double(extent);
        // Of two powers of two the smaller one is their greatest common divisor.
        const std::int64_t sets = level.way_bytes / std::min(step & -step, level.way_bytes);
        const double most = as_double(level.way_bytes) / line;
        if (extent > sets && as_double(sets) < most)
            crowding *= most / as_double(std::max<std::int64_t>(sets, 1));
    }
    const double lines = runs * ((run - 1) / line + 1);
    return {lines, lines * std::min(crowding, 64.0)};
}

// Whether lines leave the level in the next loop since they share few sets, not since they are
// many.
bool is_crowded(
        const walk_order &walk, int n_loops, operand which, const cache_level &level) noexcept {
    const footprint next = footprint_of(walk, std::min(n_loops + 1, walk.rank), which, level);
    constexpr double most_sharing = 8; // the ways of a set
    return next.lines > most_sharing && next.places >= most_sharing * next.lines;
}

// Whether blocks of so many innermost loops use more than one element of a line at a time.
bool uses_up_lines(
        const walk_order &walk, int n_loops, operand which, const cache_level &level) noexcept {
    for (int i = walk.rank - n_loops; i < walk.rank; ++i) {
        const std::int64_t step = std::abs(loop_at(walk, i).strides[which]);
        if (step != 0 && step < level.line_bytes) return true;
    }
    return false;
}

// What a form goes through at a time, by way of scratch: turns of one loop, all turns of those
// inside it, or some of the innermost. As the loops say where rows is 0.
struct blocks {
    int row_loop = 0;
    std::int64_t rows = 0, inner_cols = 0;
    std::int64_t scratch_bytes = 0;
    [[nodiscard]] int n_loops(const walk_order &walk) const noexcept {
        return rows == 0 ? 0 : walk.rank - row_loop - (rows == 1 ? 1 : 0);
    }
};

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
    if (row_loop < 0) return {0, loop_at(walk, 0).extent, inner_cols, box_scratch_bytes};
    return {row_loop, form.rows, inner_cols, box_scratch_bytes};
}

// The walk whose innermost loops are those of a block. The loops that are cut may make a turn more.
walk_order in_blocks(const walk_order &walk, const blocks &by) noexcept {
    if (by.rows == 0 || walk.rank + 2 > max_rank) return walk;
    walk_order cut = walk;
    cut.rank = by.row_loop;
    const auto add = [&](loop each, std::int64_t turns, std::int64_t step) {
        each.extent = turns;
        for (std::int64_t &stride : each.strides)
            stride *= step;
        cut.loops[static_cast<std::size_t>(cut.rank++)] = each;
    };
    const loop &rows = loop_at(walk, by.row_loop), &inner = walk.inner();
    if (by.rows < rows.extent) add(rows, (rows.extent - 1) / by.rows + 1, by.rows);
    const bool cuts_inner = by.row_loop < walk.rank - 1 && by.inner_cols < inner.extent;
    if (cuts_inner) add(inner, (inner.extent - 1) / by.inner_cols + 1, by.inner_cols);
    add(rows, std::min(by.rows, rows.extent), 1);
    for (int i = by.row_loop + 1; i < walk.rank; ++i)
        add(loop_at(walk, i), loop_at(walk, i).extent, 1);
    if (cuts_inner) cut.loops[static_cast<std::size_t>(cut.rank - 1)].extent = by.inner_cols;
    return cut;
}

// Adds the lines that come from beyond the level.
void add_misses(const walk_order &walk, const cache_level &level, const blocks &by,
        work_list &all) noexcept {
    const double capacity = as_double((level.bytes - by.scratch_bytes) / level.line_bytes);
    int n_loops = walk.rank;
    double turns = 1; // of the loops around
    for (; n_loops > 0; --n_loops) {
        double places = 0;
        for (const operand which : all_operands)
            places += footprint_of(walk, n_loops, which, level).places;
        if (places <= capacity) break;
        turns *= as_double(loop_at(walk, walk.rank - n_loops).extent);
    }
    if (turns == 1) return; // everything stays
    for (const operand which : all_operands) {
        // Lines that the next turn uses again are still there.
        double own_turns = turns;
        const double line = as_double(level.line_bytes);
        const double own = footprint_of(walk, n_loops, which, level).lines;
        if (n_loops < walk.rank) {
            const loop &around = loop_at(walk, walk.rank - n_loops - 1);
            const auto step = as_double(std::abs(around.strides[which]));
            if (step < line)
                own_turns = turns / as_double(around.extent)
                            * std::max(1.0, as_double(around.extent) * step / line);
        }
        std::int64_t nearest = 0;
        for (int i = walk.rank - 1; i >= 0 && nearest == 0; --i)
            nearest = std::abs(loop_at(walk, i).strides[which]);
        work kind = nearest <= level.line_bytes ? level.lines : level.jumps;
        if (level.lines == work::near_lines && !uses_up_lines(walk, by.n_loops(walk), which, level)
                && is_crowded(walk, n_loops, which, level))
            kind = which == dst ? work::crowded_writes : work::crowded_reads;
        // Of half of the elements a source is not read.
        const bool is_half = kind == work::crowded_reads && which != cond;
        all[kind] += own * own_turns * (is_half ? 0.5 : 1);
    }
}

void add_all_misses(const walk_order &walk, const cache_levels &levels, const blocks &by,
        work_list &all) noexcept {
    const walk_order cut = in_blocks(walk, by);
    const blocks last {
            by.rows == 0 ? 0 : cut.rank - (walk.rank - by.row_loop), by.rows, 0, by.scratch_bytes};
    for (const cache_level &level : levels)
        add_misses(cut, level, last, all);
}

// Whether one element of the operand serves all.
bool is_one(const walk_order &walk, operand which) noexcept {
    for (int i = 0; i < walk.rank; ++i)
        if (loop_at(walk, i).strides[which] != 0) return false;
    return true;
}

// Rows of vectors that a kernel computes.
void add_kernel(double rows, double row_bytes, work_list &all) noexcept {
    constexpr double vector_bytes = 32;
    const bool is_whole = std::fmod(row_bytes, vector_bytes) == 0;
    all[is_whole ? work::kernel_rows : work::partial_rows] += rows;
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
    if (copy.transposes) {
        const bool is_narrow = copy.narrow_rows != 0 || copy.narrow_cols != 0;
        all[is_narrow ? work::narrow_bytes : work::transposed_bytes] = rows * bytes;
    } else if (is_dense && inner.memory == inner.scratch) {
        all[bytes > short_bytes ? work::long_rows : work::run_rows] = rows;
        all[work::copied_bytes] = rows * bytes;
    } else if (is_dense && inner.memory == 0) {
        all[work::filled_rows] = rows;
        all[bytes < vector_bytes ? work::filled_elements : work::filled_vectors] =
                rows * (bytes < vector_bytes ? n : bytes / vector_bytes);
    } else if (inner.memory == -inner.scratch && copy.width < 16 && is_dense) {
        all[work::reversed_rows] = rows;
        all[work::reversed_bytes] = rows * bytes;
    } else if (std::abs(inner.memory) == 2 * inner.scratch && copy.width < 16 && is_dense) {
        all[work::reversed_rows] = rows;
        all[work::halved_bytes] = rows * bytes;
    } else {
        all[work::moved_rows] = rows;
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

constexpr std::int64_t transposed_bytes = 16; // of a column that a transpose kernel takes at least

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
                              || (rows * unit >= transposed_bytes && cols >= 8));
    return work_of(copy, which);
}

} // namespace

// The pages are those that AMD Zen 3 knows, on every machine. Caches are taken to have 8 ways, the
// last one 16.
cache_levels::cache_levels(const cache_sizes &caches) noexcept
    : all_ {cache_level {
                    caches.l1d, line_bytes, first_way_bytes, work::near_lines, work::near_jumps},
            cache_level {
                    caches.l2, line_bytes, way_of(caches.l2, 8), work::far_lines, work::far_jumps},
            cache_level {caches.last, line_bytes, way_of(caches.last, 16), work::memory_lines,
                    work::memory_jumps},
            cache_level {64 * page_bytes, page_bytes, 64 * page_bytes, work::page_jumps,
                    work::page_jumps},
            cache_level {2048 * page_bytes, page_bytes, 128 * page_bytes, work::far_page_jumps,
                    work::far_page_jumps}} {
}

double work_list::nanoseconds() const noexcept {
    return std::inner_product(amounts_.begin(), amounts_.end(), unit_ns.begin(), 0.0);
}

work_list work_of_rows(const walk_order &walk, const row_form &form, int vector_bytes,
        const cache_levels &levels) noexcept {
    work_list all;
    const double n_elems = as_double(walk.n_elems), cols = as_double(walk.inner().extent);
    const double n_rows = n_elems / cols;
    const std::int64_t rows = walk.rank < 2 ? 1 : loop_at(walk, walk.rank - 2).extent;
    const std::int64_t block_rows = std::min(form.block_rows, rows);
    const double parts = as_double((walk.inner().extent - 1) / form.block_cols + 1);
    const double n_blocks =
            n_rows / as_double(rows) * as_double((rows - 1) / block_rows + 1) * parts;
    add_all_misses(walk, levels, blocks_of(walk, form), all);
    for (const operand which : inputs)
        if (form.gather[which] != gather_kind::none)
            all.add(work_of_gather(walk, form, which, block_rows,
                            std::min(form.block_cols, walk.inner().extent)),
                    n_blocks);
    if (form.fused) {
        all[form.gathers ? work::boxes : work::slabs] = n_blocks;
        for (const operand which : inputs)
            if (form.fused_roles[which] == fused_role::periodic) all[work::periods] += n_blocks;
        all[work::kernel_vectors] = n_elems * walk.elem_bytes / 32;
        const group_size group =
                group_of(walk.elem_bytes, static_cast<int>(walk.inner().extent), vector_bytes);
        if (block_rows % group.rows != 0) all[work::partial_groups] = n_blocks;
        return all;
    }
    add_kernel(n_rows * parts, cols / parts * walk.elem_bytes, all);
    if (form.roles[cond] == role::constant && !is_one(walk, cond))
        all[work::jumped_rows] += n_rows * parts;
    if (form.gathers) {
        all[work::boxes] = n_blocks;
        return all;
    }
    // A call takes all planes of the third loop.
    const std::int64_t planes = walk.rank < 3 ? 1 : loop_at(walk, walk.rank - 3).extent;
    all[work::calls] = n_rows / as_double(rows * planes);
    return all;
}

work_list work_of_boxes(
        const walk_order &walk, const box_form &form, const cache_levels &levels) noexcept {
    work_list box;
    box[work::boxes] = 1;
    const auto rows = as_double(form.rows), row_bytes = as_double(form.columns * walk.elem_bytes);
    add_kernel(form.is_flat ? 1 : rows, form.is_flat ? rows * row_bytes : row_bytes, box);
    // Of a box of one condition a source is copied only where it is taken.
    const bool has_one = !form.is_copied[cond] && form.roles[cond] == role::constant
                         && (form.is_flat || form.rows == 1);
    for (const operand which : all_operands)
        if (form.is_copied[which])
            box.add(work_of(form.copies[which], which),
                    has_one && (which == src0 || which == src1) ? 0.5 : 1);
    work_list all;
    all.add(box, as_double(walk.n_elems) / as_double(form.rows * form.columns));
    add_all_misses(walk, levels, blocks_of(walk, form), all);
    return all;
}

work_list work_of_strided(const walk_order &walk, const cache_levels &levels) noexcept {
    work_list all;
    all[work::calls] = 1;
    const double n_elems = as_double(walk.n_elems);
    const double n_rows = n_elems / as_double(walk.inner().extent);
    add_all_misses(walk, levels, {}, all);
    if (walk.roles[cond] != role::constant) {
        const bool blends = blends_strided(walk.roles, walk.elem_bytes);
        all[blends ? work::blended_rows : work::strided_rows] = n_rows;
        const bool scatters = walk.roles[dst] == role::strided;
        all[!blends        ? work::strided_elements
                : scatters ? work::blended_stores
                           : work::blended_elements] = n_elems;
        return all;
    }
    all[work::taking_rows] = n_rows;
    // Half of the rows take each source.
    for (const operand which : {src0, src1}) {
        const bool is_run = walk.roles[dst] == role::full && walk.roles[which] != role::strided;
        all[is_run ? work::copied_bytes : work::moved_elements] +=
                n_elems / 2 * (is_run ? walk.elem_bytes : 1);
    }
    return all;
}

} // namespace libselect
