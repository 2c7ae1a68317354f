// SPDX-License-Identifier: Apache-2.0
// Layouts of one kernel call.
#include "kernel/kernel_problem.hpp"

#include <array>
#include <cstdlib>

namespace internal {
namespace {

using libselect::cond;
using libselect::dst;
using libselect::fused_role;
using libselect::n_operands;
using libselect::role;
using libselect::row_params;
using libselect::src0;
using libselect::src1;
using support::placement;
using support::problem;
using support::random_source;

constexpr std::int64_t line_bytes = 64;
constexpr std::int64_t streamed_row_bytes = 32; // divide rows of fixed length, and steps of dst

std::int64_t width_of(const row_params &params, std::size_t which) {
    return which == cond ? 1 : params.elem_bytes;
}

// What the address of every element of an operand is a multiple of, or in rows of fixed length what
// its steps are.
std::int64_t alignment_of(const row_params &params, std::size_t which) {
    if (which != dst || params.stores == libselect::store_kind::ordinary) return 1;
    return params.cols != 0 ? streamed_row_bytes : params.elem_bytes;
}

std::int64_t pick(std::initializer_list<std::int64_t> values, random_source &random) {
    return values.begin()[random.below(values.size())];
}

std::int64_t random_col_stride(const row_params &params, std::size_t which, random_source &random) {
    const std::int64_t width = width_of(params, which);
    switch (params.roles[which]) {
    case role::full:
        return width;
    case role::constant:
        return 0;
    case role::strided:
        break;
    }
    return pick({2 * width, 3 * width, -width, -2 * width, width + 1}, random);
}

// From one row or plane to the next. Those of dst must not meet; those of an input may.
std::int64_t random_step(
        const row_params &params, std::size_t which, std::int64_t bytes, random_source &random) {
    const std::int64_t width = width_of(params, which);
    const std::int64_t unit = alignment_of(params, which);
    const auto round_up = [&](std::int64_t n) { return (n + unit - 1) / unit * unit; };
    const std::int64_t apart =
            round_up(pick({bytes, bytes + width, bytes + 5, bytes + 64}, random));
    const std::int64_t either_way = random.one_in(3) ? -apart : apart;
    if (which == dst) return either_way;
    return pick({either_way, either_way, 0, width, -width, 1}, random);
}

support::dims random_strides(
        const row_params &params, std::size_t which, const extents &size, random_source &random) {
    const std::int64_t col = random_col_stride(params, which, random);
    const std::int64_t row_bytes = (size.cols - 1) * std::abs(col) + width_of(params, which);
    const bool has_one_row = which == cond && params.shares_masks;
    const std::int64_t row = has_one_row ? 0 : random_step(params, which, row_bytes, random);
    const std::int64_t plane_bytes = (size.rows - 1) * std::abs(row) + row_bytes;
    return {random_step(params, which, plane_bytes, random), row, col};
}

// Moves dst so that its first element lies `offset` bytes behind the beginning of a cache line.
void place_dst(problem &what, std::int64_t offset) {
    const support::byte_range bytes = addressed_bytes(what.dst, what.elem_bytes());
    placement &where = what.dst.where;
    const std::int64_t gap =
            where.side == placement::guard::front ? offset + bytes.low : -offset - bytes.high;
    where.gap_bytes = static_cast<std::size_t>((gap % line_bytes + line_bytes) % line_bytes);
}

void align_dst(problem &what, const row_params &params, random_source &random) {
    const std::int64_t unit = alignment_of(params, dst);
    if (unit == 1) return;
    if (params.cols != 0 || random.one_in(2))
        place_dst(what, pick({0, 16, 32, 48}, random));
    else if (random.one_in(2))
        place_dst(what, unit);
    else
        what.dst.where.gap_bytes -= what.dst.where.gap_bytes % static_cast<std::size_t>(unit);
}

// Whether the rows of a problem shall begin in the middle of a vector of 32 bytes: generated rows
// of fixed length that store ordinarily have code for that.
bool shall_be_shifted(const row_params &params, random_source &random) {
    const bool may_be =
            params.cols * params.elem_bytes % 32 == 0 && params.roles[dst] == role::full;
    return may_be && params.cols != 0 && params.stores == libselect::store_kind::ordinary
           && random.one_in(2);
}

// Lays rows one behind the other, forwards or backwards, and the sources like dst: generated rows
// that share masks have code for that.
void join_rows(
        problem &what, const row_params &params, const extents &size, random_source &random) {
    const std::int64_t bytes = size.cols * params.elem_bytes;
    const std::int64_t row = random.one_in(2) ? -bytes : bytes;
    std::size_t which = 0;
    for (support::operand *tensor : operands(what)) {
        const bool is_constant = params.roles[which] == role::constant;
        if (which++ == cond || (is_constant && random.one_in(4))) continue;
        tensor->strides[1] = is_constant ? 0 : row;
    }
    what.dst.strides[0] = random.one_in(2) ? size.rows * row : -size.rows * row;
}

void shift_dst(
        problem &what, const row_params &params, const extents &size, random_source &random) {
    const auto width = static_cast<std::int64_t>(params.elem_bytes);
    const std::int64_t row = size.cols * width + pick({0, 32, 64}, random);
    what.dst.strides = {size.rows * row, row, width};
    if (random.one_in(2)) join_rows(what, params, size, random);
    place_dst(what, pick({16, 48}, random));
}

// Elements from one row or column of a fused operand to the next.
support::dims strides_of(fused_role kind, std::int64_t cols) {
    switch (kind) {
    case fused_role::full:
        return {cols, 1};
    case fused_role::repeating:
        return {1, 0};
    case fused_role::periodic:
        return {0, 1};
    case fused_role::constant:
        break;
    }
    return {0, 0};
}

} // namespace

std::span<const support::mask> every_mask() {
    using enum support::mask_kind;
    constexpr auto varies = support::true_byte::varies;
    static constexpr std::array<support::mask, 9> masks {{
            {.kind = stretches, .value = varies},
            {.kind = all, .value = varies},
            {.kind = none},
            {.kind = random, .chance = 0.01, .value = varies},
            {.kind = random, .chance = 0.01, .value = varies, .inverted = true},
            {.kind = uneven_runs, .chance = 0.05, .length = 64, .value = varies},
            {.kind = uneven_runs, .chance = 0.05, .length = 64, .value = varies, .inverted = true},
            {.kind = single, .value = varies},
            {.kind = single, .value = varies, .inverted = true},
    }};
    return masks;
}

problem random_kernel_problem(
        const row_params &params, const extents &size, random_source &random) {
    const support::dims dims {size.planes, size.rows, size.cols};
    const auto width = static_cast<std::size_t>(params.elem_bytes);
    problem what = support::dense_problem(support::type_of_width(width), dims, dims, dims, "none");
    std::size_t which = 0;
    for (support::operand *tensor : operands(what)) {
        tensor->strides = random_strides(params, which++, size, random);
        tensor->strides_in_bytes = true;
        tensor->where.side = random.one_in(2) ? placement::guard::front : placement::guard::back;
        tensor->where.gap_bytes = random.one_in(2) ? 0 : random.below(64);
    }
    if (shall_be_shifted(params, random))
        shift_dst(what, params, size, random);
    else
        align_dst(what, params, random);
    return what;
}

bool lay_in_place(problem &what, const row_params &params, support::in_place alias) {
    what.alias = alias;
    if (src0_is_dst(what) && params.roles[src0] != params.roles[dst]) return false;
    if (src1_is_dst(what) && params.roles[src1] != params.roles[dst]) return false;
    if (src0_is_dst(what)) what.src0 = what.dst;
    if (src1_is_dst(what)) what.src1 = what.dst;
    return true;
}

libselect::kernel_loops loops_of(const problem &what) {
    const support::dims &size = what.dst.dims;
    libselect::kernel_loops loops {size[0], size[1], size[2], {}, {}, {}};
    std::size_t which = 0;
    for (const support::operand *tensor : operands(what)) {
        const support::dims &strides = tensor->strides;
        loops.plane_steps[which] = strides[0] - size[1] * strides[1];
        loops.row_strides[which] = strides[1];
        loops.col_strides[which++] = strides[2];
    }
    return loops;
}

problem fused_problem(const libselect::fused_params &params, std::int64_t rows,
        std::size_t slack_bytes, support::in_place alias) {
    const support::dims dims {rows, params.cols};
    const auto width = static_cast<std::size_t>(params.elem_bytes);
    problem what = support::dense_problem(support::type_of_width(width), dims, dims, dims, "none");
    std::size_t which = 0;
    for (support::operand *tensor : operands(what)) {
        const fused_role kind = params.roles[which++];
        tensor->strides = strides_of(kind, params.cols);
        if (kind == fused_role::repeating || kind == fused_role::periodic)
            tensor->slack_bytes = slack_bytes;
    }
    what.alias = alias;
    return what;
}

void align_dst_to_line(problem &what) {
    place_dst(what, 0);
}

std::vector<libselect::per_operand<fused_role>> all_fused_roles() {
    constexpr fused_role every[] = {
            fused_role::full, fused_role::repeating, fused_role::periodic, fused_role::constant};
    std::vector<libselect::per_operand<fused_role>> mixes;
    for (const fused_role mask : every)
        for (const fused_role if_true : every)
            for (const fused_role if_false : every)
                mixes.push_back({mask, if_true, if_false, fused_role::full});
    return mixes;
}

libselect::per_operand<std::byte *> data_of(const support::operand_buffers &buffers) {
    return {buffers.cond(), buffers.src0(), buffers.src1(), buffers.dst()};
}

} // namespace internal
