// SPDX-License-Identifier: Apache-2.0
// Conditions that are looked at first, since each serves several elements or since they are dense:
// those that take one source, and those of which few change dst in place.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"
#include "harness/type_lists.hpp"
#include "unit/type_name.hpp"

namespace {

using support::dims;
using support::in_place;
using support::mask;
using support::mask_kind;
using support::operand;
using support::problem;

constexpr std::array<mask, 8> masks {{{.kind = mask_kind::all, .value = support::true_byte::varies},
        {.kind = mask_kind::none}, {.kind = mask_kind::single},
        {.kind = mask_kind::single, .inverted = true}, {.kind = mask_kind::random, .chance = 0.02},
        {.kind = mask_kind::random, .chance = 0.98},
        {.kind = mask_kind::runs, .chance = 0.05, .length = 9},
        {.kind = mask_kind::random, .chance = 0.5}}};

class all_conditions : public testing::TestWithParam<libselect::data_type> {
protected:
    // Every mask, apart and over either source, with a layout of dst that is dense or any.
    void expect_all_right(const problem &what) {
        for (const mask &conditions : masks)
            for (const in_place alias : {in_place::no, in_place::src0, in_place::src1}) {
                problem one = what;
                one.infer_dst = false;
                if (random_.one_in(2))
                    one.dst.strides = support::random_dst_strides(one.dst.dims, random_);
                one.alias = alias;
                if (src0_is_dst(one)) one.src0 = one.dst;
                if (src1_is_dst(one)) one.src1 = one.dst;
                one.conditions = conditions;
                one.seed = random_.next();
                ASSERT_EQ(support::run(one, random_), "");
            }
    }

    support::random_source random_ {20261123};
};

TEST_P(all_conditions, of_any_layout_are_right) {
    constexpr std::array<std::int64_t, 7> extents {4, 5, 7, 16, 33, 64, 150};
    for (int i = 0; i < 40; ++i) {
        dims all(1 + random_.below(4));
        for (std::int64_t &extent : all)
            extent = extents[random_.below(extents.size())];
        while (support::n_elems(all) > 20000)
            *std::max_element(all.begin(), all.end()) /= 3;
        problem what = support::dense_problem(GetParam(), all, all, all);
        for (operand *input : {&what.cond, &what.src0, &what.src1})
            input->strides = support::random_input_strides(all, random_);
        if (random_.one_in(2))
            what.cond.strides[random_.below(all.size())] = 0;
        else
            what.cond.strides = support::dense_strides(all);
        expect_all_right(what);
    }
}

// Rows longer than those that are copied at a time, and more runs than are listed at a time.
TEST_P(all_conditions, of_long_loops_are_right) {
    problem what = support::dense_problem(GetParam(), {1, 3000, 1}, {5, 3000, 3}, {5, 3000, 3});
    expect_all_right(what);
    what = support::dense_problem(GetParam(), {1, 50, 1}, {300, 50, 2}, {300, 50, 1});
    expect_all_right(what);
}

// Conditions lie across the rows of dst, so that neighbours of one row are found one by one. The
// source has them at one distance, at two, or all at once.
TEST_P(all_conditions, that_change_neighbours_are_right) {
    const dims all {40, 12, 5, 9};
    problem what = support::dense_problem(GetParam(), {1, 12, 5, 9}, all, all);
    what.cond.strides = {0, 1, 108, 12};
    for (const dims &strides : {dims {540, 45, 9, 1}, dims {1, 0, 0, 0}, dims {0, 200, 27, 3},
                 dims {0, 200, 1, 20}, dims {0, 1, 12, 60}}) {
        what.src0.strides = what.src1.strides = strides;
        expect_all_right(what);
        expect_all_right(what);
    }
}

INSTANTIATE_TEST_SUITE_P(
        widths, all_conditions, testing::ValuesIn(support::type_of_every_width()), unit::type_name);

// A way that is given up where many conditions take the other source.
TEST(common_source, may_be_copied_first) {
    problem what = support::dense_problem(
            libselect::data_type::f32, {300, 40}, {300, 40}, {300, 40});
    what.src0.strides = {80, 2};
    what.max_threads = 1;
    const std::string text = libselect::primitive(support::make_op(what), 1).to_string();
    const bool has_one_form = text.find("implementation: jit:scalar") != std::string::npos;
    EXPECT_NE(text.find("common source copied first") != std::string::npos, has_one_form) << text;
    support::random_source random {20261125};
    for (const double chance : {0.0, 0.01, 0.02, 0.06, 0.12, 0.88, 0.94, 0.98, 1.0})
        for (int i = 0; i < 5; ++i) {
            what.conditions = {.kind = mask_kind::random, .chance = chance};
            what.seed = random.next();
            ASSERT_EQ(support::run(what, random), "");
        }
}

// Enough bytes for several threads.
TEST(all_conditions_and_threads, many_elements_are_right) {
    support::random_source random {20261124};
    for (const mask &conditions : masks)
        for (const in_place alias : {in_place::no, in_place::src0}) {
            problem what = support::dense_problem(
                    libselect::data_type::f32, {1, 700}, {700, 700}, {700, 700});
            what.src1.strides = {1, 700};
            what.alias = alias;
            what.conditions = conditions;
            what.seed = random.next();
            ASSERT_EQ(support::run(what, random), "");
        }
}

} // namespace
