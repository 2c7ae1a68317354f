// SPDX-License-Identifier: Apache-2.0
// Blocks of a transposed input end with its cache lines, on one thread and on several, and cover
// all rows once.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <mutex>
#include <set>
#include <vector>

#include "exec/block_runner.hpp"
#include "exec/executor.hpp"
#include "harness/problem.hpp"
#include "schedule/schedule_problem.hpp"

namespace internal {
namespace {

using libselect::cond;
using libselect::dst;
using libselect::operand;
using libselect::src0;
using libselect::src1;
using support::dims;

// Rows that a kernel computes in one call. A block begins with those that are first in scratch.
struct group {
    std::byte *dst;
    std::int64_t rows, cols;
    bool begins_block;
};
// What the recording kernel writes down; a kernel_fn has no place for state.
std::vector<group> groups;
operand gathered;
int n_walks;
std::mutex one_at_a_time;

// Whether the kernel reads no further into scratch than it did before, on this thread.
bool is_first_in_scratch(const libselect::kernel_args *args) {
    thread_local int seen_in = 0;
    thread_local const std::byte *last = nullptr;
    const bool is_first = seen_in != n_walks || args->data[gathered] <= last;
    seen_in = n_walks;
    last = args->data[gathered];
    return is_first;
}

void record(const libselect::kernel_args *args) {
    const std::scoped_lock lock(one_at_a_time);
    groups.push_back(
            {args->data[dst], args->loops->rows, args->loops->cols, is_first_in_scratch(args)});
}

struct alignas(64) line {
    std::byte bytes[64];
};

// The parameter says whether several threads run, which they do on one CPU too.
class exec_block_rows : public testing::TestWithParam<bool> {
protected:
    // Of all operands the transposed one begins within a line. Elements of dst that no block has,
    // or more than one, fail.
    void walk(const support::problem &what, operand transposed, std::size_t bytes_into_line) {
        schedule_problem given;
        given.what = what;
        const libselect::plan made = plan_of(given);
        libselect::schedule how = libselect::make_schedule(made, 0, given.model);
        ASSERT_EQ(how.form.gather[transposed], libselect::gather_kind::transpose);
        ASSERT_FALSE(how.form.fused || how.form.boxed);
        for (auto &of_place : how.rows.kernels)
            for (libselect::row_kernel &kernel : of_place)
                kernel.run = record;
        how.parallel = GetParam();
        how.prefetches_rows = prefetches_;
        std::vector<line> memory[libselect::n_operands];
        libselect::per_operand<std::byte *> data {};
        for (const operand which : libselect::all_operands) {
            const auto [low, high] = made.spans[which];
            const auto lines_below = static_cast<std::size_t>(-low) / sizeof(line) + 1;
            memory[which].resize(lines_below + static_cast<std::size_t>(high) / sizeof(line) + 2);
            data[which] = memory[which][lines_below].bytes;
        }
        data[transposed] += bytes_into_line;
        data[dst] += dst_bytes_into_line_;
        for (std::size_t i = 0; i < memory[cond].size(); ++i) // mixed
            memory[cond][i].bytes[i % 64] = std::byte {1};
        groups.clear();
        gathered = transposed;
        ++n_walks;
        const libselect::walk_job job {
                how, data, libselect::in_place::none, libselect::store_kind::ordinary};
        const tbb::global_control workers(tbb::global_control::max_allowed_parallelism, 4);
        tbb::task_arena(4).execute([&] { libselect::run_tiles(job); });
        count(data[dst], how.walk);
    }

    void count(const std::byte *result, const libselect::walk_order &walked) {
        const std::int64_t cols = walked.inner().extent;
        std::vector<int> times(static_cast<std::size_t>(walked.n_elems));
        first_rows_.clear();
        for (const group &one : groups) {
            const std::int64_t first = (one.dst - result) / walked.elem_bytes;
            if (one.begins_block) first_rows_.insert(first / cols);
            for (std::int64_t row = 0; row < one.rows; ++row)
                for (std::int64_t col = 0; col < one.cols; ++col)
                    ++times[static_cast<std::size_t>(first + row * cols + col)];
        }
        for (const int n : times)
            ASSERT_EQ(n, 1);
    }

    bool prefetches_ = true;
    std::size_t dst_bytes_into_line_ = 0;
    std::set<std::int64_t> first_rows_; // of blocks
};

support::problem transposed_floats(std::int64_t cols, std::int64_t column_elems) {
    const dims all {200, cols};
    support::problem what = support::dense_problem(libselect_f32, all, all, all);
    what.src0.strides = {1, column_elems};
    return what;
}

// Before row 0 lie four rows of a line, which has 16.
TEST_P(exec_block_rows, end_with_lines_of_a_transposed_input) {
    for (const std::int64_t cols : {200, 1024}) {
        walk(transposed_floats(cols, 208), src0, 16);
        EXPECT_GT(first_rows_.size(), 3U);
        for (const std::int64_t row : first_rows_)
            EXPECT_TRUE(row == 0 || (row + 4) % 16 == 0) << row;
    }
}

// Of the line of row 0 lie four rows above it.
TEST_P(exec_block_rows, end_with_lines_of_an_input_whose_rows_go_down) {
    support::problem what = transposed_floats(1024, 208);
    what.src0.strides[0] = -1;
    walk(what, src0, 44);
    EXPECT_GT(first_rows_.size(), 3U);
    for (const std::int64_t row : first_rows_)
        EXPECT_TRUE(row == 0 || (row + 4) % 16 == 0) << row;
}

// No place is the right one for all columns then: no block is cut in two.
TEST_P(exec_block_rows, are_as_many_as_fit_where_columns_begin_anywhere_in_lines) {
    walk(transposed_floats(1024, 201), src0, 16);
    for (const std::int64_t row : first_rows_)
        EXPECT_EQ(row % 64, 0) << row;
}

// A row of a block has 5 bytes in place for each of at most 256 columns.
TEST_P(exec_block_rows, run_a_few_at_a_time_while_others_are_prefetched) {
    walk(transposed_floats(1024, 201), src0, 16);
    for (const group &one : groups)
        EXPECT_LE(one.rows * one.cols * 5, 5 << 10) << one.rows << " x " << one.cols;
}

TEST_P(exec_block_rows, run_at_once_where_none_is_prefetched) {
    prefetches_ = false;
    walk(transposed_floats(1024, 201), src0, 16);
    for (const group &one : groups)
        EXPECT_GT(one.rows * one.cols * 5, 5 << 10) << one.rows << " x " << one.cols;
}

// Blocks have 128 rows and 512 columns. The first has 496, up to the end of a line; were the second
// of 512, 16 would be left of 1,024. Kernels for transposed bytes take 8 or 32.
TEST_P(exec_block_rows, what_is_less_than_a_line_belongs_to_the_last_block) {
    for (const std::int64_t cols : {1024, 1072, 1073}) {
        const dims all {200, cols};
        support::problem what = support::dense_problem(libselect_u8, all, all, all);
        what.src0.strides = {1, 200};
        dst_bytes_into_line_ = 16;
        walk(what, src0, 0);
        if (GetParam()) continue; // tiles end rows too
        std::set<std::int64_t> of_blocks;
        for (const group &one : groups)
            of_blocks.insert(one.cols);
        const std::set<std::int64_t> wanted = cols <= 1072
                                                      ? std::set<std::int64_t> {496, cols - 496}
                                                      : std::set<std::int64_t> {496, 512, 65};
        EXPECT_EQ(of_blocks, wanted) << cols;
    }
}

// libselect.h promises that 128 KiB of stack are enough. Frames take about 17 of them.
TEST(exec_block_scratch, of_three_transposed_inputs_leaves_24_kib_of_the_promised_stack) {
    for (const auto type : {libselect_u8, libselect_bf16, libselect_f32, libselect_f64}) {
        const dims all {200, 2000};
        schedule_problem given;
        given.what = support::dense_problem(type, all, all, all);
        for (support::operand *each : {&given.what.cond, &given.what.src0, &given.what.src1})
            each->strides = {1, 201};
        const libselect::plan made = plan_of(given);
        libselect::schedule how = libselect::make_schedule(made, 0, given.model);
        how.walk = libselect::walk_order(made);
        how.form = libselect::make_row_form(how.walk, 64);
        for (const operand which : libselect::inputs)
            ASSERT_EQ(how.form.gather[which], libselect::gather_kind::transpose);
        const libselect::walk_job job {
                how, {}, libselect::in_place::none, libselect::store_kind::ordinary};
        EXPECT_LE(libselect::block_runner::scratch_bytes(job, {0, 200, 0, 2000}), 104 << 10);
    }
}

// Blocks have 32 rows and lines 64, of which 48 lie before row 0.
TEST_P(exec_block_rows, end_with_lines_that_have_more_rows_than_they) {
    const dims all {200, 1024};
    support::problem what = support::dense_problem(libselect_f64, all, all, all);
    what.cond.strides = {1, 256};
    walk(what, cond, 48);
    for (const std::int64_t row : {16, 80, 144})
        EXPECT_TRUE(first_rows_.contains(row)) << row;
}

// Planes of 32 rows, each in a block of its own.
TEST_P(exec_block_rows, of_a_plane_stay_together) {
    const dims all {40, 32, 500};
    support::problem what = support::dense_problem(libselect_f32, all, all, all);
    what.src0.strides = {16000, 1, 32};
    walk(what, src0, 16);
    EXPECT_EQ(first_rows_.size(), 40U);
    for (const std::int64_t row : first_rows_)
        EXPECT_EQ(row % 32, 0) << row;
}

INSTANTIATE_TEST_SUITE_P(on_one_thread_and_on_several, exec_block_rows, testing::Bool());

} // namespace
} // namespace internal
