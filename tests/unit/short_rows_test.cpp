// SPDX-License-Identifier: Apache-2.0
// Short inner extents, where a condition repeats or a source is periodic: RGB images and the like.
#include <gtest/gtest.h>

#include "harness/run_problem.hpp"
#include "harness/type_lists.hpp"
#include "unit/type_name.hpp"

namespace {

using support::dims;

class short_rows : public testing::TestWithParam<libselect::data_type> {
protected:
    support::random_source random_ {20240105};

    void expect_right(const dims &cond, const dims &src0, const dims &src1) {
        support::problem what =
                support::dense_problem(GetParam(), cond, src0, src1, "multidirectional");
        ASSERT_EQ(support::run(what, random_), "");
        place(what, support::placement::guard::front);
        ASSERT_EQ(support::run(what, random_), "");
    }
};

// Lengths of the long loop: less than a vector, a vector and a tail, many vectors.
constexpr std::int64_t lengths[] {1, 2, 5, 13, 21, 22, 43, 64, 65, 131, 300};

TEST_P(short_rows, of_every_kind_of_broadcast_are_right) {
    for (std::int64_t inner = 2; inner <= 19; ++inner)
        for (const std::int64_t length : lengths) {
            // What repeats in a row, what is periodic, and what is full.
            expect_right({2, length, 1}, {2, length, inner}, {inner});
            expect_right({2, length, 1}, {inner}, {2, length, inner});
            expect_right({length, 1}, {length, inner}, {length, inner});
            expect_right({inner}, {length, inner}, {length, inner});
            expect_right({length, inner}, {length, 1}, {inner});
            expect_right({3, 1, inner}, {3, length, 1}, {1, length, inner});
            if (HasFatalFailure()) return;
        }
}

INSTANTIATE_TEST_SUITE_P(
        widths, short_rows, testing::ValuesIn(support::type_of_every_width()), unit::type_name);

} // namespace
