// SPDX-License-Identifier: Apache-2.0
// Most groups run where they lie. Groups whose repeating operands have no slack behind them run on
// copies of those, and part of a group runs in scratch.
#include "exec/fused_rows.hpp"

#include <algorithm>
#include <cstring>

#include "base/cache_line.hpp"
#include "kernel/contract.hpp"

namespace libselect {
namespace {

// From this many groups on it pays to align dst to cache lines first. Not tuned.
constexpr std::int64_t groups_worth_aligning = 16;

void copy_bytes(std::byte *to, const std::byte *from, std::int64_t n_bytes) noexcept {
    std::memcpy(to, from, static_cast<std::size_t>(n_bytes));
}

// Runs whole groups where they lie.
void run_groups(const fused_kernel &kernel, const per_operand<std::byte *> &at,
        std::int64_t groups) noexcept {
    const kernel_loops loops = loops_of_groups(kernel, groups);
    call(kernel, {at, &loops});
}

} // namespace

// Writes the periods: the row of each periodic operand is copied to scratch and doubled there until
// the slack is filled.
void fused_rows::prepare_periods(per_operand<std::byte *> &at) noexcept {
    for (const operand which : inputs) {
        if (!is(fused_role::periodic, which)) continue;
        std::byte *period = scratch(which);
        if (period_from_[which] != at[which]) {
            period_from_[which] = at[which];
            std::int64_t done = row_bytes(which);
            copy_bytes(period, at[which], done);
            for (; done < row_bytes(which) + fused_slack_bytes; done *= 2)
                copy_bytes(period + done, period, done);
        }
        at[which] = period;
    }
}

void fused_rows::advance(per_operand<std::byte *> &at, std::int64_t rows) const noexcept {
    for (const operand which : all_operands) {
        if (is(fused_role::full, which)) at[which] += rows * row_bytes(which);
        if (is(fused_role::repeating, which)) at[which] += rows * unit(which);
    }
}

// The fewest rows after which dst is at the beginning of a cache line; -1 when there are none.
std::int64_t fused_rows::rows_to_alignment(const std::byte *to) const noexcept {
    auto address = reinterpret_cast<std::intptr_t>(to);
    for (std::int64_t rows = 0; rows < line_bytes; ++rows) {
        if (address % line_bytes == 0) return rows;
        address += row_bytes(dst);
    }
    return -1;
}

// The number of whole groups for which the kernel reads nothing beyond `rows` rows.
std::int64_t fused_rows::groups_in_bounds(std::int64_t rows) const noexcept {
    for (const operand which : inputs) {
        if (!is(fused_role::repeating, which)) continue;
        rows -= fused_slack_bytes; // more than needed where elements are wide
        break;
    }
    return std::max<std::int64_t>(rows, 0) / kernels_.ordinary.group.rows;
}

// Runs whole groups on copies of their repeating operands, which have slack behind them.
void fused_rows::run_padded(const per_operand<std::byte *> &at, std::int64_t groups) noexcept {
    const std::int64_t group_rows = kernels_.ordinary.group.rows;
    LIBSELECT_DCHECK(groups * group_rows <= max_padded_rows(group_rows), groups, group_rows);
    per_operand<std::byte *> padded = at;
    for (const operand which : inputs) {
        if (!is(fused_role::repeating, which)) continue;
        padded[which] = scratch(which);
        copy_bytes(padded[which], at[which], groups * group_rows * unit(which));
    }
    run_groups(kernels_.ordinary, padded, groups);
}

// Computes fewer rows than a group: a whole group is computed in scratch, and the rows that exist
// are copied to dst.
void fused_rows::run_part(const per_operand<std::byte *> &at, std::int64_t rows) noexcept {
    per_operand<std::byte *> padded = at;
    for (const operand which : all_operands) {
        if (is(fused_role::repeating, which)) {
            padded[which] = scratch(which);
            copy_bytes(padded[which], at[which], rows * unit(which));
        } else if (is(fused_role::full, which)) {
            padded[which] = scratch(which);
            if (which != dst) copy_bytes(padded[which], at[which], rows * row_bytes(which));
        }
    }
    run_groups(kernels_.ordinary, padded, 1);
    copy_bytes(at[dst], padded[dst], rows * row_bytes(dst));
}

// Computes the rows before the first that begins with a cache line of dst. Returns their number, or
// -1 when no row begins with a cache line.
std::int64_t fused_rows::run_head(const per_operand<std::byte *> &from) noexcept {
    const std::int64_t head = rows_to_alignment(from[dst]);
    const std::int64_t group_rows = kernels_.ordinary.group.rows;
    per_operand<std::byte *> at = from;
    for (std::int64_t done = 0; done < head; done += group_rows) {
        const std::int64_t part = std::min(head - done, group_rows);
        run_part(at, part);
        advance(at, part);
    }
    return head;
}

void fused_rows::run(const per_operand<std::byte *> &from, std::int64_t rows) noexcept {
    const std::int64_t group_rows = kernels_.ordinary.group.rows;
    per_operand<std::byte *> at = from;
    prepare_periods(at);
    if (rows < group_rows) {
        run_part(at, rows);
        return;
    }
    store_kind stores = store_kind::ordinary;
    if (rows >= groups_worth_aligning * group_rows) {
        const std::int64_t head = run_head(at);
        if (head >= 0) stores = stores_;
        advance(at, std::max<std::int64_t>(head, 0));
        rows -= std::max<std::int64_t>(head, 0);
    }
    const std::int64_t groups = groups_in_bounds(rows);
    if (groups > 0) run_groups(kernels_.kernel(stores), at, groups);
    const std::int64_t rest = rows - groups * group_rows;
    if (rest == 0) return;
    // The rest is computed as whole groups that end with the last row. Their first rows may have
    // been computed before; the second time gives the same bits, in place too.
    std::int64_t last_groups = (rest + group_rows - 1) / group_rows;
    if (last_groups * group_rows > rows) {
        run_padded(at, last_groups - 1);
        last_groups = 1;
    }
    advance(at, rows - last_groups * group_rows);
    run_padded(at, last_groups);
}

} // namespace libselect
