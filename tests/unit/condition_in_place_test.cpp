// SPDX-License-Identifier: Apache-2.0
// dst that is what the condition reads: right where it is exactly that tensor, refused where they
// overlap in another way.
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "harness/oracle.hpp"
#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"
#include "harness/type_lists.hpp"
#include "unit/type_name.hpp"

namespace {

using support::dims;
using support::placement;
using support::problem;

class condition_in_place : public testing::TestWithParam<libselect::data_type> {
protected:
    support::random_source random_ {20261105};

    // x `relation` y in dims {3, n}, where dst has these strides.
    [[nodiscard]] static problem comparison(std::int64_t n, const dims &strides) {
        problem made = support::dense_problem(GetParam(), {3, n}, {3, n}, {3, n});
        made.infer_dst = false;
        made.rhs = made.cond;
        made.dst.strides = strides;
        made.rule = {.kind = libselect_condition_compare,
                .type = made.type,
                .relation = support::is_complex(made.type) ? libselect_relation_ne
                                                           : libselect_relation_lt};
        return made;
    }
    // Every way in which inputs may be dst.
    void expect_right_in_every_place(const problem &what) {
        for (unsigned places = 1; places < 16; ++places) {
            problem made = what;
            made.cond_is_dst = (places & 1U) != 0;
            made.rhs_is_dst = (places & 2U) != 0;
            made.alias = static_cast<support::in_place>(places >> 2U);
            if (made.cond_is_dst) made.cond = made.dst;
            if (made.rhs_is_dst) made.rhs = made.dst;
            if (src0_is_dst(made)) made.src0 = made.dst;
            if (src1_is_dst(made)) made.src1 = made.dst;
            for (const auto side : {placement::guard::front, placement::guard::back}) {
                place(made, side, side == placement::guard::front ? 0 : 1);
                ASSERT_EQ(support::run(made, random_), "");
            }
        }
    }
};

// Blocks cut the rows, and the rows have the same conditions.
TEST_P(condition_in_place, long_rows_with_shared_conditions_are_right) {
    for (const std::int64_t n : {8193, 16385, 20000, 32768}) {
        problem made = support::dense_problem(GetParam(), {n}, {5, n}, {});
        made.infer_dst = true;
        made.rule = {.kind = libselect_condition_nonzero, .type = libselect_u8};
        made.alias = support::in_place::src0;
        SCOPED_TRACE(n);
        ASSERT_EQ(support::run(made, random_), "");
    }
}

TEST_P(condition_in_place, every_size_around_the_tails_is_right) {
    for (const std::int64_t n : {1, 2, 3, 5, 8, 9, 16, 17, 31, 33, 64, 67, 130, 300}) {
        expect_right_in_every_place(comparison(n, {n, 1}));
        expect_right_in_every_place(comparison(n, {n + 5, 1}));
    }
}

TEST_P(condition_in_place, negative_and_permuted_strides_are_right) {
    for (const dims &strides :
            {dims {-40, 1}, dims {40, -1}, dims {1, 3}, dims {-1, -3}, dims {113, 3}})
        expect_right_in_every_place(comparison(37, strides));
}

TEST_P(condition_in_place, broadcast_of_the_rest_is_right) {
    for (const dims &strides : {dims {0, 0}, dims {1, 0}, dims {0, 1}}) {
        problem what = comparison(67, {67, 1});
        what.rhs.strides = what.src0.strides = strides;
        expect_right_in_every_place(what);
    }
}

TEST_P(condition_in_place, on_the_tensor_of_nonzero_is_right) {
    for (const std::int64_t n : {1, 8, 33, 130, 1000}) {
        problem what = comparison(n, {n, 1});
        what.rule.kind = libselect_condition_nonzero;
        what.cond = what.dst;
        what.cond_is_dst = true;
        for (const auto alias : {support::in_place::no, support::in_place::src0,
                     support::in_place::src1, support::in_place::both}) {
            what.alias = alias;
            ASSERT_EQ(support::run(what, random_), "");
        }
    }
}

// Tensors that a plan turns, cuts and gathers: an element computed twice would be seen, since dst
// then holds what was not compared.
TEST_P(condition_in_place, of_transposed_and_odd_shapes_no_element_is_computed_twice) {
    for (int i = 0; i < 100; ++i) {
        problem what = comparison(1, {1, 1});
        const dims extents {1 + static_cast<std::int64_t>(random_.below(9)),
                1 + static_cast<std::int64_t>(random_.below(40)),
                1 + static_cast<std::int64_t>(random_.below(12))};
        for (support::operand *tensor : {&what.cond, &what.rhs, &what.src0, &what.src1, &what.dst})
            *tensor = {extents, support::random_dst_strides(extents, random_), {}};
        expect_right_in_every_place(what);
    }
}

INSTANTIATE_TEST_SUITE_P(widths, condition_in_place,
        testing::ValuesIn(support::type_of_every_width()), unit::type_name);

// Types of one width compare in the place of another: s32 where dst is f32.
TEST(condition_in_place_types, of_equal_width_may_differ) {
    support::random_source random(20261106);
    for (const auto &[dst, type] :
            {std::pair {libselect_f32, libselect_s32}, std::pair {libselect_u16, libselect_bf16},
                    std::pair {libselect_c64, libselect_u64},
                    std::pair {libselect_boolean, libselect_f8_e4m3}}) {
        problem what = support::dense_problem(dst, {3, 77}, {3, 77}, {77});
        what.rule = {.kind = libselect_condition_nonzero, .type = type};
        what.cond_is_dst = true;
        ASSERT_EQ(support::run(what, random), "");
    }
}

} // namespace
