// SPDX-License-Identifier: Apache-2.0
// Blocks of a transposed input end with its cache lines, on one thread and on several, and cover
// all rows once.
#include <gtest/gtest.h>

#include <mutex>
#include <vector>

#include "exec/executor.hpp"
#include "harness/problem.hpp"
#include "schedule/schedule_problem.hpp"

namespace internal {
namespace {

using libselect::cond;
using libselect::dst;
using libselect::src0;
using libselect::src1;

struct block {
    std::byte *dst;
    std::int64_t rows, cols;
};
// What the recording kernel writes down; a kernel_fn has no place for state.
std::vector<block> blocks;
std::mutex one_at_a_time;

void record(const libselect::kernel_args *args) {
    const std::scoped_lock lock(one_at_a_time);
    blocks.push_back({args->data[dst], args->loops->rows, args->loops->cols});
}

// dst has rows x cols floats, and src0 columns of rows, which are column_elems apart. src0 begins
// 16 bytes into a line: before row 0 lie 4 rows of it.
class exec_block_rows : public testing::TestWithParam<bool> {
protected:
    static constexpr std::int64_t rows = 200, rows_before = 4, line_rows = 16;

    void walk(std::int64_t cols, std::int64_t column_elems) {
        schedule_problem given;
        const support::dims dims {rows, cols};
        given.what = support::dense_problem(libselect_f32, dims, dims, dims);
        given.what.src0.strides = {1, column_elems};
        const libselect::plan made = plan_of(given);
        libselect::schedule how = libselect::make_schedule(made, 0, given.model);
        ASSERT_EQ(how.form.gather[src0], libselect::gather_kind::transpose);
        ASSERT_FALSE(how.form.fused);
        for (auto &of_place : how.rows.kernels)
            for (libselect::row_kernel &kernel : of_place)
                kernel.run = record;
        how.parallel = GetParam();
        const auto n_elems = static_cast<std::size_t>(rows * cols);
        std::vector<std::byte> conditions(n_elems);
        for (std::size_t i = 0; i < n_elems; i += 3)
            conditions[i] = std::byte {1};
        std::vector<line> source(static_cast<std::size_t>(cols * column_elems / line_rows + 2));
        std::vector<float> other(n_elems), result(n_elems);
        blocks.clear();
        libselect::run_tiles({how,
                {conditions.data(), source.front().bytes + rows_before * sizeof(float),
                        as_bytes(other), as_bytes(result)},
                libselect::in_place::none, libselect::store_kind::ordinary});
        count(as_bytes(result), cols);
    }

    // How often each element is in a block, and where blocks begin.
    void count(const std::byte *result, std::int64_t cols) {
        times_.assign(static_cast<std::size_t>(rows * cols), 0);
        for (const block &one : blocks) {
            const std::int64_t first =
                    (one.dst - result) / static_cast<std::int64_t>(sizeof(float));
            first_rows_.push_back(first / cols);
            for (std::int64_t row = 0; row < one.rows; ++row)
                for (std::int64_t col = 0; col < one.cols; ++col)
                    ++times_[static_cast<std::size_t>(first + row * cols + col)];
        }
    }

    std::vector<int> times_;
    std::vector<std::int64_t> first_rows_;

private:
    struct alignas(64) line {
        std::byte bytes[64];
    };
    static std::byte *as_bytes(std::vector<float> &floats) {
        return reinterpret_cast<std::byte *>(floats.data());
    }
};

TEST_P(exec_block_rows, cover_dst_once) {
    for (const std::int64_t cols : {200, 1024})
        for (const std::int64_t column_elems : {200, 208}) {
            walk(cols, column_elems);
            for (const int times : times_)
                ASSERT_EQ(times, 1) << cols << " columns, " << column_elems << " apart";
        }
}

TEST_P(exec_block_rows, end_with_lines_of_a_transposed_input) {
    for (const std::int64_t cols : {200, 1024}) {
        first_rows_.clear();
        walk(cols, 208);
        EXPECT_GT(first_rows_.size(), 3U);
        for (const std::int64_t row : first_rows_)
            EXPECT_TRUE(row == 0 || (row + rows_before) % line_rows == 0) << row;
    }
}

// No place is the right one for all columns then: no block is cut in two.
TEST_P(exec_block_rows, are_as_many_as_fit_where_columns_begin_anywhere_in_lines) {
    walk(1024, 201);
    for (const std::int64_t row : first_rows_)
        EXPECT_EQ(row % 64, 0) << row;
}

INSTANTIATE_TEST_SUITE_P(on_one_thread_and_on_several, exec_block_rows, testing::Bool());

} // namespace
} // namespace internal
