// SPDX-License-Identifier: Apache-2.0
// One LIBSELECT_DCHECK per guarantee of the contracts. Whether memory can be read is not checked:
// the fault itself tells.
#include "kernel/contract.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/cache_line.hpp"
#include "base/overlap.hpp"

namespace libselect {
namespace {

std::int64_t address(const std::byte *at) noexcept {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(at));
}

// The strides of an operand from the plane in.
struct call_strides {
    std::int64_t plane, row, col;
};

call_strides strides_of(const kernel_loops &loops, operand which) noexcept {
    const std::int64_t row = loops.row_strides[which];
    return {static_cast<std::int64_t>(
                    static_cast<std::uint64_t>(loops.plane_steps[which])
                    + static_cast<std::uint64_t>(loops.rows) * static_cast<std::uint64_t>(row)),
            row, loops.col_strides[which]};
}

strided_set set_of(const row_params &params, const kernel_args &args, operand which) noexcept {
    const kernel_loops &loops = *args.loops;
    const auto [plane, row, col] = strides_of(loops, which);
    strided_set set;
    set.base = reinterpret_cast<std::uintptr_t>(args.data[which]);
    set.elem_bytes = params.unit(which);
    set.rank = 3;
    const std::array extents {loops.planes, loops.rows, loops.cols};
    const std::array strides {plane, row, col};
    std::copy(extents.begin(), extents.end(), set.extents.begin());
    std::copy(strides.begin(), strides.end(), set.strides_bytes.begin());
    return set;
}

// Whether a source is dst, element for element.
bool lies_in_dst(const kernel_args &args, operand which) noexcept {
    const kernel_loops &loops = *args.loops;
    const call_strides own = strides_of(loops, which);
    const call_strides other = strides_of(loops, dst);
    return args.data[which] == args.data[dst] && (loops.planes == 1 || own.plane == other.plane)
           && (loops.rows == 1 || own.row == other.row)
           && (loops.cols == 1 || own.col == other.col);
}

void check_strides(const row_params &params, const kernel_loops &loops) noexcept {
    for (const operand which : all_operands) {
        const std::int64_t stride = loops.col_strides[which];
        const role along = params.roles[which];
        LIBSELECT_DCHECK(along != role::full || stride == params.unit(which), which, stride);
        LIBSELECT_DCHECK(along != role::constant || stride == 0, which, stride);
    }
}

void check_streaming(const row_params &params, const kernel_args &args) noexcept {
    const kernel_loops &loops = *args.loops;
    const bool is_fixed = params.cols != 0;
    const std::int64_t unit = is_fixed ? streamed_row_unit : params.elem_bytes;
    const std::int64_t first = is_fixed ? streamed_row_alignment : params.elem_bytes;
    const auto [plane, row, col] = strides_of(loops, dst);
    LIBSELECT_DCHECK(address(args.data[dst]) % first == 0, address(args.data[dst]), first);
    LIBSELECT_DCHECK(loops.rows == 1 || row % unit == 0, row, unit);
    LIBSELECT_DCHECK(loops.planes == 1 || plane % unit == 0, plane, unit);
    LIBSELECT_DCHECK(params.cols == 0 || params.cols * params.elem_bytes % unit == 0, params.cols);
}

void check_sharing(const row_params &params, const kernel_args &args) noexcept {
    const strided_set written = set_of(params, args, dst);
    LIBSELECT_DCHECK(overlap_within(written) != overlap::shared, address(args.data[dst]));
    for (const operand which : inputs) {
        if (which != cond && lies_in_dst(args, which)) continue;
        LIBSELECT_DCHECK(
                overlap_between(set_of(params, args, which), written) != overlap::shared, which);
    }
}

// A periodic operand is followed by itself, again and again.
void check_period(const fused_params &params, const std::byte *row, operand which) noexcept {
    const std::int64_t n_bytes = std::int64_t {params.cols} * params.unit(which);
    for (std::int64_t i = 0; i < fused_slack_bytes; ++i)
        LIBSELECT_DCHECK(row[n_bytes + i] == row[i], which, i);
}

} // namespace

void check_contract(const row_params &params, const kernel_args &args) noexcept {
    const kernel_loops &loops = *args.loops;
    LIBSELECT_DCHECK(loops.planes >= 1 && loops.rows >= 1 && loops.cols >= 1, loops.planes,
            loops.rows, loops.cols);
    LIBSELECT_DCHECK(params.cols == 0 || loops.cols == params.cols, loops.cols, params.cols);
    check_strides(params, loops);
    LIBSELECT_DCHECK(!params.shares_masks || loops.row_strides[cond] == 0, loops.row_strides[cond]);
    if (params.stores == store_kind::streaming) check_streaming(params, args);
    LIBSELECT_DCHECK(params.kept != in_place::src0 || lies_in_dst(args, src0), loops.rows);
    LIBSELECT_DCHECK(params.kept != in_place::src1 || lies_in_dst(args, src1), loops.rows);
    check_sharing(params, args);
}

void check_contract(const fused_kernel &kernel, const kernel_args &args) noexcept {
    const fused_params &params = kernel.params;
    LIBSELECT_DCHECK(args.loops->rows >= 1, args.loops->rows);
    const std::int64_t to = address(args.data[dst]);
    LIBSELECT_DCHECK(params.stores == store_kind::ordinary || to % line_bytes == 0, to);
    const std::int64_t n_elems = args.loops->rows * kernel.group.rows * params.cols;
    for (const operand which : inputs) {
        if (params.roles[which] == fused_role::periodic)
            check_period(params, args.data[which], which);
        const std::int64_t from = address(args.data[which]);
        const bool is_full = params.roles[which] == fused_role::full;
        if (which != cond && is_full && from == to) continue;
        const std::int64_t n_read = is_full ? n_elems : 1; // the others hold at least one element
        const bool is_apart = from + n_read * params.unit(which) <= to
                              || to + n_elems * params.elem_bytes <= from;
        LIBSELECT_DCHECK(is_apart, which, from, to);
    }
}

void check_contract(const transpose_kernel &kernel, const transpose_args &args) noexcept {
    const transpose_params &params = kernel.params;
    const std::int64_t out_row_bytes = std::abs(args.out_row_stride_bytes);
    if (params.is_narrow()) {
        const std::int64_t gap =
                params.narrow_cols != 0
                        ? args.out_row_stride_bytes - params.narrow_cols * params.elem_bytes
                        : args.src_col_stride_bytes - params.narrow_rows * params.elem_bytes;
        LIBSELECT_DCHECK(gap == 0 && args.length >= 1, gap, args.length);
        const bool overlaps =
                params.narrow_rows != 0 && out_row_bytes < args.length * params.elem_bytes;
        LIBSELECT_DCHECK(!overlaps, out_row_bytes, args.length);
        return;
    }
    LIBSELECT_DCHECK(args.groups >= 1 && args.pieces >= 1, args.groups, args.pieces);
    const std::int64_t n_cols = args.groups * kernel.group_cols;
    const std::int64_t row_bytes = n_cols * params.elem_bytes;
    LIBSELECT_DCHECK(out_row_bytes >= row_bytes, out_row_bytes, row_bytes);
}

} // namespace libselect
