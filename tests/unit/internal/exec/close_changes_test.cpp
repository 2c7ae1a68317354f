// SPDX-License-Identifier: Apache-2.0
// In place, changes that come close together do not end the look at conditions, unless looks are
// much of all time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "exec/all_conditions.hpp"
#include "harness/problem.hpp"
#include "schedule/schedule_problem.hpp"

namespace internal {
namespace {

constexpr std::int64_t n_outer = 128, n_inner = 7, n_sharing = 128;
constexpr std::size_t n_elems = n_outer * n_inner * n_sharing;

// 896 conditions of 128 elements each, with src0 in dst, as strided rows: those may spend 0.15 of
// 896 on looks and copies, as much as 115 changes take. A list has 64.
class exec_close_changes : public testing::Test {
protected:
    // Every other condition of a corner, whichever loop is walked first, changes dst.
    void change(std::int64_t outer, std::int64_t inner) {
        for (std::int64_t i = 0; i < outer; i += 2)
            for (std::int64_t k = 0; k < inner; k += 2)
                cond_[static_cast<std::size_t>(i * n_inner + k)] = std::byte {0};
    }

    bool copies_changes(double estimated_ns) {
        schedule_problem given;
        const dims shape {n_outer, n_inner, n_sharing}, strides {1, n_outer * n_sharing, n_outer};
        given.what = support::dense_problem(libselect_u8, shape, shape, shape);
        given.what.cond.strides = {n_inner, 1, 0};
        given.what.src0.strides = given.what.dst.strides = strides;
        given.what.src1.strides = {0, 0, 0};
        const libselect::plan made = plan_of(given);
        libselect::schedule how = libselect::make_schedule(made, 1, given.model);
        how.form.strided = true;
        how.estimated_ns = estimated_ns;
        how.copies_many_changes = copies_many_;
        how.looked_at = libselect::look_at(made, how, given.model);
        return how.looked_at
               && libselect::copy_changes({how, {cond_.data(), dst_.data(), &src1_, dst_.data()},
                       libselect::in_place::src0, libselect::store_kind::ordinary});
    }

    void expect_copied() {
        for (std::size_t i = 0; i < n_elems; ++i) {
            const std::size_t inner = i / (n_outer * n_sharing), outer = i % n_outer;
            ASSERT_EQ(dst_[i] == src1_, cond_[outer * n_inner + inner] == std::byte {0}) << i;
        }
    }

    void expect_untouched() {
        EXPECT_EQ(std::ranges::count(dst_, std::byte {0}), static_cast<std::ptrdiff_t>(n_elems));
    }

    using dims = support::dims;
    std::vector<std::byte> cond_ = std::vector<std::byte>(n_outer * n_inner, std::byte {1});
    std::vector<std::byte> dst_ = std::vector<std::byte>(n_elems);
    std::byte src1_ {7};
    bool copies_many_ = false;
};

TEST_F(exec_close_changes, are_copied_where_looks_are_little_of_all) {
    change(28, n_inner); // 56
    EXPECT_TRUE(copies_changes(40e3));
    expect_copied();
}

TEST_F(exec_close_changes, end_the_look_where_looks_are_much_of_all) {
    change(28, n_inner);
    EXPECT_FALSE(copies_changes(1e3));
    expect_untouched();
}

TEST_F(exec_close_changes, that_fill_the_list_are_judged_before_they_are_copied) {
    change(n_outer, n_inner); // 256
    EXPECT_FALSE(copies_changes(1e6));
    expect_untouched();
}

TEST_F(exec_close_changes, that_are_many_are_copied_where_the_way_is_to_copy_many) {
    change(n_outer, n_inner);
    copies_many_ = true;
    EXPECT_TRUE(copies_changes(1e3));
    expect_copied();
}

} // namespace
} // namespace internal
