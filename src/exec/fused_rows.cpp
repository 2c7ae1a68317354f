// SPDX-License-Identifier: Apache-2.0
// Groups where they lie, then groups whose repeating operands need slack, then part of a group.
#include "exec/fused_rows.hpp"

#include <algorithm>
#include <cstring>

#include "kernel/contract.hpp"

namespace libselect {
namespace {

// Groups from which on it pays to align dst to cache lines first.
constexpr std::int64_t groups_worth_aligning = 16;

void copy_bytes(std::byte *to, const std::byte *from, std::int64_t n_bytes) noexcept {
    std::memcpy(to, from, static_cast<std::size_t>(n_bytes));
}

// Whole groups where they lie.
void run_groups(const fused_kernel &kernel, const per_operand<std::byte *> &at,
        std::int64_t groups) noexcept {
    kernel_loops loops {};
    loops.rows = groups;
    call(kernel, {at, &loops});
}

} // namespace

// A row and what follows it: doubles what is there.
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
    constexpr std::uintptr_t line_bytes = 64;
    auto address = reinterpret_cast<std::uintptr_t>(to);
    for (std::int64_t rows = 0; rows < static_cast<std::int64_t>(line_bytes); ++rows) {
        if (address % line_bytes == 0) return rows;
        address += static_cast<std::uintptr_t>(row_bytes(dst));
    }
    return -1;
}

// Whole groups of which the kernel reads nothing beyond `rows` rows.
std::int64_t fused_rows::groups_in_bounds(std::int64_t rows) const noexcept {
    for (const operand which : inputs) {
        if (!is(fused_role::repeating, which)) continue;
        rows -= fused_slack_bytes; // more than needed where elements are wide
        break;
    }
    return std::max<std::int64_t>(rows, 0) / kernels_.ordinary.group.rows;
}

// Whole groups, with the repeating operands copied to where there is slack behind them.
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

// Less than a group: computed as one, in scratch, of which the rows that exist are kept.
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

// Rows up to a cache line of dst; returns how many, or -1 when no row begins with one.
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
    // Whole groups that end with the last row; the first of them may be computed again, which gives
    // the same bits, in place too.
    std::int64_t last_groups = (rest + group_rows - 1) / group_rows;
    if (last_groups * group_rows > rows) {
        run_padded(at, last_groups - 1);
        last_groups = 1;
    }
    advance(at, rows - last_groups * group_rows);
    run_padded(at, last_groups);
}

} // namespace libselect
