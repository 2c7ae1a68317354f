// SPDX-License-Identifier: Apache-2.0
// Shape inference for known shapes that are valid: tables from semantics.md.
#include "op/infer_shape.hpp"

#include <gtest/gtest.h>

#include "common/expect_failure.hpp"
#include "common/text_shape.hpp"

namespace internal {
namespace {

struct row {
    const char *cond, *src0, *src1, *dst;
    std::int64_t axis = -1;
};

template <std::size_t n>
void check_all(libselect::auto_broadcast mode, const row (&table)[n]) {
    for (const row &one : table) {
        SCOPED_TRACE(std::string("cond ") + one.cond + " src0 " + one.src0 + " src1 " + one.src1
                     + " axis " + std::to_string(one.axis));
        const std::string refused = failure_of([&] {
            EXPECT_EQ(to_string(libselect::infer_shape(parse_shape(one.cond), parse_shape(one.src0),
                              parse_shape(one.src1), {mode, one.axis})),
                    one.dst);
        });
        EXPECT_EQ(refused, "");
    }
}

TEST(op_infer_shape, none_gives_the_shape_all_three_have) {
    check_all(libselect_auto_broadcast_none, {
                                                     {"2x3", "2x3", "2x3", "2x3"},
                                                     {"scalar", "scalar", "scalar", "scalar"},
                                                     {"0x3", "0x3", "0x3", "0x3"},
                                                     {"1", "1", "1", "1"},
                                             });
}

TEST(op_infer_shape, numpy_broadcasts_src0_and_src1_to_each_other) {
    check_all(libselect_auto_broadcast_numpy, {
                                                      {"1", "2x3x4x5", "scalar", "2x3x4x5"},
                                                      {"scalar", "scalar", "2x3x4x5", "2x3x4x5"},
                                                      {"1", "4x5", "2x3x1x1", "2x3x4x5"},
                                                      {"1", "2x1x4x1", "1x3x1x5", "2x3x4x5"},
                                                      {"1", "3x1", "4", "3x4"},
                                                      {"scalar", "scalar", "scalar", "scalar"},
                                                      {"scalar", "1x1x1", "1", "1x1x1"},
                                              });
}

TEST(op_infer_shape, numpy_broadcasts_cond_one_way_into_dst) {
    check_all(libselect_auto_broadcast_numpy, {
                                                      {"4x5", "2x3x4x5", "1", "2x3x4x5"},
                                                      {"3x1x5", "2x3x4x5", "1", "2x3x4x5"},
                                                      {"2x1x1x1", "2x3x4x5", "1", "2x3x4x5"},
                                                      {"1x1x1x1", "2x3x4x5", "1", "2x3x4x5"},
                                                      {"2x3x4x5", "2x3x4x5", "1", "2x3x4x5"},
                                                      {"2x2", "2x1", "1x2", "2x2"},
                                              });
}

TEST(op_infer_shape, numpy_takes_the_masks_of_language_models) {
    check_all(libselect_auto_broadcast_numpy,
            {
                    {"1x1x1x128", "scalar", "1x12x128x128", "1x12x128x128"},
                    {"8x1x1x128", "scalar", "8x12x128x128", "8x12x128x128"},
                    {"1x1x32x33", "1x16x32x33", "scalar", "1x16x32x33"},
                    {"1x8x2x1x256", "1x8x2x1x256", "1", "1x8x2x1x256"},
            });
}

TEST(op_infer_shape, multidirectional_lets_cond_enlarge_dst) {
    check_all(libselect_auto_broadcast_multidirectional,
            {
                    {"2x1", "1", "1", "2x1"},
                    {"2x3x4x5", "scalar", "scalar", "2x3x4x5"},
                    {"3x1x1", "4x1", "5", "3x4x5"},
                    {"2x2", "2x2", "2x2", "2x2"},
                    {"1x5", "3x1", "1x1", "3x5"},
            });
}

TEST(op_infer_shape, pdpd_fits_every_placement_of_the_specification) {
    check_all(
            libselect_auto_broadcast_pdpd, {
                                                   {"1", "2x3x4x5", "3x4", "2x3x4x5", 1},
                                                   {"1", "2x3x4x5", "3x1", "2x3x4x5", 1},
                                                   {"scalar", "2x3x4x5", "4x5", "2x3x4x5", 2},
                                                   {"scalar", "2x3x4x5", "4x5", "2x3x4x5", -1},
                                                   {"scalar", "2x3x4x5", "1x3", "2x3x4x5", 0},
                                                   {"5", "2x3x4x5", "5", "2x3x4x5", 3},
                                                   {"4x5", "2x3x4x5", "5", "2x3x4x5", -1},
                                                   {"scalar", "2x3x4x5", "scalar", "2x3x4x5", 4},
                                                   {"scalar", "2x3x4x5", "scalar", "2x3x4x5", 0},
                                                   {"2x4", "2x4", "4", "2x4", -1},
                                                   {"4", "2x4", "4", "2x4", -1},
                                                   {"2x3x4x5", "2x3x4x5", "2x3x4x5", "2x3x4x5", 0},
                                                   {"scalar", "scalar", "scalar", "scalar", 0},
                                           });
}

TEST(op_infer_shape, a_dim_of_0_broadcasts_like_any_size) {
    check_all(libselect_auto_broadcast_numpy,
            {{"1", "0", "1", "0"}, {"0x3", "1x3", "0x1", "0x3"}, {"1x1", "0x0", "1", "0x0"}});
    check_all(libselect_auto_broadcast_multidirectional,
            {{"0", "1", "1", "0"}, {"2x1", "1x0", "1", "2x0"}});
    check_all(libselect_auto_broadcast_pdpd, {{"1", "2x0", "0", "2x0"}, {"0", "0", "1", "0"}});
}

TEST(op_infer_shape, works_up_to_rank_64) {
    std::string wide = "2";
    for (int axis = 1; axis < 64; ++axis)
        wide += "x1";
    const row table[] = {{"scalar", "scalar", wide.c_str(), wide.c_str()},
            {wide.c_str(), wide.c_str(), wide.c_str(), wide.c_str()}};
    check_all(libselect_auto_broadcast_numpy, table);
    check_all(libselect_auto_broadcast_multidirectional, table);
}

TEST(op_infer_shape, first_axis_aligns_on_the_right_unless_pdpd_names_an_axis) {
    const libselect::attributes numpy;
    EXPECT_EQ(libselect::first_axis(2, 4, numpy), 2);
    EXPECT_EQ(libselect::first_axis(0, 4, numpy), 4);
    EXPECT_EQ(libselect::first_axis(2, 4, {libselect_auto_broadcast_pdpd, -1}), 2);
    EXPECT_EQ(libselect::first_axis(2, 4, {libselect_auto_broadcast_pdpd, 1}), 1);
}

} // namespace
} // namespace internal
