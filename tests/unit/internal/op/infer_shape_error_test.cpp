// SPDX-License-Identifier: Apache-2.0
// Every way in which known shapes can be wrong: status and whole sentence.
#include <gtest/gtest.h>

#include "common/expect_failure.hpp"
#include "common/text_shape.hpp"
#include "op/infer_shape.hpp"

namespace internal {
namespace {

struct row {
    const char *cond, *src0, *src1, *text;
    std::int64_t axis = -1;
};

template <std::size_t n>
void check_all(libselect::auto_broadcast mode, const row (&table)[n]) {
    for (const row &one : table)
        EXPECT_EQ(failure_of([&] {
            (void)libselect::infer_shape(parse_shape(one.cond), parse_shape(one.src0),
                    parse_shape(one.src1), {mode, one.axis});
        }),
                "invalid_shape: " + std::string(one.text))
                << "cond " << one.cond << " src0 " << one.src0 << " src1 " << one.src1;
}

TEST(op_infer_shape_error, none_names_the_first_operand_that_differs) {
    check_all(libselect_auto_broadcast_none,
            {
                    {"2x3", "2x4", "2x3",
                            "src0: dim 1 is 4, cond dim 1 is 3; dims must be the same "
                            "(auto_broadcast=none)"},
                    {"2x3", "2x3", "5x3",
                            "src1: dim 0 is 5, cond dim 0 is 2; dims must be the same "
                            "(auto_broadcast=none)"},
                    {"2x3", "1x3", "2x3",
                            "src0: dim 0 is 1, cond dim 0 is 2; dims must be the same "
                            "(auto_broadcast=none)"},
                    {"2x3", "2x3", "3",
                            "src1: rank is 1, cond rank is 2; ranks must be the same "
                            "(auto_broadcast=none)"},
                    {"scalar", "1", "1",
                            "src0: rank is 1, cond rank is 0; ranks must be the same "
                            "(auto_broadcast=none)"},
            });
}

TEST(op_infer_shape_error, numpy_refuses_sources_that_do_not_fit_each_other) {
    check_all(libselect_auto_broadcast_numpy,
            {
                    {"1", "2x3", "2x4",
                            "src1: dim 1 is 4, src0 dim 1 is 3; dims must be equal or 1 "
                            "(auto_broadcast=numpy)"},
                    {"1", "2x3x4", "2x4",
                            "src1: dim 0 is 2, src0 dim 1 is 3; dims must be equal or 1 "
                            "(auto_broadcast=numpy)"},
                    {"1", "5", "2x4",
                            "src1: dim 1 is 4, src0 dim 0 is 5; dims must be equal or 1 "
                            "(auto_broadcast=numpy)"},
                    {"1", "0", "2",
                            "src1: dim 0 is 2, src0 dim 0 is 0; dims must be equal or 1 "
                            "(auto_broadcast=numpy)"},
            });
}

TEST(op_infer_shape_error, numpy_refuses_a_cond_that_would_enlarge_dst) {
    check_all(libselect_auto_broadcast_numpy,
            {
                    {"3x5", "2x3x4x5", "1",
                            "cond: dim 0 is 3, dst dim 2 is 4; cond may not enlarge dst "
                            "(auto_broadcast=numpy)"},
                    {"2x1", "1", "1",
                            "cond: rank is 2, dst rank is 1; cond may not enlarge dst "
                            "(auto_broadcast=numpy)"},
                    {"1x1", "1", "1",
                            "cond: rank is 2, dst rank is 1; cond may not enlarge dst "
                            "(auto_broadcast=numpy)"},
                    {"3x1", "1x1", "1",
                            "cond: dim 0 is 3, dst dim 0 is 1; cond may not enlarge dst "
                            "(auto_broadcast=numpy)"},
                    {"0", "1", "1",
                            "cond: dim 0 is 0, dst dim 0 is 1; cond may not enlarge dst "
                            "(auto_broadcast=numpy)"},
                    {"2", "0", "1",
                            "cond: dim 0 is 2, dst dim 0 is 0; cond may not enlarge dst "
                            "(auto_broadcast=numpy)"},
            });
}

TEST(op_infer_shape_error, multidirectional_refuses_dims_that_differ_and_are_not_1) {
    check_all(libselect_auto_broadcast_multidirectional,
            {
                    {"1", "2x3", "2x4",
                            "src1: dim 1 is 4, src0 dim 1 is 3; dims must be equal or 1 "
                            "(auto_broadcast=multidirectional)"},
                    {"5x3", "2x3", "1",
                            "cond: dim 0 is 5, dst dim 0 is 2; dims must be equal or 1 "
                            "(auto_broadcast=multidirectional)"},
                    {"7x5x3", "2x3", "1",
                            "cond: dim 1 is 5, dst dim 0 is 2; dims must be equal or 1 "
                            "(auto_broadcast=multidirectional)"},
                    {"0", "2", "1",
                            "cond: dim 0 is 0, dst dim 0 is 2; dims must be equal or 1 "
                            "(auto_broadcast=multidirectional)"},
            });
}

TEST(op_infer_shape_error, pdpd_refuses_an_axis_below_minus_1) {
    check_all(libselect_auto_broadcast_pdpd,
            {
                    {"1", "2x3", "1", "axis: is -2; it must be >= -1 (auto_broadcast=pdpd)", -2},
                    {"1", "2x3", "1",
                            "axis: is -9223372036854775808; it must be >= -1 (auto_broadcast=pdpd)",
                            INT64_MIN},
            });
}

TEST(op_infer_shape_error, pdpd_refuses_an_input_of_higher_rank_than_src0) {
    check_all(libselect_auto_broadcast_pdpd,
            {
                    {"1", "2x3", "1x2x3",
                            "src1: rank is 3, dst rank is 2; an input may not have more dims than "
                            "src0 (auto_broadcast=pdpd)"},
                    {"1x1x1", "2x3", "1",
                            "cond: rank is 3, dst rank is 2; an input may not have more dims than "
                            "src0 (auto_broadcast=pdpd)"},
            });
}

TEST(op_infer_shape_error, pdpd_refuses_an_input_that_ends_after_src0) {
    check_all(libselect_auto_broadcast_pdpd,
            {
                    {"2x4", "2x4", "4",
                            "cond: axis 1 + rank 2 is beyond dst rank 2; an input may not end "
                            "after "
                            "src0 (auto_broadcast=pdpd)",
                            1},
                    {"1", "2x3x4x5", "4x5",
                            "src1: axis 3 + rank 2 is beyond dst rank 4; an input may not end "
                            "after "
                            "src0 (auto_broadcast=pdpd)",
                            3},
                    {"scalar", "2x3", "scalar",
                            "src1: axis 3 + rank 0 is beyond dst rank 2; an input may not end "
                            "after "
                            "src0 (auto_broadcast=pdpd)",
                            3},
                    {"scalar", "2x3", "1",
                            "src1: axis 9223372036854775807 + rank 1 is beyond dst rank 2; an "
                            "input "
                            "may not end after src0 (auto_broadcast=pdpd)",
                            INT64_MAX},
            });
}

TEST(op_infer_shape_error, pdpd_refuses_an_axis_beyond_src0_whatever_the_rank_of_the_inputs) {
    check_all(libselect_auto_broadcast_pdpd,
            {
                    {"*", "2x3", "*",
                            "axis: is 3, src0 rank is 2; an input may not begin after src0 "
                            "(auto_broadcast=pdpd)",
                            3},
            });
}

TEST(op_infer_shape_error, numpy_refuses_a_cond_that_no_rank_of_src0_makes_right) {
    check_all(libselect_auto_broadcast_numpy,
            {
                    {"5", "*", "3x4",
                            "cond: dim 0 is 5, src1 dim 1 is 4; cond may not enlarge dst "
                            "(auto_broadcast=numpy)"},
                    {"2x1", "0x7", "*",
                            "cond: dim 0 is 2, src0 dim 0 is 0; cond may not enlarge dst "
                            "(auto_broadcast=numpy)"},
            });
}

TEST(op_infer_shape_error, pdpd_refuses_a_cond_that_no_src0_makes_right) {
    check_all(libselect_auto_broadcast_pdpd,
            {
                    {"2x4", "*", "5",
                            "cond: dim 1 is 4, src1 dim 0 is 5; dims must be equal to src0's or 1 "
                            "(auto_broadcast=pdpd)"},
                    {"3", "*", "4x2",
                            "cond: dim 0 is 3, src1 dim 0 is 4; dims must be equal to src0's or 1 "
                            "(auto_broadcast=pdpd)",
                            0},
            });
}

TEST(op_infer_shape_error, pdpd_refuses_a_dim_that_is_neither_src0s_nor_1) {
    check_all(libselect_auto_broadcast_pdpd,
            {
                    {"1", "8x1x6x1", "7x1x5",
                            "src1: dim 0 is 7, dst dim 1 is 1; dims must be equal to src0's or 1 "
                            "(auto_broadcast=pdpd)",
                            1},
                    {"2", "2x3x4x5", "4x5",
                            "cond: dim 0 is 2, dst dim 3 is 5; dims must be equal to src0's or 1 "
                            "(auto_broadcast=pdpd)"},
                    {"1", "2x1", "2x3",
                            "src1: dim 1 is 3, dst dim 1 is 1; dims must be equal to src0's or 1 "
                            "(auto_broadcast=pdpd)"},
                    {"1", "2x3", "0",
                            "src1: dim 0 is 0, dst dim 1 is 3; dims must be equal to src0's or 1 "
                            "(auto_broadcast=pdpd)"},
            });
}

} // namespace
} // namespace internal
