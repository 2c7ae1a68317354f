// SPDX-License-Identifier: Apache-2.0
// Odd layouts of dst, and ranks and offsets at the limits.
#include <gtest/gtest.h>

#include <utility>

#include "harness/run_problem.hpp"
#include "unit/outcome.hpp"
#include "unit/sparse_buffer.hpp"

namespace {

using libselect::data_type;
using libselect::status;
using support::dims;
using support::problem;

void expect_right(const problem &what) {
    support::random_source random(20240107);
    ASSERT_EQ(support::run(what, random), "");
}

// Offsets 0 2 4 and 3 5 7 interleave, and no two are equal.
TEST(dst_layout, strides_that_interleave_without_sharing_are_right) {
    problem what = support::dense_problem(data_type::f32, {2, 3}, {2, 3}, {2, 3});
    what.infer_dst = false;
    what.dst.strides = {3, 2};
    expect_right(what);
}

TEST(dst_layout, long_interleaving_rows_are_right) {
    problem what = support::dense_problem(data_type::u16, {3, 50, 40}, {3, 50, 40}, {40});
    what.infer_dst = false;
    what.dst.strides = {1, 120, -3};
    expect_right(what);
}

dims repeated(std::int64_t extent, std::size_t rank) {
    return dims(rank, extent);
}

TEST(ranks, rank_64_of_ones_is_right) {
    const dims ones = repeated(1, 64);
    expect_right(support::dense_problem(data_type::f32, ones, ones, ones));
}

TEST(ranks, rank_64_with_sixteen_twos_is_right) {
    dims extents = repeated(1, 64);
    for (std::size_t i = 3; i < 64; i += 4)
        extents[i] = 2;
    expect_right(support::dense_problem(data_type::u8, extents, extents, extents));
}

TEST(ranks, rank_64_with_sixteen_alternately_broadcast_twos_is_right) {
    dims src0 = repeated(1, 64);
    dims src1 = repeated(1, 64);
    for (std::size_t i = 3; i < 64; i += 4)
        (i % 8 == 3 ? src0 : src1)[i] = 2;
    expect_right(support::dense_problem(data_type::f64, {2}, src0, src1));
}

TEST(ranks, rank_65_is_refused) {
    EXPECT_EQ(unit::status_of([] { libselect::logical_tensor(data_type::f32, repeated(1, 65)); }),
            status::invalid_arguments);
}

// Strides that count the other way round than dst's, and some that repeat: no two loops merge.
TEST(ranks, rank_12_with_dims_that_never_merge_is_right) {
    const dims extents {2, 3, 2, 2, 3, 2, 2, 1, 2, 3, 2, 3};
    const dims first_axis_fastest {1, 2, 6, 12, 24, 72, 144, 288, 288, 576, 1728, 3456};
    problem what = support::dense_problem(data_type::f32, extents, extents, extents);
    what.infer_dst = false;
    what.src0.strides = {0, 7, 0, 21, 0, 50, 0, 1, 1, 3, 13, 0};
    what.cond.strides = first_axis_fastest;
    expect_right(what);
    std::swap(what.cond.strides, what.dst.strides);
    expect_right(what);
}

// Three bytes, 3 GiB apart: offsets that do not fit 32 bits, with or without a sign.
TEST(offsets, beyond_32_bits_between_rows_are_right) {
    const std::int64_t apart = std::int64_t {3} << 30;
    const unit::sparse_buffer cond(2 * apart + 64), src0(2 * apart + 64), dst(2 * apart + 64);
    if (!cond || !src0 || !dst) GTEST_SKIP() << "the system maps no sparse buffers of 6 GiB";
    const libselect::logical_tensor mask(data_type::boolean, {3, 40}, {apart, 1});
    const libselect::logical_tensor source(data_type::u8, {3, 40}, {-apart, 1});
    const libselect::logical_tensor fill(data_type::u8, {});
    const libselect::logical_tensor target(data_type::u8, {3, 40}, {apart, 1});
    const libselect::select_op op(mask, source, fill, target);
    const std::byte other {0x77};
    for (std::int64_t row = 0; row < 3; ++row)
        for (std::int64_t col = 0; col < 40; ++col) {
            cond[row * apart + col] = std::byte {col % 3 == 0};
            src0[row * apart + col] = static_cast<std::byte>(row * 40 + col);
        }
    libselect::primitive(op).execute(
            {mask, &cond[0]}, {source, &src0[2 * apart]}, {fill, &other}, {target, &dst[0]});
    for (std::int64_t row = 0; row < 3; ++row)
        for (std::int64_t col = 0; col < 40; ++col)
            ASSERT_EQ(dst[row * apart + col],
                    col % 3 == 0 ? static_cast<std::byte>((2 - row) * 40 + col) : other);
}

TEST(offsets, beyond_32_bits_between_elements_of_a_row_are_right) {
    const std::int64_t apart = std::int64_t {5} << 29;
    const unit::sparse_buffer src1(3 * apart + 64), dst(3 * apart + 64);
    if (!src1 || !dst) GTEST_SKIP() << "the system maps no sparse buffers of 8 GiB";
    const libselect::logical_tensor mask(data_type::boolean, {});
    const libselect::logical_tensor fill(data_type::u8, {});
    const libselect::logical_tensor strided(data_type::u8, {4}, {apart});
    const libselect::select_op op(mask, fill, strided, strided);
    const std::byte no {0}, other {0x77};
    for (std::int64_t i = 0; i < 4; ++i)
        src1[i * apart] = static_cast<std::byte>(i + 1);
    libselect::primitive(op).execute(
            {mask, &no}, {fill, &other}, {strided, &src1[0]}, {strided, &dst[0]});
    for (std::int64_t i = 0; i < 4; ++i)
        ASSERT_EQ(dst[i * apart], static_cast<std::byte>(i + 1));
}

} // namespace
