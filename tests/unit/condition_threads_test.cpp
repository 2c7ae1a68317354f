// SPDX-License-Identifier: Apache-2.0
// Conditions over tensors that are cut in tiles: any number of threads gives the same bits.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <thread>

#include "harness/operand_buffers.hpp"
#include "harness/oracle.hpp"
#include "harness/run_problem.hpp"
#include "harness/sanitized.hpp"

namespace {

using support::dims;
using support::in_place;
using support::operand;
using support::problem;

operand dense(const dims &extents) {
    return {extents, support::dense_strides(extents), {}};
}

problem large(libselect_data_type_t type, const dims &extents, in_place alias) {
    problem made = support::dense_problem(type, extents, extents, extents);
    made.alias = alias;
    if (alias == in_place::no) made.src1 = dense({});
    return made;
}

// Enough for several threads, also under a sanitizer, which takes a hundred times as long.
constexpr std::int64_t n_cols = support::is_sanitized ? 2333 : 7331;
constexpr std::int64_t n_rows = support::is_sanitized ? 83 : 251;
constexpr std::int64_t n_numbers = support::is_sanitized ? 100003 : 300007;

// Enough for several tiles, no extent a power of two, in place or over a scalar.
std::vector<problem> large_problems(in_place alias) {
    std::vector<problem> all;
    problem bits = large(libselect_f32, {61, n_cols}, alias);
    bits.rule = {.kind = libselect_condition_bits, .type = libselect_u1};
    bits.cond.offset = 3;
    all.push_back(bits);
    bits.rule.type = libselect_u1_msb;
    bits.type = libselect_u8;
    all.push_back(bits);

    problem filter = large(libselect_f32, {61, n_cols}, alias);
    filter.rule = {.kind = libselect_condition_compare,
            .type = libselect_f32,
            .relation = libselect_relation_lt};
    filter.rhs = dense({61, 1});
    filter.cond_is_dst = alias != in_place::no;
    all.push_back(filter);
    filter.type = filter.rule.type = libselect_bf16;
    all.push_back(filter);
    filter.rule.relation = libselect_relation_ne;
    filter.rhs_is_dst = alias != in_place::no;
    filter.rhs = filter.cond;
    all.push_back(filter);

    // Another number takes the place of each that is compared: done twice, it would be compared.
    problem replaced = large(libselect_s32, {61, n_cols}, in_place::no);
    replaced.src1 = replaced.src0;
    replaced.rule = {.kind = libselect_condition_compare,
            .type = libselect_s32,
            .relation = libselect_relation_gt};
    replaced.rhs = dense({});
    replaced.cond_is_dst = true;
    all.push_back(replaced);

    problem number = large(libselect_f64, {n_numbers}, alias);
    number.rule = {.kind = libselect_condition_nonzero, .type = libselect_s8};
    all.push_back(number);

    problem causal = large(libselect_f32, {3, n_rows, 1033}, alias);
    causal.rule = {.kind = libselect_condition_interval, .type = libselect_undef};
    causal.rule.upper = 12;
    all.push_back(causal);
    causal.rule.lower = -100;
    causal.rule.axis = 1;
    causal.rule.row_axis = 2;
    all.push_back(causal);

    problem lengths = large(libselect_f16, {3, n_rows, 1033}, alias);
    lengths.rule = {.kind = libselect_condition_interval,
            .type = libselect_undef,
            .begin = libselect_s32,
            .end = libselect_s64};
    lengths.begin = dense({n_rows, 1});
    lengths.end = dense({3, 1, 1});
    all.push_back(lengths);
    return all;
}

void expect_right_on_any_threads(in_place alias) {
    support::random_source random(20261108);
    for (problem what : large_problems(alias))
        for (const int max_threads : {0, 1, 3}) {
            what.max_threads = max_threads;
            what.dst.where.gap_bytes = static_cast<std::size_t>(max_threads);
            ASSERT_EQ(support::run(what, random), "");
        }
}

TEST(condition_threads, any_max_threads_is_right) {
    expect_right_on_any_threads(in_place::no);
}

TEST(condition_threads, any_max_threads_is_right_in_place) {
    expect_right_on_any_threads(in_place::src1);
}

TEST(condition_threads, eight_workers_in_an_arena_are_right) {
    const tbb::global_control workers(tbb::global_control::max_allowed_parallelism, 8);
    tbb::task_arena arena(8);
    arena.execute([] { expect_right_on_any_threads(in_place::src1); });
}

TEST(condition_threads, transposed_tensors_are_right) {
    support::random_source random(20261109);
    for (problem what : large_problems(in_place::no)) {
        if (what.dst.dims.size() != 2 || what.cond_is_dst) continue;
        what.infer_dst = false;
        what.dst.strides = {1, what.dst.dims[0]};
        ASSERT_EQ(support::run(what, random), "");
        what.cond.strides = what.dst.strides;
        ASSERT_EQ(support::run(what, random), "");
    }
}

// Eight threads execute one primitive, each on its own data.
TEST(condition_threads, may_share_one_primitive) {
    for (const problem &what : large_problems(in_place::src1)) {
        if (what.dst.dims.size() != 2) continue;
        const libselect::select_op op = support::make_op(what);
        const libselect::primitive primitive(op);
        std::array<std::string, 8> failures;
        std::vector<std::thread> running;
        for (std::size_t i = 0; i < failures.size(); ++i)
            running.emplace_back([&, i] {
                support::random_source random(20261110 + i);
                support::operand_buffers buffers;
                buffers.prepare(what, random);
                const std::vector<std::byte> wanted = buffers.expected(what);
                support::arguments given(
                        what, op, [&](libselect_arg_t arg) { return buffers.data(arg); });
                support::execute(primitive, given.list());
                failures[i] = buffers.difference(what, wanted);
            });
        for (std::thread &thread : running)
            thread.join();
        for (const std::string &failure : failures)
            EXPECT_EQ(failure, "");
    }
}

} // namespace
