// SPDX-License-Identifier: Apache-2.0
// Shape inference against the brute force of support/broadcast_spec.hpp: all small shapes, then all
// small shapes with unknowns, judged by what every substitution of the unknowns gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "common/text_shape.hpp"
#include "harness/broadcast_spec.hpp"
#include "harness/sanitized.hpp"
#include "op/infer_shape.hpp"

namespace internal {
namespace {

using libselect::attributes;
using libselect::shape;
using libselect::unknown_dim;

shape shape_of(const support::dims &extents) {
    shape result;
    result.rank = static_cast<int>(extents.size());
    std::copy(extents.begin(), extents.end(), result.dims.begin());
    return result;
}

std::vector<support::dims> shapes_of(const support::dims &values, int max_rank) {
    std::vector<support::dims> shapes;
    for (int rank = 0; rank <= max_rank; ++rank)
        for (support::dims &one : tuples_of(values, rank))
            shapes.push_back(std::move(one));
    return shapes;
}

// The inferred shape as text, "error" when there is none.
std::string inferred(
        const attributes &attr, const shape &cond, const shape &src0, const shape &src1) {
    try {
        return to_string(libselect::infer_shape(cond, src0, src1, attr));
    } catch (const libselect::failure &refused) {
        return refused.code() == libselect_invalid_shape ? "error" : refused.what();
    }
}

void compare_all_known(const attributes &attr, const std::vector<support::dims> &shapes) {
    std::vector<shape> as_shapes;
    for (const support::dims &one : shapes)
        as_shapes.push_back(shape_of(one));
    for (std::size_t c = 0; c < shapes.size(); ++c)
        for (std::size_t a = 0; a < shapes.size(); ++a)
            for (std::size_t b = 0; b < shapes.size(); ++b) {
                const auto expected = support::dst_by_the_spec(
                        attr.mode, attr.axis, shapes[c], shapes[a], shapes[b]);
                ASSERT_EQ(inferred(attr, as_shapes[c], as_shapes[a], as_shapes[b]),
                        expected ? to_string(shape_of(*expected)) : "error")
                        << "cond " << to_string(as_shapes[c]) << " src0 " << to_string(as_shapes[a])
                        << " src1 " << to_string(as_shapes[b]) << " axis " << attr.axis;
            }
}

constexpr int top_rank = support::is_sanitized ? 2 : 3;

// Rank 3 with all four values at once passes as well, and takes ten seconds: an error costs 5 us.
TEST(op_infer_shape_exhaustive, all_shapes_to_rank_3_agree_with_the_spec) {
    for (const auto mode : {libselect_auto_broadcast_none, libselect_auto_broadcast_numpy,
                 libselect_auto_broadcast_multidirectional}) {
        compare_all_known({mode, -1}, shapes_of({0, 1, 2, 3}, 2));
        compare_all_known({mode, -1}, shapes_of({0, 1, 2}, top_rank));
        compare_all_known({mode, -1}, shapes_of({1, 2, 3}, top_rank));
    }
}

TEST(op_infer_shape_exhaustive, all_shapes_and_axes_of_pdpd_agree_with_the_spec) {
    for (std::int64_t axis = -2; axis <= 4; ++axis) {
        compare_all_known({libselect_auto_broadcast_pdpd, axis}, shapes_of({0, 1, 2, 3}, 2));
        compare_all_known({libselect_auto_broadcast_pdpd, axis}, shapes_of({1, 2, 3}, top_rank));
    }
}

// A shape with unknowns and every known shape it may stand for. The values are those of the
// substitution: 0, 1 and two that differ, which no rule tells from any larger ones.
struct open_shape {
    shape dims_as_given;
    std::vector<support::dims> meanings;
};

open_shape open_shape_of(const support::dims &given, const support::dims &values) {
    open_shape result {shape_of(given), {{}}};
    for (const std::int64_t dim : given) {
        std::vector<support::dims> longer;
        for (const support::dims &meaning : result.meanings)
            for (const std::int64_t value : dim == unknown_dim ? values : support::dims {dim}) {
                longer.push_back(meaning);
                longer.back().push_back(value);
            }
        result.meanings = std::move(longer);
    }
    return result;
}

// What all valid substitutions agree on: "error" when none is valid, "*" when their ranks differ,
// "?" where their dims do.
std::string agreed(const attributes &attr, const open_shape &cond, const open_shape &src0,
        const open_shape &src1) {
    std::optional<support::dims> common;
    for (const support::dims &c : cond.meanings)
        for (const support::dims &a : src0.meanings)
            for (const support::dims &b : src1.meanings) {
                const std::optional<support::dims> dst =
                        support::dst_by_the_spec(attr.mode, attr.axis, c, a, b);
                if (!dst) continue;
                if (!common) common = dst;
                if (common->size() != dst->size()) return "*";
                for (std::size_t i = 0; i < dst->size(); ++i)
                    if ((*common)[i] != (*dst)[i]) (*common)[i] = unknown_dim;
            }
    return common ? to_string(shape_of(*common)) : "error";
}

std::string to_text(const open_shape &cond, const open_shape &src0, const open_shape &src1) {
    return "cond " + to_string(cond.dims_as_given) + " src0 " + to_string(src0.dims_as_given)
           + " src1 " + to_string(src1.dims_as_given);
}

const attributes all_attributes[] = {
        {libselect_auto_broadcast_none, -1},
        {libselect_auto_broadcast_numpy, -1},
        {libselect_auto_broadcast_multidirectional, -1},
        {libselect_auto_broadcast_pdpd, -1},
        {libselect_auto_broadcast_pdpd, 0},
        {libselect_auto_broadcast_pdpd, 1},
        {libselect_auto_broadcast_pdpd, 2},
};

TEST(op_infer_shape_exhaustive, unknown_dims_give_what_all_valid_substitutions_agree_on) {
    const support::dims values {0, 1, 2, 3};
    std::vector<open_shape> shapes;
    for (const support::dims &given : shapes_of({unknown_dim, 0, 1, 2, 3}, 2))
        shapes.push_back(open_shape_of(given, values));
    for (const attributes &attr : all_attributes)
        for (const open_shape &cond : shapes)
            for (const open_shape &src0 : shapes)
                for (const open_shape &src1 : shapes)
                    ASSERT_EQ(inferred(attr, cond.dims_as_given, src0.dims_as_given,
                                      src1.dims_as_given),
                            agreed(attr, cond, src0, src1))
                            << to_text(cond, src0, src1) << " mode " << attr.mode << " axis "
                            << attr.axis;
}

// An inferred shape claims no more than is true: it is the agreed one, or knows less.
bool claims_no_more(const std::string &claimed, const std::string &truth) {
    if (claimed == truth || truth == "error") return true;
    if (claimed == "*") return true;
    if (claimed == "error" || truth == "*") return false;
    const shape a = parse_shape(claimed);
    const shape b = parse_shape(truth);
    if (a.rank != b.rank) return false;
    for (int axis = 0; axis < a.rank; ++axis)
        if (a[axis] != unknown_dim && a[axis] != b[axis]) return false;
    return true;
}

TEST(op_infer_shape_exhaustive, unknown_ranks_claim_nothing_that_a_substitution_contradicts) {
    const support::dims values {0, 1, 2};
    std::vector<open_shape> shapes;
    for (const support::dims &given : shapes_of({unknown_dim, 0, 1, 2}, 2))
        shapes.push_back(open_shape_of(given, values));
    shapes.push_back({parse_shape("*"), shapes_of(values, 2)});
    for (const attributes &attr : all_attributes)
        for (const open_shape &cond : shapes)
            for (const open_shape &src0 : shapes)
                for (const open_shape &src1 : shapes) {
                    const std::string claimed = inferred(
                            attr, cond.dims_as_given, src0.dims_as_given, src1.dims_as_given);
                    const std::string truth = agreed(attr, cond, src0, src1);
                    ASSERT_TRUE(claims_no_more(claimed, truth))
                            << to_text(cond, src0, src1) << " mode " << attr.mode << " axis "
                            << attr.axis << ": inferred " << claimed << ", true is " << truth;
                }
}

} // namespace
} // namespace internal
