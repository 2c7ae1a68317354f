// SPDX-License-Identifier: Apache-2.0
// One function per broadcast mode. They share two ways to merge dims: either dim may be stretched
// from 1, or only the input's dim may be.
#include "op/infer_shape.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "op/logical_tensor.hpp"

namespace libselect {
namespace {

using conditions = std::span<const named_shape>;

struct rule {
    const char *text; // what the operand breaks
    const char *mode;
    bool aligns_last = true; // the last dims of both shapes stand at each other
};

// What a caller meant whose input fits when its first dims stand at the first dims of the other
// shape: a mask [B, S] of keys beside scores [B, H, S, S] is written [B, 1, 1, S]. "" where no such
// split fits.
std::string first_dims_hint(const shape &input, const shape &into) {
    const int missing = into.rank - input.rank;
    for (int n_first = 1; missing > 0 && n_first <= input.rank; ++n_first) {
        if (input[n_first - 1] != into[n_first - 1]) return "";
        bool fits = true;
        for (int axis = n_first; axis < input.rank; ++axis)
            fits = fits && (input[axis] == into[axis + missing] || input[axis] == 1);
        if (!fits) continue;
        shape written = into;
        std::fill_n(&written[n_first], missing, 1);
        for (int axis = n_first; axis < input.rank; ++axis)
            written[axis + missing] = input[axis];
        return "; if it stands at dim 0, write " + to_string(written);
    }
    return "";
}

[[noreturn]] void fail_dim(const named_shape &input, int axis, const named_shape &into,
        int into_axis, const rule &broken) {
    fail(libselect_invalid_shape,
            {input.name, ": dim ", axis, " is ", input.dims[axis], ", ", into.name, " dim ",
                    into_axis, " is ", into.dims[into_axis], "; ", broken.text,
                    " (auto_broadcast=", broken.mode, ")",
                    broken.aligns_last ? first_dims_hint(input.dims, into.dims) : ""});
}

[[noreturn]] void fail_rank(const named_shape &input, const named_shape &into, const rule &broken) {
    fail(libselect_invalid_shape,
            {input.name, ": rank is ", input.dims.rank, ", ", into.name, " rank is ",
                    into.dims.rank, "; ", broken.text, " (auto_broadcast=", broken.mode, ")"});
}

// Merges dims a and b, either of which may be stretched from 1. False when no value is valid.
bool merge_both_ways(std::int64_t a, std::int64_t b, std::int64_t &merged) {
    if (a == b) {
        merged = a;
        return true;
    }
    if (a == unknown_dim || b == unknown_dim) {
        const std::int64_t known = a == unknown_dim ? b : a;
        merged = known == 1 ? unknown_dim : known;
        return true;
    }
    merged = a == 1 ? b : a;
    return a == 1 || b == 1;
}

// Fits dim `from` into dim `into`, which changes only when it is unknown. False when it cannot fit.
bool merge_one_way(std::int64_t from, std::int64_t &into) {
    if (from == unknown_dim || from == 1 || from == into) return true;
    if (into != unknown_dim) return false;
    into = from;
    return true;
}

// a and b broadcast to each other, aligned on the right.
shape broadcast_both_ways(const named_shape &a, const named_shape &b, const char *mode) {
    shape merged;
    if (!a.dims.has_rank() || !b.dims.has_rank()) {
        merged.rank = unknown_rank;
        return merged;
    }
    merged.rank = std::max(a.dims.rank, b.dims.rank);
    for (int axis = 0; axis < merged.rank; ++axis) {
        const int a_axis = axis - (merged.rank - a.dims.rank);
        const int b_axis = axis - (merged.rank - b.dims.rank);
        const std::int64_t a_dim = a_axis < 0 ? 1 : a.dims[a_axis];
        const std::int64_t b_dim = b_axis < 0 ? 1 : b.dims[b_axis];
        if (!merge_both_ways(a_dim, b_dim, merged[axis]))
            fail_dim(b, b_axis, a, a_axis, {"dims must be equal or 1", mode});
    }
    return merged;
}

// Fits an input into a shape from axis `first` of it on. Along the other axes it is broadcast.
void broadcast_one_way(
        const named_shape &input, const char *into, shape &dims, int first, const rule &broken) {
    for (int axis = 0; axis < input.dims.rank; ++axis)
        if (!merge_one_way(input.dims[axis], dims[first + axis]))
            fail_dim(input, axis, {into, dims}, first + axis, broken);
}

// Ranks and dims that both inputs know must be the same.
void check_same(const named_shape &input, const named_shape &other) {
    constexpr const char *mode = "none";
    if (!input.dims.has_rank() || !other.dims.has_rank()) return;
    if (input.dims.rank != other.dims.rank)
        fail_rank(input, other, {"ranks must be the same", mode});
    for (int axis = 0; axis < input.dims.rank; ++axis) {
        const std::int64_t dim = input.dims[axis];
        const std::int64_t other_dim = other.dims[axis];
        if (dim != unknown_dim && other_dim != unknown_dim && dim != other_dim)
            fail_dim(input, axis, other, axis, {"dims must be the same", mode});
    }
}

// dst has the rank and the dims that any input knows.
shape infer_none(conditions conds, const named_shape &src0, const named_shape &src1) {
    std::vector<named_shape> inputs(conds.begin(), conds.end());
    inputs.push_back(src0);
    inputs.push_back(src1);
    shape dst;
    dst.rank = unknown_rank;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k)
            check_same(inputs[i], inputs[k]);
        const shape &dims = inputs[i].dims;
        if (!dst.has_rank()) dst = dims;
        for (int axis = 0; dims.has_rank() && axis < dst.rank; ++axis)
            if (dst[axis] == unknown_dim) dst[axis] = dims[axis];
    }
    return dst;
}

// When the rank of one source is unknown, a dim other than 1 of the other source is still a dim of
// dst, and cond must fit it. Axis i of cond stands at axis i + shift of that source.
void check_against_known(
        const named_shape &cond, const named_shape &source, int shift, const rule &broken) {
    if (!cond.dims.has_rank() || !source.dims.has_rank()) return;
    for (int axis = 0; axis < cond.dims.rank; ++axis) {
        const int source_axis = axis + shift;
        if (source_axis < 0 || source_axis >= source.dims.rank) continue;
        std::int64_t dim = source.dims[source_axis];
        if (dim != 1 && !merge_one_way(cond.dims[axis], dim))
            fail_dim(cond, axis, source, source_axis, broken);
    }
}

// Both sides of a comparison broadcast to each other, whatever they then broadcast into.
void check_sides(conditions conds, const char *mode) {
    for (std::size_t i = 1; i < conds.size(); ++i)
        (void)broadcast_both_ways(conds[i - 1], conds[i], mode);
}

shape infer_numpy(conditions conds, const named_shape &src0, const named_shape &src1) {
    constexpr rule broken {"cond may not enlarge dst", "numpy"};
    check_sides(conds, broken.mode);
    shape dst = broadcast_both_ways(src0, src1, broken.mode);
    for (const named_shape &cond : conds) {
        if (!dst.has_rank())
            for (const named_shape &source : {src0, src1})
                check_against_known(cond, source, source.dims.rank - cond.dims.rank, broken);
        if (!dst.has_rank() || !cond.dims.has_rank()) continue;
        if (cond.dims.rank > dst.rank) fail_rank(cond, {"dst", dst}, broken);
        broadcast_one_way(cond, "dst", dst, dst.rank - cond.dims.rank, broken);
    }
    return dst;
}

// Fits one input into src0's shape, or into the one that is given for dst.
void fit_pdpd(const named_shape &input, const char *into, shape &dims, const attributes &attr) {
    constexpr const char *mode = "pdpd";
    if (!input.dims.has_rank() || !dims.has_rank()) return;
    if (input.dims.rank > dims.rank)
        fail_rank(input, {into, dims}, {"an input may not have more dims than src0", mode});
    const int first = first_axis(input.dims.rank, dims.rank, attr);
    if (first > dims.rank - input.dims.rank)
        fail(libselect_invalid_shape,
                {input.name, ": axis ", attr.axis, " + rank ", input.dims.rank, " is beyond ", into,
                        " rank ", dims.rank,
                        "; an input may not end after src0 (auto_broadcast=pdpd)"});
    broadcast_one_way(input, into, dims, first, {"dims must be equal to src0's or 1", mode, false});
}

// What no shape of src0 makes valid: an axis beyond all ranks, and two inputs that would have to be
// equal to it at one place and are not.
void check_beside_src0(std::span<const named_shape> inputs, const attributes &attr) {
    const bool aligns_last = attr.axis == LIBSELECT_DEFAULT_AXIS;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const int rank = std::max(inputs[i].dims.rank, 0);
        if (attr.axis > max_rank - rank)
            fail(libselect_invalid_shape,
                    {inputs[i].name, ": axis ", attr.axis, " + rank ", rank,
                            " is beyond the largest rank ", max_rank, " (auto_broadcast=pdpd)"});
        for (std::size_t k = 0; k < i; ++k)
            check_against_known(inputs[i], inputs[k],
                    aligns_last ? inputs[k].dims.rank - inputs[i].dims.rank : 0,
                    {"both are broadcast into src0, so their dims there must be equal or 1", "pdpd",
                            false});
    }
}

shape infer_pdpd(conditions conds, const named_shape &src0, const named_shape &src1,
        const attributes &attr) {
    if (attr.axis < LIBSELECT_DEFAULT_AXIS)
        fail(libselect_invalid_shape,
                {"axis: is ", attr.axis, "; it must be >= -1 (auto_broadcast=pdpd)"});
    std::vector<named_shape> inputs {src1};
    for (const named_shape &cond : conds)
        inputs.push_back(cond);
    for (const named_shape &input : inputs) {
        shape alone = src0.dims;
        fit_pdpd(input, "src0", alone, attr);
    }
    // For inputs of known rank, fit_pdpd has found this already.
    if (src0.dims.has_rank() && attr.axis > src0.dims.rank)
        fail(libselect_invalid_shape,
                {"axis: is ", attr.axis, ", src0 rank is ", src0.dims.rank,
                        "; an input may not begin after src0 (auto_broadcast=pdpd)"});
    check_beside_src0(inputs, attr);
    shape dst = src0.dims;
    for (const named_shape &input : inputs)
        fit_pdpd(input, "src0", dst, attr);
    return dst;
}

shape infer_multidirectional(conditions conds, const named_shape &src0, const named_shape &src1) {
    constexpr const char *mode = "multidirectional";
    // Every pair of inputs of known rank is merged. So two inputs that no third one can make valid
    // are refused even when the rank of the third is unknown.
    check_sides(conds, mode);
    shape dst = broadcast_both_ways(src0, src1, mode);
    for (const named_shape &cond : conds) {
        if (dst.has_rank() && cond.dims.has_rank()) {
            dst = broadcast_both_ways({"dst", dst}, cond, mode);
            continue;
        }
        (void)broadcast_both_ways(src0, cond, mode);
        (void)broadcast_both_ways(src1, cond, mode);
        dst.rank = unknown_rank;
    }
    return dst;
}

} // namespace

int first_axis(int operand_rank, int dst_rank, const attributes &attr) {
    if (attr.mode != libselect_auto_broadcast_pdpd || attr.axis == LIBSELECT_DEFAULT_AXIS)
        return dst_rank - operand_rank;
    // An axis beyond any rank is refused by the caller; keep it in the range of int.
    return static_cast<int>(std::min<std::int64_t>(attr.axis, max_rank + 1));
}

shape infer_shape(conditions conds, const shape &src0, const shape &src1, const attributes &attr) {
    const named_shape first {"src0", src0}, second {"src1", src1};
    switch (attr.mode) {
    case libselect_auto_broadcast_none:
        return infer_none(conds, first, second);
    case libselect_auto_broadcast_numpy:
        return infer_numpy(conds, first, second);
    case libselect_auto_broadcast_pdpd:
        return infer_pdpd(conds, first, second, attr);
    case libselect_auto_broadcast_multidirectional:
        break;
    }
    return infer_multidirectional(conds, first, second);
}

shape infer_shape(const shape &cond, const shape &src0, const shape &src1, const attributes &attr) {
    const named_shape conds[] {{"cond", cond}};
    return infer_shape(conds, src0, src1, attr);
}

void check_dst(conditions conds, const shape &src0, const shape &src1, const shape &dst,
        const attributes &attr) {
    shape dims = dst;
    std::vector<named_shape> inputs {{"src0", src0}, {"src1", src1}};
    for (const named_shape &cond : conds)
        inputs.push_back(cond);
    for (const named_shape &input : inputs)
        if (attr.mode == libselect_auto_broadcast_pdpd)
            fit_pdpd(input, "dst", dims, attr);
        else
            broadcast_into(input, dims, attr);
}

void check_pairs(conditions inputs, const attributes &attr) {
    for (std::size_t i = 0; i < inputs.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            check_against_known(inputs[i], inputs[k], inputs[k].dims.rank - inputs[i].dims.rank,
                    {"both are broadcast into dst, so their dims there must be equal or 1",
                            auto_broadcast_name(attr.mode)});
}

void broadcast_into(const named_shape &input, shape &dst, const attributes &attr) {
    if (!input.dims.has_rank() || !dst.has_rank()) return;
    const rule broken {
            "it is broadcast into dst and may not enlarge it", auto_broadcast_name(attr.mode)};
    if (input.dims.rank > dst.rank) fail_rank(input, {"dst", dst}, broken);
    broadcast_one_way(input, "dst", dst, dst.rank - input.dims.rank, broken);
}

} // namespace libselect
