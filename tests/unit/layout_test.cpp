// SPDX-License-Identifier: Apache-2.0
// Strides of every kind: permuted, padded, negative, zero, overlapping, strided innermost.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"
#include "harness/type_lists.hpp"
#include "unit/outcome.hpp"
#include "unit/type_name.hpp"

namespace {

using libselect::data_type;
using support::dims;
using support::operand;
using support::problem;

class layout : public testing::TestWithParam<data_type> {
protected:
    support::random_source random_ {20240106};

    // All operands of these dims, dense; dst's strides count.
    [[nodiscard]] static problem full(const dims &extents) {
        problem made = support::dense_problem(GetParam(), extents, extents, extents);
        made.infer_dst = false;
        return made;
    }
    void expect_right(const problem &what) { ASSERT_EQ(support::run(what, random_), ""); }

    // Gives every subset of the operands, one after the other, these strides.
    void expect_right_of_any(const dims &extents, const dims &strides) {
        for (unsigned subset = 1; subset < 16; ++subset) {
            problem what = full(extents);
            for (unsigned i = 0; i < 4; ++i)
                if ((subset >> i & 1U) != 0) operands(what)[i]->strides = strides;
            expect_right(what);
        }
    }
};

// Row-major strides of the dims, as if the axes stood in this order.
dims permuted_strides(const dims &extents, const dims &order) {
    dims strides(extents.size());
    std::int64_t stride = 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        strides[static_cast<std::size_t>(order[i])] = stride;
        stride *= extents[static_cast<std::size_t>(order[i])];
    }
    return strides;
}

TEST_P(layout, every_permutation_of_each_operand_is_right) {
    const dims extents {3, 5, 18};
    dims order {0, 1, 2};
    do
        expect_right_of_any(extents, permuted_strides(extents, order));
    while (std::next_permutation(order.begin(), order.end()));
}

TEST_P(layout, padded_rows_leave_the_padding_alone) {
    expect_right_of_any({4, 3, 21}, {3 * 26 + 7, 26, 1});
}

TEST_P(layout, strided_innermost_dim_of_any_subset_of_operands_is_right) {
    for (const std::int64_t step : {2, 3, 8, 17})
        for (const std::int64_t n : {1, 2, 15, 16, 17, 70})
            expect_right_of_any({3, n}, {n * step, step});
}

TEST_P(layout, negative_strides_read_and_write_backwards) {
    for (const dims &strides : {dims {-37, 1}, dims {37, -1}, dims {-37, -1}})
        expect_right_of_any({5, 37}, strides);
}

TEST_P(layout, negative_strided_innermost_dim_of_dst_writes_between_its_padding) {
    problem what = full({3, 33});
    what.dst.strides = {-100, -3};
    expect_right(what);
}

TEST_P(layout, zero_strides_of_inputs_repeat_elements) {
    for (unsigned cond = 0; cond < 4; ++cond)
        for (unsigned src0 = 0; src0 < 4; ++src0)
            for (unsigned src1 = 0; src1 < 4; ++src1) {
                problem what = full({5, 37});
                const std::array<unsigned, 3> masks {cond, src0, src1};
                for (std::size_t i = 0; i < 3; ++i)
                    for (std::size_t axis = 0; axis < 2; ++axis)
                        if ((masks[i] >> axis & 1U) != 0) operands(what)[i]->strides[axis] = 0;
                expect_right(what);
            }
}

TEST_P(layout, overlapping_windows_of_inputs_are_right) {
    problem what = full({9, 33});
    what.cond.strides = {1, 1};
    what.src0.strides = {2, 1};
    what.src1.strides = {-1, 1};
    expect_right(what);
}

TEST_P(layout, transposed_operands_larger_than_a_tile_are_right) {
    expect_right_of_any({131, 257}, {1, 131});
}

TEST_P(layout, transposed_operands_with_power_of_two_strides_are_right) {
    for (const std::int64_t side : {64, 256}) {
        problem what = full({side, side});
        what.src0.strides = {1, side};
        expect_right(what);
        what.cond.strides = {1, side};
        what.src1.strides = {1, side};
        expect_right(what);
    }
}

TEST_P(layout, random_strides_of_every_operand_are_right) {
    for (int i = 0; i < 300; ++i) {
        problem what = full({2, 3, 4, 19});
        for (operand *input : {&what.cond, &what.src0, &what.src1})
            input->strides = support::random_input_strides(input->dims, random_);
        what.dst.strides = support::random_dst_strides(what.dst.dims, random_);
        expect_right(what);
    }
}

// Rows may then run from the last to the first.
TEST_P(layout, rows_of_dst_a_little_behind_those_of_sources_are_right) {
    for (const dims &extents : {dims {6, 32}, dims {5, 7, 20}, dims {3, 1, 4, 32}})
        for (const std::size_t behind : {0U, 16U, 64U, 512U, 4032U})
            for (const std::size_t src1_behind : {0U, 32U}) {
                dims of_cond = extents;
                of_cond[extents.size() - 2] = 1;
                problem what = support::dense_problem(GetParam(), of_cond, extents, extents);
                what.src1.where = {support::placement::guard::front, src1_behind};
                what.src0.where = {support::placement::guard::front, 0};
                what.dst.where = {support::placement::guard::front, behind};
                expect_right(what);
            }
}

INSTANTIATE_TEST_SUITE_P(
        widths, layout, testing::ValuesIn(support::type_of_every_width()), unit::type_name);

} // namespace
