// SPDX-License-Identifier: Apache-2.0
// Problems that go through scratch in boxes, larger than one box, with conditions that take one
// source for long; and rows in place that have the same conditions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"
#include "harness/type_lists.hpp"
#include "unit/type_name.hpp"

namespace {

using support::dims;
using support::mask;
using support::mask_kind;
using support::operand;
using support::problem;

constexpr std::array<mask, 6> box_masks {{{.kind = mask_kind::all}, {.kind = mask_kind::none},
        {.kind = mask_kind::random, .chance = 0.5}, {.kind = mask_kind::random, .chance = 0.01},
        {.kind = mask_kind::runs, .chance = 0.5, .length = 900},
        {.kind = mask_kind::stretches, .value = support::true_byte::varies}}};

class boxes : public testing::TestWithParam<libselect::data_type> {
protected:
    void expect_right(problem what, const mask &conditions) {
        what.conditions = conditions;
        what.seed = random_.next();
        ASSERT_EQ(support::run(what, random_), "");
    }

    support::random_source random_ {20261122};
};

// In half of them dst is dense, in a third of them it is a source.
TEST_P(boxes, strided_operands_are_right_in_every_order_of_loops) {
    constexpr std::array<std::int64_t, 8> extents {2, 3, 4, 7, 16, 33, 64, 150};
    for (int i = 0; i < 150; ++i) {
        dims all(1 + random_.below(4));
        for (std::int64_t &extent : all)
            extent = extents[random_.below(extents.size())];
        while (support::n_elems(all) > 30000)
            *std::max_element(all.begin(), all.end()) /= 3;
        problem what = support::dense_problem(GetParam(), all, all, all);
        what.infer_dst = false;
        for (operand *input : {&what.cond, &what.src0, &what.src1})
            input->strides = support::random_input_strides(all, random_);
        if (random_.one_in(2)) what.dst.strides = support::random_dst_strides(all, random_);
        if (random_.one_in(3)) {
            what.alias = random_.one_in(2) ? support::in_place::src0 : support::in_place::src1;
            (src0_is_dst(what) ? what.src0 : what.src1) = what.dst;
        }
        expect_right(what, box_masks[random_.below(box_masks.size())]);
    }
}

TEST_P(boxes, rows_in_place_with_the_same_conditions_are_right) {
    for (const dims &shape :
            {dims {2, 9, 128}, dims {3, 40, 33}, dims {500, 12}, dims {4, 700}, dims {40, 9, 128}})
        for (const auto alias : {support::in_place::src0, support::in_place::src1})
            for (const mask &conditions : box_masks)
                for (const bool scalar : {false, true}) {
                    dims cond = shape;
                    cond[cond.size() - 2] = 1;
                    const bool keeps0 = alias == support::in_place::src0;
                    const dims other = scalar ? dims {} : shape;
                    problem what = support::dense_problem(GetParam(), cond, keeps0 ? shape : other,
                            keeps0 ? other : shape, "multidirectional");
                    what.alias = alias;
                    expect_right(what, conditions);
                }
}

// A row of one condition, and one condition for all, at a size where nothing else is kept.
TEST_P(boxes, what_is_kept_by_one_condition_is_right) {
    for (const dims &cond : {dims {40, 1}, dims {1, 1}, dims {}})
        for (const std::int64_t n : {3, 64, 700})
            for (const auto alias : {support::in_place::src0, support::in_place::src1})
                for (const mask &conditions : box_masks) {
                    problem what = support::dense_problem(
                            GetParam(), cond, {40, n}, {40, n}, "multidirectional");
                    what.alias = alias;
                    expect_right(what, conditions);
                }
}

INSTANTIATE_TEST_SUITE_P(
        widths, boxes, testing::ValuesIn(support::type_of_every_width()), unit::type_name);

} // namespace
