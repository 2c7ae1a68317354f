// SPDX-License-Identifier: Apache-2.0
// The rules of semantics.md, "Shapes", in its order and words.
#include "harness/broadcast_spec.hpp"

#include <algorithm>

namespace support {
namespace {

// "Shapes are aligned on the right; a missing dim counts as 1": the dim at a distance from the end.
std::int64_t from_the_end(const dims &shape, std::size_t distance) {
    return distance < shape.size() ? shape[shape.size() - 1 - distance] : 1;
}

// Two shapes broadcast to each other.
std::optional<dims> both_ways(const dims &a, const dims &b) {
    dims result(std::max(a.size(), b.size()));
    for (std::size_t distance = 0; distance < result.size(); ++distance) {
        const std::int64_t x = from_the_end(a, distance);
        const std::int64_t y = from_the_end(b, distance);
        if (x != y && x != 1 && y != 1) return std::nullopt;
        result[result.size() - 1 - distance] = x == 1 ? y : x;
    }
    return result;
}

std::optional<dims> numpy(const dims &cond, const dims &src0, const dims &src1) {
    const std::optional<dims> dst = both_ways(src0, src1);
    if (!dst || cond.size() > dst->size()) return std::nullopt;
    for (std::size_t distance = 0; distance < cond.size(); ++distance) {
        const std::int64_t dim = from_the_end(cond, distance);
        if (dim != 1 && dim != from_the_end(*dst, distance)) return std::nullopt;
    }
    return dst;
}

bool fits_pdpd(const dims &input, const dims &src0, std::int64_t axis) {
    const auto rank = static_cast<std::int64_t>(input.size());
    const auto src0_rank = static_cast<std::int64_t>(src0.size());
    if (rank > src0_rank) return false;
    const std::int64_t first = axis == -1 ? src0_rank - rank : axis;
    if (first > src0_rank - rank) return false;
    for (std::int64_t i = 0; i < rank; ++i) {
        const std::int64_t dim = input[static_cast<std::size_t>(i)];
        if (dim != 1 && dim != src0[static_cast<std::size_t>(first + i)]) return false;
    }
    return true;
}

std::optional<dims> pdpd(const dims &cond, const dims &src0, const dims &src1, std::int64_t axis) {
    if (axis < -1 || !fits_pdpd(src1, src0, axis) || !fits_pdpd(cond, src0, axis))
        return std::nullopt;
    return src0;
}

} // namespace

std::optional<dims> dst_by_the_spec(libselect_auto_broadcast_t mode, std::int64_t axis,
        const dims &cond, const dims &src0, const dims &src1) {
    switch (mode) {
    case libselect_auto_broadcast_none:
        return cond == src0 && src0 == src1 ? std::optional(cond) : std::nullopt;
    case libselect_auto_broadcast_numpy:
        return numpy(cond, src0, src1);
    case libselect_auto_broadcast_pdpd:
        return pdpd(cond, src0, src1, axis);
    case libselect_auto_broadcast_multidirectional:
        break;
    }
    const std::optional<dims> sources = both_ways(src0, src1);
    return sources ? both_ways(cond, *sources) : std::nullopt;
}

} // namespace support
