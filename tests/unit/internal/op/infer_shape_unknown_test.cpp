// SPDX-License-Identifier: Apache-2.0
// Shape inference with unknown dims and ranks: tables from semantics.md, "Unknown dims and rank".
#include <gtest/gtest.h>

#include "common/expect_failure.hpp"
#include "common/text_shape.hpp"
#include "op/infer_shape.hpp"

namespace internal {
namespace {

struct row {
    const char *cond, *src0, *src1;
    const char *expected; // dst, or the text of the error
    std::int64_t axis = -1;
};

template <std::size_t n>
void check_all(libselect::auto_broadcast mode, const row (&table)[n]) {
    for (const row &one : table) {
        std::string found;
        const std::string refused = failure_of([&] {
            found = to_string(libselect::infer_shape(parse_shape(one.cond), parse_shape(one.src0),
                    parse_shape(one.src1), {mode, one.axis}));
        });
        EXPECT_EQ(found + refused, one.expected)
                << "cond " << one.cond << " src0 " << one.src0 << " src1 " << one.src1;
    }
}

TEST(op_infer_shape_unknown, equal_or_1_gives_n_over_1_unknown_and_0) {
    const row table[] = {
            {"1", "?", "3", "3"},
            {"1", "3", "?", "3"},
            {"1", "?", "1", "?"},
            {"1", "1", "?", "?"},
            {"1", "?", "0", "0"},
            {"1", "?", "?", "?"},
            {"1", "?x3", "2x1x?", "2x?x3"},
            {"1", "?", "2x1", "2x?"},
            {"scalar", "?", "scalar", "?"},
    };
    check_all(libselect_auto_broadcast_numpy, table);
    check_all(libselect_auto_broadcast_multidirectional, table);
}

TEST(op_infer_shape_unknown, numpy_takes_a_cond_dim_above_1_for_an_unknown_dst_dim) {
    check_all(libselect_auto_broadcast_numpy,
            {{"5", "?", "1", "5"}, {"5", "?", "?", "5"}, {"4x5", "?x?", "?", "4x5"}});
}

TEST(op_infer_shape_unknown, numpy_learns_nothing_from_an_unknown_cond_dim) {
    check_all(libselect_auto_broadcast_numpy,
            {{"?", "4", "1", "4"}, {"?", "?", "?", "?"}, {"?", "1", "1", "1"}, {"?", "0", "1", "0"},
                    {"1", "?", "?", "?"}});
}

TEST(op_infer_shape_unknown, numpy_refuses_a_cond_that_can_only_be_wrong) {
    check_all(libselect_auto_broadcast_numpy,
            {
                    {"4", "?", "3",
                            "invalid_shape: cond: dim 0 is 4, dst dim 0 is 3; cond may not enlarge "
                            "dst (auto_broadcast=numpy)"},
                    {"?x3", "?", "3",
                            "invalid_shape: cond: rank is 2, dst rank is 1; cond may not enlarge "
                            "dst "
                            "(auto_broadcast=numpy)"},
                    {"?x2", "1x1", "?x1",
                            "invalid_shape: cond: dim 1 is 2, dst dim 1 is 1; cond may not enlarge "
                            "dst (auto_broadcast=numpy)"},
            });
}

TEST(op_infer_shape_unknown, numpy_knows_no_rank_when_a_source_has_none) {
    check_all(libselect_auto_broadcast_numpy,
            {{"4x5", "*", "5", "*"}, {"4x5", "5", "*", "*"}, {"*", "*", "*", "*"},
                    {"*", "4x5", "5", "4x5"}, {"*", "?", "1", "?"}});
}

TEST(op_infer_shape_unknown, none_takes_what_any_operand_knows) {
    check_all(libselect_auto_broadcast_none,
            {{"?x3", "2x?", "?x?", "2x3"}, {"*", "2x?", "?x3", "2x3"}, {"?x3", "*", "*", "?x3"},
                    {"*", "*", "scalar", "scalar"}, {"*", "*", "*", "*"}, {"?", "?", "?", "?"},
                    {"?", "0", "?", "0"}, {"?", "1", "?", "1"}});
}

TEST(op_infer_shape_unknown, none_refuses_what_differs_among_the_known) {
    check_all(
            libselect_auto_broadcast_none, {
                                                   {"*", "2x?", "3x3",
                                                           "invalid_shape: src1: dim 0 is 3, src0 "
                                                           "dim 0 is 2; dims must be the same "
                                                           "(auto_broadcast=none)"},
                                                   {"?x?", "*", "?",
                                                           "invalid_shape: src1: rank is 1, cond "
                                                           "rank is 2; ranks must be the same "
                                                           "(auto_broadcast=none)"},
                                           });
}

TEST(op_infer_shape_unknown, none_names_the_operand_that_knows_the_other_value) {
    check_all(libselect_auto_broadcast_none,
            {{"?", "3", "4",
                    "invalid_shape: src1: dim 0 is 4, src0 dim 0 is 3; dims must be the same "
                    "(auto_broadcast=none)"}});
}

TEST(op_infer_shape_unknown, multidirectional_knows_no_rank_when_any_input_has_none) {
    check_all(libselect_auto_broadcast_multidirectional,
            {{"*", "2x3", "2x3", "*"}, {"2x3", "*", "2x3", "*"}, {"2x3", "2x3", "*", "*"}});
}

TEST(op_infer_shape_unknown, multidirectional_merges_cond_like_a_source) {
    check_all(libselect_auto_broadcast_multidirectional,
            {{"?", "1", "1", "?"}, {"4", "?", "1", "4"}, {"?", "4", "1", "4"}, {"0", "?", "1", "0"},
                    {"?x1", "5", "1", "?x5"}});
}

TEST(op_infer_shape_unknown, multidirectional_refuses_a_wrong_pair_beside_an_unknown_rank) {
    check_all(libselect_auto_broadcast_multidirectional,
            {
                    {"4", "*", "3",
                            "invalid_shape: cond: dim 0 is 4, src1 dim 0 is 3; dims must be equal "
                            "or "
                            "1 (auto_broadcast=multidirectional)"},
                    {"4", "3", "*",
                            "invalid_shape: cond: dim 0 is 4, src0 dim 0 is 3; dims must be equal "
                            "or "
                            "1 (auto_broadcast=multidirectional)"},
            });
}

TEST(op_infer_shape_unknown, pdpd_takes_the_rank_of_src0_alone) {
    check_all(libselect_auto_broadcast_pdpd,
            {{"2x3", "*", "2x3", "*"}, {"*", "2x3", "*", "2x3"}, {"*", "?x3", "1x3", "?x3"},
                    {"*", "2x3", "*", "2x3", 2}});
}

TEST(op_infer_shape_unknown, pdpd_takes_an_input_dim_above_1_for_an_unknown_dst_dim) {
    check_all(libselect_auto_broadcast_pdpd,
            {{"2x1", "?x3", "scalar", "2x3"}, {"scalar", "?x3", "2x1", "2x3"},
                    {"1x1", "?x3", "1x3", "?x3"}, {"?x?", "2x3", "?x?", "2x3"},
                    {"2", "?x3", "scalar", "2x3", 0}, {"scalar", "0x?", "?x4", "0x4"}});
}

TEST(op_infer_shape_unknown, pdpd_refuses_an_input_that_can_only_be_wrong) {
    check_all(libselect_auto_broadcast_pdpd,
            {
                    {"?x2", "?x3", "1",
                            "invalid_shape: cond: dim 1 is 2, dst dim 1 is 3; dims must be equal "
                            "to "
                            "src0's or 1 (auto_broadcast=pdpd)"},
                    {"3", "?", "2",
                            "invalid_shape: cond: dim 0 is 3, dst dim 0 is 2; dims must be equal "
                            "to "
                            "src0's or 1 (auto_broadcast=pdpd)"},
                    {"?x?", "?", "1",
                            "invalid_shape: cond: rank is 2, dst rank is 1; an input may not have "
                            "more dims than src0 (auto_broadcast=pdpd)"},
                    {"1", "?x?", "?x?",
                            "invalid_shape: src1: axis 1 + rank 2 is beyond dst rank 2; an input "
                            "may "
                            "not end after src0 (auto_broadcast=pdpd)",
                            1},
            });
}

} // namespace
} // namespace internal
