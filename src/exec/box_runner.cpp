// SPDX-License-Identifier: Apache-2.0
// Scratch has one part per copied operand, in whole cache lines.
#include "exec/box_runner.hpp"

#include <cstring>

#include "base/cache_line.hpp"
#include "exec/condition_runs.hpp"
#include "exec/copy_box.hpp"
#include "kernel/contract.hpp"

namespace libselect {
namespace {

std::int64_t part_bytes(const schedule &decided, operand which, std::int64_t rows) noexcept {
    if (!decided.box.is_copied[which]) return 0;
    const std::int64_t n_bytes = rows * decided.box.columns * decided.walk.unit(which);
    return whole_lines(n_bytes);
}

// The loops of the kernel call.
kernel_loops loops_of_box(const schedule &decided, std::int64_t rows) noexcept {
    const box_form &box = decided.box;
    kernel_loops loops = loops_of(decided.walk, 1, rows, box.columns);
    for (const operand which : all_operands) {
        const std::int64_t unit = decided.walk.unit(which);
        loops.col_strides[which] = box.roles[which] == role::full ? unit : 0;
        if (box.is_copied[which]) loops.row_strides[which] = box.columns * unit;
    }
    if (!box.is_flat) return loops;
    loops.rows = 1;
    loops.cols = rows * box.columns;
    return loops;
}

// Which sources the conditions of a box take; those that are copied are in scratch by now, where a
// look at them is cheap.
taken sources_of(const schedule &decided, const kernel_args &args) noexcept {
    condition_set all;
    all.add(args.loops->rows, args.loops->row_strides[cond]);
    all.add(args.loops->cols, args.loops->col_strides[cond]);
    return all.sources(decided.walk.decides, args.data[cond]);
}

// A copied source of which no element is taken is not in scratch. The kernel reads the other one in
// its place or, where that is one element, dst.
void replace_untaken(
        const box_form &box, taken sources, kernel_args &args, kernel_loops &loops) noexcept {
    const operand which = sources == taken::src0 ? src1 : src0;
    const operand other = sources == taken::src0 ? src0 : src1;
    if (!box.is_copied[which]) return;
    const operand from = box.roles[other] == role::full ? other : dst;
    args.data[which] = args.data[from];
    loops.row_strides[which] = loops.row_strides[from];
}

} // namespace

std::int64_t box_runner::scratch_bytes(const schedule &decided, std::int64_t rows) noexcept {
    std::int64_t n_bytes = 0;
    for (const operand which : all_operands)
        n_bytes += part_bytes(decided, which, rows);
    return n_bytes;
}

// Copies the only source that is taken straight to dst. Returns false when dst is not dense, or is
// to be streamed to, or the source is not an array: a kernel does that.
bool box_runner::copy_source(
        operand which, const per_operand<std::byte *> &at, std::int64_t rows) const noexcept {
    const schedule &decided = job_.decided;
    const box_form &box = decided.box;
    if (box.is_copied[dst] || !(box.is_flat || rows == 1)) return false;
    if (box.is_copied[which]) {
        gather_box(at[dst], at[which], box.copies[which], rows, decided.transposes[which]);
        return true;
    }
    if (box.roles[which] != role::full || decided.rows.params().stores == store_kind::streaming)
        return false;
    std::memcpy(at[dst], at[which],
            static_cast<std::size_t>(rows * box.columns * decided.walk.elem_bytes));
    return true;
}

void box_runner::run(const per_operand<std::byte *> &at, std::int64_t rows) const noexcept {
    const schedule &decided = job_.decided;
    const box_form &box = decided.box;
    kernel_loops loops = loops_of_box(decided, rows);
    kernel_args args {at, &loops};
    std::byte *next = scratch_;
    for (const operand which : all_operands) {
        if (!box.is_copied[which]) continue;
        args.data[which] = next;
        next += part_bytes(decided, which, rows);
    }
    if (box.is_copied[cond])
        gather_box(args.data[cond], at[cond], box.copies[cond], rows, decided.transposes[cond]);
    const taken sources = sources_of(decided, args);
    if (sources == taken::src0 && job_.kept == in_place::src0) return;
    if (sources == taken::src1 && job_.kept == in_place::src1) return;
    if (sources != taken::both && copy_source(sources == taken::src0 ? src0 : src1, at, rows))
        return;
    for (const operand which : {src0, src1})
        if (box.is_copied[which] && sources != (which == src0 ? taken::src1 : taken::src0))
            gather_box(args.data[which], at[which], box.copies[which], rows,
                    decided.transposes[which]);
    if (sources != taken::both) replace_untaken(box, sources, args, loops);
    call(decided.rows.kernel(box.is_copied[dst] ? in_place::none : job_.kept, job_.stores), args);
    if (box.is_copied[dst])
        scatter_box(at[dst], args.data[dst], box.copies[dst], rows, decided.transposes[dst]);
}

} // namespace libselect
