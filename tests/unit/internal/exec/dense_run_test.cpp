// SPDX-License-Identifier: Apache-2.0
// In place, conditions that are dense in an order of their own are passed as a whole where none of
// them changes dst.
#include <gtest/gtest.h>

#include <vector>

#include "exec/all_conditions.hpp"
#include "harness/problem.hpp"
#include "schedule/schedule_problem.hpp"

namespace internal {
namespace {

using support::dims;

const dims shape {300, 16, 16};
constexpr std::size_t n_elems = 300 * 16 * 16;

// 300 runs of 256 conditions, with src1 in dst. Along a loop of 16 a look takes half as long as
// copies of all 16, so that copy_changes() gives up unless most runs are passed as a whole.
class exec_dense_run : public testing::Test {
protected:
    // Copies what changes; `first` is the condition of the first element.
    bool copies_changes(const dims &strides, std::size_t first) {
        schedule_problem given;
        given.what = support::dense_problem(libselect_f32, shape, shape, shape);
        given.what.cond.strides = strides;
        const libselect::plan made = plan_of(given);
        libselect::schedule how = libselect::make_schedule(made, 1, given.model);
        how.looked_at = libselect::look_at(made, strided(how), given.model);
        if (!how.looked_at || how.looked_at->n_dense == 0) return false;
        return libselect::copy_changes(
                {how, {cond_.data() + first, src0_.data(), dst_.data(), dst_.data()},
                        libselect::in_place::src1, libselect::store_kind::ordinary});
    }

    // Looks at dense conditions are for rows that take long.
    static libselect::schedule strided(libselect::schedule how) {
        how.form.strided = true;
        return how;
    }

    std::vector<std::byte> cond_ {n_elems};
    std::vector<std::byte> src0_ {n_elems * 4, std::byte {7}}, dst_ {n_elems * 4};
};

TEST_F(exec_dense_run, without_changes_is_passed) {
    cond_[100 * 256 + 3 * 16 + 5] = std::byte {1}; // element (100, 5, 3)
    EXPECT_TRUE(copies_changes({256, 1, 16}, 0));
    const std::size_t changed = 4 * (100 * 256 + 5 * 16 + 3);
    for (std::size_t i = 0; i < dst_.size(); ++i)
        ASSERT_EQ(dst_[i] == std::byte {7}, i >= changed && i < changed + 4) << i;
}

TEST_F(exec_dense_run, may_go_backwards) {
    cond_[100 * 256 + 3 * 16 + 5] = std::byte {1}; // element (199, 10, 12)
    EXPECT_TRUE(copies_changes({-256, -1, -16}, n_elems - 1));
    const std::size_t changed = 4 * (199 * 256 + 10 * 16 + 12);
    for (std::size_t i = 0; i < dst_.size(); ++i)
        ASSERT_EQ(dst_[i] == std::byte {7}, i >= changed && i < changed + 4) << i;
}

TEST_F(exec_dense_run, with_changes_everywhere_is_not_worth_its_look) {
    for (std::size_t i = 0; i < n_elems; i += 256)
        cond_[i] = std::byte {1};
    EXPECT_FALSE(copies_changes({256, 1, 16}, 0));
}

} // namespace
} // namespace internal
