// SPDX-License-Identifier: Apache-2.0
// The walk: kernel calls that cover exactly the rectangle, for any cut of the plan.
#include "exec/walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "common/random_op.hpp"
#include "common/text_shape.hpp"
#include "harness/mask.hpp"
#include "kernel/reference_kernel.hpp"

namespace internal {
namespace {

using libselect::kernel_args;
using libselect::kernel_loops;
using libselect::n_operands;
using libselect::per_operand;
using libselect::plan;
using libselect::rectangle;

using pointers = per_operand<std::byte *>;

// What the recording kernel writes down; a kernel_fn has no place for state.
struct recorded_call {
    pointers data;
    kernel_loops loops;
};
std::vector<recorded_call> calls;

void record(const kernel_args *args) {
    calls.push_back({args->data, *args->loops});
}

// Somewhere for pointers to point; random ops stay within a few thousand bytes of it.
constexpr std::size_t arena_bytes = 1 << 20;

struct arena {
    per_operand<std::vector<std::byte>> bytes;
    arena() {
        for (std::vector<std::byte> &one : bytes)
            one.resize(arena_bytes);
    }
    // The caller's pointers, in the middle.
    [[nodiscard]] pointers middle() {
        pointers data;
        for (std::size_t i = 0; i < n_operands; ++i)
            data[i] = bytes[i].data() + arena_bytes / 2;
        return data;
    }
    [[nodiscard]] pointers start(const plan &made) {
        pointers data = middle();
        for (std::size_t i = 0; i < n_operands; ++i)
            data[i] += made.starts[i];
        return data;
    }
};

// Appends the elements that a call names, in their order, as offsets from the caller's pointers.
void append_addresses(const recorded_call &call, const pointers &from, std::vector<addresses> &to) {
    const kernel_loops &loops = call.loops;
    addresses row {};
    for (std::size_t i = 0; i < n_operands; ++i)
        row[i] = call.data[i] - from[i];
    const auto move = [](addresses &at, const per_operand<std::int64_t> &by_bytes) {
        for (std::size_t i = 0; i < n_operands; ++i)
            at[i] += by_bytes[i];
    };
    for (std::int64_t p = 0; p < loops.planes; ++p, move(row, loops.plane_steps))
        for (std::int64_t r = 0; r < loops.rows; ++r, move(row, loops.row_strides)) {
            addresses element = row;
            for (std::int64_t c = 0; c < loops.cols; ++c, move(element, loops.col_strides))
                to.push_back(element);
        }
}

std::vector<addresses> recorded_addresses(arena &memory) {
    std::vector<addresses> found;
    for (const recorded_call &call : calls)
        append_addresses(call, memory.middle(), found);
    return found;
}

rectangle whole_of(const plan &made) {
    return {0, made.n_elems / made.inner().extent, 0, made.inner().extent};
}

// Cuts into tiles of 3 rows and 5 columns, walked last to first.
std::vector<rectangle> odd_tiles(const rectangle &whole) {
    std::vector<rectangle> tiles;
    for (std::int64_t row = 0; row < whole.row_end; row += 3)
        for (std::int64_t col = 0; col < whole.col_end; col += 5)
            tiles.push_back(
                    {row, std::min(row + 3, whole.row_end), col, std::min(col + 5, whole.col_end)});
    std::reverse(tiles.begin(), tiles.end());
    return tiles;
}

// Calls judge(op, plan, random) for random plans that are not empty until one fails.
template <typename Judge>
void for_random_plans(const char *test, const Judge &judge) {
    for_random_ops(test, 2000, [&](const auto &op, const plan &made, auto &random) {
        if (!made.is_empty()) judge(op, made, random);
    });
}

TEST(exec_walk, a_whole_walk_visits_the_elements_in_the_order_of_the_plan) {
    arena memory;
    for_random_plans("exec_walk.a_whole*", [&](const auto &, const plan &made, auto &) {
        calls.clear();
        walk_rows(made, {record, libselect::params_of(made)}, memory.start(made), whole_of(made));
        EXPECT_EQ(recorded_addresses(memory), addresses_by_the_plan(made));
    });
}

TEST(exec_walk, any_rectangle_is_that_part_of_the_plan) {
    arena memory;
    for_random_plans("exec_walk.any_rec*", [&](const auto &, const plan &made, auto &random) {
        const rectangle whole = whole_of(made);
        const auto cut = [&](std::int64_t end) {
            const std::int64_t begin =
                    static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(end)));
            return std::pair(begin, begin + 1
                                            + static_cast<std::int64_t>(random.below(
                                                    static_cast<std::uint64_t>(end - begin))));
        };
        const auto [row_begin, row_end] = cut(whole.row_end);
        const auto [col_begin, col_end] = cut(whole.col_end);
        const std::vector<addresses> all = addresses_by_the_plan(made);
        std::vector<addresses> expected;
        for (std::int64_t row = row_begin; row < row_end; ++row)
            for (std::int64_t col = col_begin; col < col_end; ++col)
                expected.push_back(all[static_cast<std::size_t>(row * whole.col_end + col)]);
        calls.clear();
        walk_rows(made, {record, libselect::params_of(made)}, memory.start(made),
                {row_begin, row_end, col_begin, col_end});
        EXPECT_EQ(recorded_addresses(memory), expected);
    });
}

TEST(exec_walk, odd_tiles_in_any_order_give_the_bits_of_one_walk) {
    arena memory;
    support::random_source fill(1);
    for (std::vector<std::byte> &one : memory.bytes)
        support::fill_elements(one, 8, fill);
    support::fill_cond(memory.bytes[libselect::cond], fill);
    const std::vector<std::byte> before = memory.bytes[libselect::dst];
    // Ops of rank 6 and 4^6 elements of 16 bytes reach less than this from the middle.
    constexpr std::size_t reach = 1 << 18;
    std::vector<std::byte> &result = memory.bytes[libselect::dst];
    const auto near = [&](std::vector<std::byte> &bytes) {
        return std::span(bytes).subspan(arena_bytes / 2 - reach, 2 * reach);
    };
    for_random_plans("exec_walk.odd*", [&](const auto &, const plan &made, auto &) {
        const libselect::row_params params = libselect::params_of(made);
        const libselect::row_kernel run {libselect::reference_kernel(params), params};
        std::vector<std::byte> unchanged = before;
        std::ranges::copy(near(unchanged), near(result).begin());
        walk_rows(made, run, memory.start(made), whole_of(made));
        const std::vector<std::byte> expected(near(result).begin(), near(result).end());
        std::ranges::copy(near(unchanged), near(result).begin());
        for (const rectangle &tile : odd_tiles(whole_of(made)))
            walk_rows(made, run, memory.start(made), tile);
        EXPECT_TRUE(std::ranges::equal(near(result), expected));
    });
}

// Planes and rows of each call that a walk over these rows makes.
using call_sizes = std::vector<std::pair<std::int64_t, std::int64_t>>;

call_sizes calls_over(const plan &made, std::int64_t row_begin, std::int64_t row_end) {
    arena memory;
    calls.clear();
    const rectangle part {row_begin, row_end, 0, made.inner().extent};
    walk_rows(made, {record, libselect::params_of(made)}, memory.start(made), part);
    call_sizes sizes;
    for (const recorded_call &call : calls)
        sizes.emplace_back(call.loops.planes, call.loops.rows);
    return sizes;
}

call_sizes calls_over(const plan &made) {
    return calls_over(made, 0, whole_of(made).row_end);
}

TEST(exec_walk, a_run_of_rows_is_one_call) {
    EXPECT_EQ(calls_over(libselect::make_plan(op_of("24", "24", "1"))), (call_sizes {{1, 1}}));
    EXPECT_EQ(calls_over(libselect::make_plan(op_of("64x1", "64x3", "3"))), (call_sizes {{1, 64}}));
}

TEST(exec_walk, whole_planes_that_lie_together_are_one_call) {
    const plan three = libselect::make_plan(op_of("8x1x16", "scalar", "8x4x16"));
    EXPECT_EQ(calls_over(three), (call_sizes {{8, 4}}));
    const plan four = libselect::make_plan(op_of("5x1x3x1", "scalar", "5x2x3x16"));
    EXPECT_EQ(calls_over(four), (call_sizes {{2, 3}, {2, 3}, {2, 3}, {2, 3}, {2, 3}}));
}

TEST(exec_walk, planes_that_are_cut_are_calls_of_their_own) {
    const plan made = libselect::make_plan(op_of("8x1x16", "scalar", "8x4x16"));
    EXPECT_EQ(calls_over(made, 1, 31), (call_sizes {{1, 3}, {6, 4}, {1, 3}}));
    EXPECT_EQ(calls_over(made, 4, 12), (call_sizes {{2, 4}}));
    EXPECT_EQ(calls_over(made, 4, 6), (call_sizes {{1, 2}}));
    EXPECT_EQ(calls_over(made, 5, 7), (call_sizes {{1, 2}}));
    EXPECT_EQ(calls_over(made, 3, 9), (call_sizes {{1, 1}, {1, 4}, {1, 1}}));
}

TEST(exec_walk, planes_do_not_go_on_past_the_end_of_their_loop) {
    const plan made = libselect::make_plan(op_of("5x1x3x1", "scalar", "5x2x3x16"));
    EXPECT_EQ(calls_over(made, 3, 18), (call_sizes {{1, 3}, {2, 3}, {2, 3}}));
    EXPECT_EQ(calls_over(made, 4, 14), (call_sizes {{1, 2}, {2, 3}, {1, 2}}));
}

TEST(exec_walk, bands_end_with_their_rows_and_columns) {
    const plan made = plan_of("6x5x130", "6x5x130", "6x5x130", {.dst = "6x5x130:2000x300x2"});
    libselect::schedule decided;
    decided.walk = made;
    decided.form.strided = true;
    decided.form.block_rows = 5;
    decided.form.block_cols = 64;
    decided.tiles = libselect::make_tiling_of_bands(made, 5, 64);
    for (auto &of_place : decided.rows.kernels)
        of_place.fill({record, libselect::params_of(made)});
    arena memory;
    calls.clear();
    libselect::walk({decided, memory.start(made), libselect::in_place::none,
                            libselect::store_kind::ordinary},
            {3, 17, 0, 130});
    call_sizes rows_and_cols;
    for (const recorded_call &call : calls)
        rows_and_cols.emplace_back(call.loops.planes * call.loops.rows, call.loops.cols);
    call_sizes expected;
    for (const std::int64_t rows : {2, 5, 5, 2})
        for (const std::int64_t cols : {64, 64, 2})
            expected.emplace_back(rows, cols);
    EXPECT_EQ(rows_and_cols, expected);
}

} // namespace
} // namespace internal
