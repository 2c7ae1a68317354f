// SPDX-License-Identifier: Apache-2.0
// Columns that change are listed where that takes less time than to compute their rows.
#include "exec/repeated_rows.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "harness/problem.hpp"
#include "schedule/schedule_problem.hpp"

namespace internal {
namespace {

using libselect::rectangle;
using libselect::walk_job;

int computed; // loops of rows that were not listed; a function pointer has no place for state

void compute(const walk_job & /*job*/, const rectangle & /*part*/) {
    ++computed;
}

// Rows of the type that repeat one row of conditions, with src1 in dst. Planes repeat src0, too.
class repeated {
public:
    repeated(libselect_data_type_t type, std::int64_t rows, std::int64_t cols,
            std::int64_t planes = 1)
        : n_rows_(planes * rows),
          cols_(cols),
          cond_(static_cast<std::size_t>(cols)) {
        const support::dims shape {planes, rows, cols};
        schedule_problem given;
        given.what = support::dense_problem(type, shape, shape, shape);
        given.what.cond.strides = {0, 0, 1};
        given.what.src0.strides = {0, cols, 1};
        how_ = libselect::make_schedule(plan_of(given), 1, given.model);
        const auto n_bytes = static_cast<std::size_t>(n_rows_ * cols * how_.walk.elem_bytes);
        src0_.resize(n_bytes, std::byte {1});
        dst_.resize(n_bytes);
    }

    // Makes n conditions true, each `step` behind the one before, and returns whether the columns
    // are listed.
    [[nodiscard]] bool lists(std::int64_t n, std::int64_t step) {
        for (std::int64_t i = 0; i < n; ++i)
            cond_[static_cast<std::size_t>(i * step)] = std::byte {1};
        computed = 0;
        walk_repeated_rows({how_, {cond_.data(), src0_.data(), dst_.data(), dst_.data()},
                                   libselect::in_place::src1, libselect::store_kind::ordinary},
                {0, n_rows_, 0, cols_}, compute);
        return computed == 0;
    }
    [[nodiscard]] bool repeats_conditions() const { return how_.repeats_conditions; }

private:
    std::int64_t n_rows_, cols_;
    libselect::schedule how_;
    std::vector<std::byte> cond_, src0_, dst_;
};

TEST(exec_repeated_rows, are_listed_when_few_columns_change) {
    repeated few(libselect_f32, 100, 1000), many(libselect_f32, 100, 1000);
    ASSERT_TRUE(few.repeats_conditions());
    EXPECT_TRUE(few.lists(20, 50));
    EXPECT_FALSE(many.lists(100, 10));
}

// A run costs what it costs in 36 rows before a row is copied.
TEST(exec_repeated_rows, are_listed_when_enough_rows_share_the_list) {
    EXPECT_FALSE(repeated(libselect_f32, 4, 1000).lists(20, 50));
    EXPECT_TRUE(repeated(libselect_f32, 4, 1000).lists(2, 50));
    EXPECT_FALSE(repeated(libselect_u8, 12, 2025).lists(40, 50));
    EXPECT_TRUE(repeated(libselect_u8, 200, 2025).lists(40, 50));
}

// Rows of 31 elements of f32 are worth nearly two runs, or nearly none if they are few.
TEST(exec_repeated_rows, are_listed_for_one_run_in_many_short_rows) {
    EXPECT_TRUE(repeated(libselect_f32, 512, 31).lists(1, 1));
    EXPECT_FALSE(repeated(libselect_f32, 512, 31).lists(3, 10));
    EXPECT_FALSE(repeated(libselect_f32, 8, 31).lists(1, 1));
}

TEST(exec_repeated_rows, of_several_planes_share_the_list) {
    EXPECT_TRUE(repeated(libselect_f32, 4, 1000, 50).lists(20, 50));
}

TEST(exec_repeated_rows, are_given_up_where_changes_begin_too_dense) {
    EXPECT_FALSE(repeated(libselect_f32, 12, 2025).lists(20, 2));
    EXPECT_TRUE(repeated(libselect_f32, 12, 2025).lists(20, 100));
    EXPECT_TRUE(repeated(libselect_f32, 200, 2025).lists(20, 2));
}

} // namespace
} // namespace internal
