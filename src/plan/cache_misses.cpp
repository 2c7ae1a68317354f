// SPDX-License-Identifier: Apache-2.0
// Counting lines by the footprints of the innermost loops.
#include "plan/cache_misses.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "base/cache_line.hpp"

namespace libselect {
namespace {

std::int64_t way_of(std::int64_t cache_bytes, std::int64_t ways) noexcept {
    const auto bytes = static_cast<std::uint64_t>(std::max(cache_bytes / ways, line_bytes));
    return static_cast<std::int64_t>(std::bit_floor(bytes));
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
        // Of two powers of two the smaller one is their greatest common divisor. A run begins in
        // one of so many sets, and goes on through the next ones.
        const std::int64_t begins = level.way_bytes / std::min(step & -step, level.way_bytes);
        const double most = as_double(level.way_bytes) / line;
        const double sets = as_double(begins) * std::ceil(run / line);
        if (extent > begins && sets < most) crowding *= most / sets;
    }
    const double lines = runs * ((run - 1) / line + 1);
    constexpr double most_crowding = 64; // not tuned
    return {lines, lines * std::min(crowding, most_crowding)};
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

// The lines of all blocks, each brought once.
double lines_of_blocks(
        const walk_order &walk, int n_loops, operand which, const cache_level &level) noexcept {
    double n_lines = footprint_of(walk, n_loops, which, level).lines;
    for (int i = 0; i < walk.rank - n_loops; ++i)
        n_lines *= as_double(loop_at(walk, i).extent);
    return n_lines;
}

// Whether an operand jumps to more pages, one after the other, than prefetchers follow at a time.
bool leaps(const walk_order &walk, operand which) noexcept {
    constexpr std::int64_t most_followed = 32; // not tuned: 9 and 17 are followed, 156 are not
    std::int64_t n_pages = 1;
    for (int i = walk.rank - 1; i >= 0 && n_pages <= most_followed; --i) {
        const loop &each = loop_at(walk, i);
        if (each.extent == 1 || each.strides[which] == 0) continue;
        if (std::abs(each.strides[which]) < page_bytes) break;
        n_pages *= each.extent;
    }
    return n_pages > most_followed;
}

// Adds the lines that come from beyond the level. The walk is in blocks; `cut_off` is the share of
// its elements that there are, since the last blocks are smaller.
void add_level_misses(const walk_order &walk, const cache_level &level, const blocks &by,
        double cut_off, work_list &all) noexcept {
    const double capacity = as_double((level.bytes - by.scratch_bytes) / level.line_bytes);
    int n_loops = walk.rank;
    double turns = 1; // of the loops around
    for (; n_loops > 0; --n_loops) {
        double places = 0;
        for (const operand which : all_operands)
            places += footprint_of(walk, n_loops, which, level).places * by.shares[which];
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
        const work jumps = which == dst ? level.writes : level.jumps;
        work kind = nearest <= level.line_bytes ? level.lines : jumps;
        if (level.lines == work::far_lines && !by.transposes[which] && leaps(walk, which))
            kind = work::far_leaps;
        if (level.lines == work::near_lines && !uses_up_lines(walk, by.n_loops(walk), which, level)
                && is_crowded(walk, n_loops, which, level))
            kind = which == dst ? work::crowded_writes : work::crowded_reads;
        const bool is_crowded_source = kind == work::crowded_reads && which != cond;
        double n_lines = own * own_turns;
        if (by.transposes[which])
            n_lines = std::min(n_lines, lines_of_blocks(walk, by.n_loops(walk), which, level));
        all[kind] += cut_off * n_lines * (is_crowded_source ? 0.5 : by.shares[which]);
    }
}

} // namespace

// The pages are those that AMD Zen 3 knows, on every machine. Caches are taken to have 8 ways, the
// last one 16. Not tuned.
cache_levels::cache_levels(const cache_sizes &caches) noexcept
    : all_ {cache_level {caches.l1d, line_bytes, first_way_bytes, work::near_lines,
                    work::near_jumps, work::near_writes},
            cache_level {caches.l2, line_bytes, way_of(caches.l2, 8), work::far_lines,
                    work::far_jumps, work::far_writes},
            cache_level {caches.last, line_bytes, way_of(caches.last, 16), work::memory_lines,
                    work::memory_jumps, work::memory_jumps},
            cache_level {64 * page_bytes, page_bytes, 64 * page_bytes, work::page_jumps,
                    work::page_jumps, work::page_jumps},
            cache_level {2048 * page_bytes, page_bytes, 128 * page_bytes, work::far_page_jumps,
                    work::far_page_jumps, work::far_page_jumps}} {
}

void add_misses(const walk_order &walk, const cache_levels &levels, const blocks &by,
        work_list &all) noexcept {
    const walk_order cut = in_blocks(walk, by);
    blocks last = by;
    last.row_loop = by.rows == 0 ? 0 : cut.rank - (walk.rank - by.row_loop);
    last.inner_cols = 0;
    double n_elems = 1;
    for (int i = 0; i < cut.rank; ++i)
        n_elems *= as_double(loop_at(cut, i).extent);
    const double cut_off = as_double(walk.n_elems) / n_elems;
    for (const cache_level &level : levels)
        add_level_misses(cut, level, last, cut_off, all);
}

} // namespace libselect
