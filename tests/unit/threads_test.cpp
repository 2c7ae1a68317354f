// SPDX-License-Identifier: Apache-2.0
// Any number of threads gives the same bits, and many threads may use one primitive.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <array>
#include <thread>
#include <vector>

#include "harness/operand_buffers.hpp"
#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"
#include "unit/outcome.hpp"

namespace {

using libselect::data_type;
using support::dims;
using support::problem;

struct shape_case {
    const char *name;
    data_type type;
    dims cond, src0, src1;
};

// Several MB of dst each, no extent a power of two.
const std::vector<shape_case> &large_shapes() {
    static const std::vector<shape_case> all {
            {"one_long_row", data_type::f32, {1000003}, {1000003}, {1000003}},
            {"broadcast_rows", data_type::f32, {1, 1023}, {1031, 1023}, {1023}},
            {"broadcast_columns", data_type::u16, {1031, 1}, {1031, 1023}, {1031, 1}},
            {"many_short_rows", data_type::u8, {700001, 1}, {700001, 5}, {5}},
            {"few_long_rows", data_type::f64, {3, 1}, {3, 170001}, {170001}},
            {"four_loops", data_type::c128, {7, 1, 11, 1}, {7, 13, 1, 301}, {13, 11, 301}},
            {"scalars", data_type::u32, {1000003}, {}, {1000003}}};
    return all;
}

void expect_right_on_any_threads(problem what) {
    support::random_source random(20240113);
    for (const int max_threads : {0, 1, 2, 3, 8}) {
        what.max_threads = max_threads;
        ASSERT_EQ(support::run(what, random), "");
    }
}

class threads : public testing::TestWithParam<shape_case> {
protected:
    static problem dense() {
        const auto &[name, type, cond, src0, src1] = GetParam();
        return support::dense_problem(type, cond, src0, src1);
    }
};

TEST_P(threads, any_max_threads_is_right) {
    expect_right_on_any_threads(dense());
}

TEST_P(threads, any_max_threads_is_right_on_a_misaligned_dst) {
    problem what = dense();
    what.dst.where.gap_bytes = 13;
    expect_right_on_any_threads(what);
}

// More workers than cores: every split into chunks is met with real concurrency.
TEST_P(threads, eight_workers_in_an_arena_are_right) {
    const tbb::global_control workers(tbb::global_control::max_allowed_parallelism, 8);
    tbb::task_arena arena(8);
    arena.execute([] { expect_right_on_any_threads(dense()); });
}

INSTANTIATE_TEST_SUITE_P(shapes, threads, testing::ValuesIn(large_shapes()),
        [](const auto &instance) { return instance.param.name; });

problem large(const dims &extents) {
    problem made = support::dense_problem(data_type::f32, extents, extents, extents);
    made.infer_dst = false;
    return made;
}

TEST(max_threads, is_answered_as_given) {
    const libselect::select_op op =
            support::make_op(support::dense_problem(data_type::f32, {9}, {9}, {9}));
    for (const int max_threads : {0, 1, 7})
        EXPECT_EQ(libselect::primitive(op, max_threads).max_threads(), max_threads);
}

TEST(threads_and_layouts, turned_round_operands_are_right) {
    problem what = large({1021, 1033});
    what.src0.strides = {1, 1021};
    expect_right_on_any_threads(what);
    what = large({1021, 1033});
    for (const dims &strides : {dims {1, 1021}, dims {-1040, -1}}) {
        what.dst.strides = strides;
        expect_right_on_any_threads(what);
    }
}

TEST(threads_and_layouts, in_place_is_right) {
    problem what = large({1021, 1033});
    for (const support::in_place alias :
            {support::in_place::src0, support::in_place::src1, support::in_place::both}) {
        what.alias = alias;
        expect_right_on_any_threads(what);
    }
}

// Beyond any cache, where a kernel may store past it; in and out of place, off every alignment.
TEST(threads_and_layouts, dst_larger_than_the_cache_is_right) {
    support::random_source random(20240115);
    problem what = large({20000003});
    what.dst.where.gap_bytes = 7;
    ASSERT_EQ(support::run(what, random), "");
    what.alias = support::in_place::src1;
    ASSERT_EQ(support::run(what, random), "");
}

// Calls `work` with 0 .. 7 on eight threads at once.
template <typename Work>
void on_eight_threads(const Work &work) {
    std::vector<std::thread> running;
    for (std::uint64_t i = 0; i < 8; ++i)
        running.emplace_back([&work, i] { work(i); });
    for (std::thread &thread : running)
        thread.join();
}

// Eight threads execute one primitive, each on its own data.
void expect_one_primitive_is_right_everywhere(const problem &what, int repetitions) {
    const libselect::select_op op = support::make_op(what);
    const libselect::primitive primitive(op);
    std::array<std::string, 8> failures;
    on_eight_threads([&](std::uint64_t i) {
        support::random_source random(20240116 + i);
        support::operand_buffers buffers;
        for (int n = 0; n < repetitions && failures[i].empty(); ++n) {
            buffers.prepare(what, random);
            const std::vector<std::byte> wanted = buffers.expected(what);
            const libselect::status status = unit::status_of([&] {
                primitive.execute({op.cond(), buffers.cond()}, {op.src0(), buffers.src0()},
                        {op.src1(), buffers.src1()}, {op.dst(), buffers.dst()});
            });
            failures[i] = status == libselect::status::success ? buffers.difference(what, wanted)
                                                               : to_string(status);
        }
    });
    for (const std::string &failure : failures)
        EXPECT_EQ(failure, "");
}

TEST(concurrency, eight_threads_execute_one_small_primitive) {
    expect_one_primitive_is_right_everywhere(
            support::dense_problem(data_type::f32, {7, 1}, {7, 33}, {33}), 500);
}

// Several forms of it are timed, and the fastest is taken.
TEST(concurrency, eight_threads_execute_one_primitive_of_several_forms) {
    problem what = support::dense_problem(data_type::f32, {300, 40}, {300, 40}, {300, 40});
    what.src0.strides = {80, 2};
    const std::string text = libselect::primitive(support::make_op(what)).to_string();
    const bool has_one_form = text.find("implementation: jit:scalar") != std::string::npos;
    EXPECT_EQ(text.find(") or (") == std::string::npos, has_one_form) << text;
    expect_one_primitive_is_right_everywhere(what, 50);
}

TEST(concurrency, eight_threads_execute_one_large_primitive) {
    expect_one_primitive_is_right_everywhere(
            support::dense_problem(data_type::f32, {511, 1}, {511, 1033}, {1033}), 4);
}

TEST(concurrency, eight_threads_create_and_execute_their_own_primitives) {
    std::array<std::string, 8> failures;
    on_eight_threads([&](std::uint64_t i) {
        for (std::uint64_t seed = 0; seed < 200 && failures[i].empty(); ++seed) {
            support::random_source random(1000000 + seed); // the same kernels at the same time
            failures[i] = support::run(support::random_problem(random), random);
        }
    });
    for (const std::string &failure : failures)
        EXPECT_EQ(failure, "");
}

} // namespace
