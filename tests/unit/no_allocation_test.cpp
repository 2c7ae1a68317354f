// SPDX-License-Identifier: Apache-2.0
// Execute allocates nothing and takes no lock.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <ostream>
#include <shared_mutex>
#include <vector>

#include "harness/operand_buffers.hpp"
#include "harness/run_problem.hpp"
#include "unit/call_counter.hpp"

namespace {

using libselect::data_type;
using support::dims;
using support::problem;

struct named_problem {
    const char *name;
    problem what;
};

// Found by GoogleTest, which would print the bytes of the struct.
void PrintTo(const named_problem &named, std::ostream *out) {
    *out << named.name;
}

problem with_dst_strides(const dims &extents, const dims &strides) {
    problem made = support::dense_problem(data_type::f32, extents, extents, extents);
    made.infer_dst = false;
    made.dst.strides = strides;
    return made;
}

problem in_place(const dims &extents) {
    problem made = support::dense_problem(data_type::f32, extents, extents, extents);
    made.alias = support::in_place::src1;
    return made;
}

problem transposed_src0(std::int64_t rows, std::int64_t cols) {
    problem made = support::dense_problem(data_type::u8, {rows, cols}, {rows, cols}, {cols});
    made.src0.strides = {1, rows};
    return made;
}

// Small ones, which one thread computes.
std::vector<named_problem> small_problems() {
    return {{"dense", support::dense_problem(data_type::f32, {3, 50}, {3, 50}, {3, 50})},
            {"broadcast", support::dense_problem(data_type::u16, {3, 1}, {3, 50}, {50})},
            {"short_rows", support::dense_problem(data_type::u8, {70, 1}, {70, 3}, {3})},
            {"four_loops",
                    support::dense_problem(data_type::f64, {3, 1, 5, 1}, {3, 7, 1, 6}, {5, 6})},
            {"strided", with_dst_strides({5, 40}, {90, 2})},
            {"backwards", with_dst_strides({5, 40}, {-40, -1})},
            {"transposed", transposed_src0(37, 41)}, {"in_place", in_place({3, 50})},
            {"zero_size", support::dense_problem(data_type::f32, {0, 5}, {0, 5}, {5})}};
}

// Large ones, which many threads compute when they may.
std::vector<named_problem> large_problems() {
    return {{"dense", support::dense_problem(data_type::f32, {3000017}, {3000017}, {3000017})},
            {"broadcast", support::dense_problem(data_type::u16, {2001, 1}, {2001, 1003}, {1003})},
            {"short_rows", support::dense_problem(data_type::u8, {900001, 1}, {900001, 3}, {3})},
            {"strided", with_dst_strides({1001, 1003}, {2100, 2})},
            {"transposed", transposed_src0(1531, 1543)}, {"in_place", in_place({1021, 1033})}};
}

// Runs the problem once to warm up, then while `Counter` counts as often as all forms are timed.
template <typename Counter>
unit::call_counts count_calls(problem what, int max_threads) {
    what.max_threads = max_threads;
    support::random_source random(20240120);
    support::operand_buffers buffers;
    buffers.prepare(what, random);
    const libselect::select_op op = support::make_op(what);
    const libselect::primitive primitive(op, max_threads);
    const libselect::const_memory cond(op.cond(), buffers.cond()), src0(op.src0(), buffers.src0()),
            src1(op.src1(), buffers.src1());
    const libselect::memory dst(op.dst(), buffers.dst());
    primitive.execute(cond, src0, src1, dst);
    const Counter counter;
    for (int i = 0; i < 13; ++i)
        primitive.execute(cond, src0, src1, dst);
    return counter.counts();
}

class no_allocation : public testing::TestWithParam<named_problem> {};
class no_allocation_of_small : public testing::TestWithParam<named_problem> {};

TEST_P(no_allocation, on_one_thread) {
    const unit::call_counts calls = count_calls<unit::own_calls>(GetParam().what, 1);
    EXPECT_EQ(calls.allocations, 0);
    EXPECT_EQ(calls.locks, 0);
}

TEST_P(no_allocation, by_the_library_itself_on_four_threads) {
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 4);
    tbb::task_arena arena(4);
    const unit::call_counts calls =
            arena.execute([] { return count_calls<unit::library_calls>(GetParam().what, 0); });
    EXPECT_EQ(calls.allocations, 0);
    EXPECT_EQ(calls.locks, 0);
}

TEST_P(no_allocation_of_small, with_any_number_of_threads_allowed) {
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 4);
    tbb::task_arena arena(4);
    const unit::call_counts calls =
            arena.execute([] { return count_calls<unit::own_calls>(GetParam().what, 0); });
    EXPECT_EQ(calls.allocations, 0);
    EXPECT_EQ(calls.locks, 0);
}

const auto name_of = [](const auto &instance) { return instance.param.name; };
INSTANTIATE_TEST_SUITE_P(small, no_allocation, testing::ValuesIn(small_problems()), name_of);
INSTANTIATE_TEST_SUITE_P(large, no_allocation, testing::ValuesIn(large_problems()), name_of);
INSTANTIATE_TEST_SUITE_P(
        small, no_allocation_of_small, testing::ValuesIn(small_problems()), name_of);

TEST(call_counter, sees_malloc_and_operator_new) {
    const unit::own_calls counter;
    void *volatile first = std::malloc(10);
    int *volatile second = new int(3);
    void *volatile third = std::aligned_alloc(64, 64);
    std::free(first);
    delete second;
    std::free(third);
    EXPECT_EQ(counter.counts().allocations, 3);
}

TEST(call_counter, sees_mutexes_and_read_write_locks) {
    std::mutex mutex;
    std::shared_mutex read_write;
    const unit::own_calls counter;
    { const std::lock_guard guard(mutex); }
    { const std::shared_lock guard(read_write); }
    { const std::unique_lock guard(read_write); }
    EXPECT_EQ(counter.counts().locks, 3);
}

TEST(call_counter, sees_allocations_inside_the_library) {
    const unit::own_calls own;
    const unit::library_calls from_library;
    { const libselect::logical_tensor tensor(data_type::f32, dims {2}, dims {1}); }
    EXPECT_GT(own.counts().allocations, 0);
    EXPECT_GT(from_library.counts().allocations, 0);
}

TEST(call_counter, sees_locks_inside_the_library) {
    const libselect::select_op op =
            support::make_op(support::dense_problem(data_type::f32, {50}, {50}, {50}));
    const unit::library_calls from_library;
    { const libselect::primitive primitive(op); }
    EXPECT_GT(from_library.counts().locks, 0);
}

TEST(call_counter, does_not_blame_the_library_for_calls_of_the_program) {
    const unit::library_calls from_library;
    void *volatile memory = std::malloc(10);
    std::free(memory);
    EXPECT_EQ(from_library.counts().allocations, 0);
}

} // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    if (unit::can_count_calls) return RUN_ALL_TESTS();
    std::puts("skipped: a sanitizer stands before malloc");
    return 77;
}
