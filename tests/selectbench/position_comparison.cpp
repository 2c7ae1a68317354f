// SPDX-License-Identifier: Apache-2.0
// From a comparison of positions to lower and upper.
#include "position_comparison.hpp"

#include <algorithm>
#include <cstddef>

namespace selectbench {
namespace {

// The axis, counted from the end, where broadcasting aligns it.
std::int64_t from_end(const position_tensor &of) {
    return of.axis - static_cast<std::int64_t>(of.dims.size());
}

std::int64_t dim_at(const ls::dims &dims, std::int64_t axis_from_end) {
    return dims[static_cast<std::size_t>(static_cast<std::int64_t>(dims.size()) + axis_from_end)];
}

// Whether the tensor may be broadcast into dst and has dst's size on its axis.
bool counts_axis_of(const ls::dims &dst, const position_tensor &of, bool exactly) {
    if (of.dims.size() > dst.size() || (exactly && of.dims != dst)) return false;
    for (std::int64_t axis = -static_cast<std::int64_t>(of.dims.size()); axis < 0; ++axis) {
        const std::int64_t dim = dim_at(of.dims, axis);
        if (dim != dim_at(dst, axis) && (dim != 1 || axis == from_end(of))) return false;
    }
    return true;
}

ls::relation mirrored(ls::relation relation) {
    switch (relation) {
    case ls::relation::lt:
        return ls::relation::gt;
    case ls::relation::le:
        return ls::relation::ge;
    case ls::relation::gt:
        return ls::relation::lt;
    case ls::relation::ge:
        return ls::relation::le;
    default:
        return relation;
    }
}

// The bounds of row + offset RELATION col; nothing when one does not fit 64 bits.
std::optional<ls::interval> bounds_of(ls::relation relation, std::int64_t offset) {
    std::int64_t step = 0;
    if (relation == ls::relation::gt) step = -1;
    if (relation == ls::relation::lt) step = 1;
    if (relation == ls::relation::ne || __builtin_add_overflow(offset, step, &offset))
        return std::nullopt;
    ls::interval bounds;
    if (relation != ls::relation::ge && relation != ls::relation::gt) bounds.lower = offset;
    if (relation != ls::relation::le && relation != ls::relation::lt) bounds.upper = offset;
    return bounds;
}

} // namespace

std::optional<condition_request> interval_of(const position_comparison &what,
        const ls::logical_tensor &src0, const ls::logical_tensor &src1,
        const ls::attributes &attr) {
    const bool lhs_is_row = from_end(what.lhs) < from_end(what.rhs);
    const position_tensor &row = lhs_is_row ? what.lhs : what.rhs;
    const position_tensor &col = lhs_is_row ? what.rhs : what.lhs;
    if (from_end(row) == from_end(col)) return std::nullopt;
    // An interval without bounds leaves dst to the sources.
    const ls::dims dst = ls::select_op(ls::interval {}, src0, src1, attr).dst().dims();
    const bool exactly =
            attr.mode == ls::auto_broadcast::none || attr.mode == ls::auto_broadcast::pdpd;
    if (!counts_axis_of(dst, row, exactly) || !counts_axis_of(dst, col, exactly))
        return std::nullopt;

    // col + offset RELATION row is row - offset MIRRORED col.
    const ls::relation relation = lhs_is_row ? what.relation : mirrored(what.relation);
    std::int64_t offset = 0;
    if (!what.offset) {
        const std::int64_t rows = dim_at(dst, from_end(row)), cols = dim_at(dst, from_end(col));
        const std::optional<ls::interval> bounds = bounds_of(relation, 0);
        if (!bounds || (bounds->lower && bounds->upper)) return std::nullopt;
        offset = bounds->upper ? cols - rows - *bounds->upper : 1 - rows - *bounds->lower;
    } else if (lhs_is_row) {
        offset = *what.offset;
    } else if (__builtin_sub_overflow(std::int64_t {0}, *what.offset, &offset)) {
        return std::nullopt;
    }
    std::optional<ls::interval> positions = bounds_of(relation, offset);
    if (!positions) return std::nullopt;
    positions->axis = static_cast<int>(from_end(col));
    positions->row_axis = static_cast<int>(from_end(row));
    return condition_request {.kind = ls::condition_kind::interval, .positions = *positions};
}

} // namespace selectbench
