// SPDX-License-Identifier: Apache-2.0
// Blocks of every kind, width and size in scratch are what a plain loop puts there; nothing is read
// or written beyond them.
#include "exec/gather_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "common/needed_isa.hpp"
#include "harness/fault_note.hpp"
#include "harness/guarded_buffer.hpp"
#include "harness/random.hpp"
#include "kernel/kernel_case.hpp"

namespace internal {
namespace {

using libselect::gather_kind;
using libselect::transpose_args;
using libselect::transpose_kernel;
using support::random_source;
using guard = support::placement::guard;

struct stager_problem {
    gather_kind kind;
    std::int64_t width;
    std::int64_t rows;
    std::int64_t cols;
    std::int64_t row_stride;
    std::int64_t col_stride;
    std::int64_t row_bytes; // of scratch
    guard side;
};

std::string to_string(const stager_problem &what) {
    return std::string(gather_kind_name(what.kind)) + " w" + std::to_string(what.width) + " "
           + std::to_string(what.rows) + " x " + std::to_string(what.cols) + " strides "
           + std::to_string(what.row_stride) + " " + std::to_string(what.col_stride)
           + " to rows of " + std::to_string(what.row_bytes)
           + (what.side == guard::front ? " front" : " back");
}

class stager_buffers {
public:
    // "" or the first difference.
    [[nodiscard]] std::string run(
            const stager_problem &what, const transpose_kernel &kernel, random_source &random) {
        const std::byte *data = lay_out(what, random);
        std::byte *out = out_.allocate(
                static_cast<std::size_t>((what.rows - 1) * what.row_bytes + what.cols * what.width),
                {what.side, 0});
        support::fill_elements(out_.whole(), 8, random);
        std::vector<std::byte> wanted(out_.whole().begin(), out_.whole().end());
        std::byte *to = wanted.data() + (out - out_.whole().data());
        for (std::int64_t r = 0; r < what.rows; ++r)
            for (std::int64_t c = 0; c < what.cols; ++c)
                std::memcpy(to + r * what.row_bytes + c * what.width,
                        data + r * what.row_stride + c * what.col_stride,
                        static_cast<std::size_t>(what.width));
        libselect::gather_block(out, what.kind, what.width,
                {data, what.row_stride, what.col_stride, what.rows, what.cols}, what.row_bytes,
                kernel);
        const auto differs = std::ranges::mismatch(out_.whole(), wanted).in1;
        if (differs == out_.whole().end()) return "";
        return "byte " + std::to_string(&*differs - out) + " of scratch differs";
    }

private:
    // The block, exactly, against the guard page.
    const std::byte *lay_out(const stager_problem &what, random_source &random) {
        std::int64_t low = 0, high = what.width;
        for (const std::int64_t last :
                {(what.rows - 1) * what.row_stride, (what.cols - 1) * what.col_stride})
            (last < 0 ? low : high) += last;
        std::byte *begin = source_.allocate(static_cast<std::size_t>(high - low), {what.side, 0});
        support::fill_elements(source_.whole(), static_cast<std::size_t>(what.width), random);
        return source_.read_only(begin) - low;
    }

    support::guarded_buffer source_, out_;
};

std::int64_t pick(std::initializer_list<std::int64_t> values, random_source &random) {
    return values.begin()[random.below(values.size())];
}

stager_problem random_problem(gather_kind kind, std::int64_t width, random_source &random) {
    stager_problem what {};
    what.kind = kind;
    what.width = width;
    what.rows = pick({1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 128, 130}, random);
    what.cols = pick({1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 257}, random);
    const auto any = [&](std::int64_t apart) {
        return pick({apart, apart + width, -apart, -apart - 3, 0, width, -width, 2 * width, 1, 64,
                            4096},
                random);
    };
    what.col_stride = kind == gather_kind::copy ? width : any(what.rows * width);
    what.row_stride =
            kind == gather_kind::transpose ? pick({width, -width}, random) : any(what.cols * width);
    what.row_bytes = what.cols * width + pick({0, 0, 1, 64, 127}, random);
    what.side = random.one_in(2) ? guard::front : guard::back;
    return what;
}

// Blocks that a narrow kernel takes, and others that it is given.
stager_problem random_narrow(const libselect::transpose_params &params, random_source &random) {
    stager_problem what = random_problem(gather_kind::transpose, params.elem_bytes, random);
    if (params.narrow_cols != 0 && !random.one_in(4)) {
        what.cols = params.narrow_cols;
        what.row_bytes = what.cols * what.width;
    }
    if (params.narrow_rows != 0 && !random.one_in(4)) {
        what.rows = params.narrow_rows;
        what.col_stride = what.rows * what.width;
    }
    what.row_bytes = std::max(what.row_bytes, what.cols * what.width);
    return what;
}

void run_narrow(const transpose_kernel &kernel) {
    stager_buffers buffers;
    random_source random(1);
    for (int i = 0; i < 200; ++i) {
        const stager_problem what = random_narrow(kernel.params, random);
        const support::fault_note note([&] { return to_string(what); });
        ASSERT_EQ(buffers.run(what, kernel, random), "") << to_string(what);
    }
}

void run_all(gather_kind kind, std::int64_t width, const transpose_kernel &kernel) {
    stager_buffers buffers;
    random_source random(1);
    for (int i = 0; i < 400; ++i) {
        const stager_problem what = random_problem(kind, width, random);
        const support::fault_note note([&] { return to_string(what); });
        ASSERT_EQ(buffers.run(what, kernel, random), "") << to_string(what);
    }
}

TEST(exec_gather_block, copies_and_gathers_blocks_of_every_width) {
    for (const gather_kind kind : {gather_kind::copy, gather_kind::elementwise})
        for (const std::int64_t width : {1, 2, 4, 8, 16})
            run_all(kind, width, {});
}

// The transpose contract as a loop; a transpose_fn has no place for the width.
template <std::int64_t width, std::int64_t group_cols>
void transpose_plainly(const transpose_args *args) {
    for (std::int64_t r = 0; r < args->pieces * 16 / width; ++r)
        for (std::int64_t c = 0; c < args->groups * group_cols; ++c)
            std::memcpy(args->out + r * args->out_row_stride_bytes + c * width,
                    args->src + c * args->src_col_stride_bytes + r * width, width);
}

template <std::int64_t width>
void run_plain_transposes() {
    run_all(gather_kind::transpose, width, {transpose_plainly<width, 1>, 1});
    run_all(gather_kind::transpose, width, {transpose_plainly<width, 3>, 3});
    run_all(gather_kind::transpose, width, {transpose_plainly<width, 8>, 8});
}

TEST(exec_gather_block, transposes_blocks_with_kernels_of_any_group) {
    run_plain_transposes<1>();
    run_plain_transposes<2>();
    run_plain_transposes<4>();
    run_plain_transposes<8>();
    run_plain_transposes<16>();
}

// What is left over of rows and columns is transposed twice; a test of speed, not of bits.
std::int64_t cells_by_kernel = 0;

void count_cells(const transpose_args *args) {
    cells_by_kernel += args->pieces * 4 * args->groups * 4;
    transpose_plainly<4, 4>(args);
}

TEST(exec_gather_block, leaves_all_it_can_to_the_kernel) {
    const auto count = [](std::int64_t rows, std::int64_t cols, std::int64_t row_stride = 4) {
        stager_buffers buffers;
        random_source random(1);
        cells_by_kernel = 0;
        const stager_problem what {
                gather_kind::transpose, 4, rows, cols, row_stride, rows * 4, cols * 4, guard::back};
        EXPECT_EQ(buffers.run(what, {count_cells, 4}, random), "") << to_string(what);
        return cells_by_kernel;
    };
    EXPECT_EQ(count(16, 4), 16 * 4);
    EXPECT_EQ(count(16, 3), 0);
    EXPECT_EQ(count(3, 4), 0);
    EXPECT_EQ(count(15, 4), 12 * 4 + 4 * 4);
    EXPECT_EQ(count(33, 103), (32 + 4) * (100 + 4));
    EXPECT_EQ(count(64, 256), 64 * 256);
    EXPECT_EQ(count(33, 103, -4), (32 + 4) * (100 + 4));
}

class exec_gather_block_by : public testing::TestWithParam<const libselect::implementation *> {};

TEST_P(exec_gather_block_by, transposes_blocks) {
    const libselect::implementation &from = *GetParam();
    INTERNAL_NEEDS_ISA(from.isa)
    libselect::held_code held;
    for (const int width : {1, 2, 4, 8, 16})
        for (const int vector_bytes : {16, 32})
            run_all(gather_kind::transpose, width,
                    from.create_transpose(from.isa, {width, 0, 0, vector_bytes}, held));
}

TEST_P(exec_gather_block_by, transposes_narrow_blocks) {
    const libselect::implementation &from = *GetParam();
    INTERNAL_NEEDS_ISA(from.isa)
    libselect::held_code held;
    for (const int width : {1, 2, 4, 8, 16})
        for (const int narrow : {2, 3, 4}) {
            run_narrow(from.create_transpose(from.isa, {width, narrow, 0}, held));
            run_narrow(from.create_transpose(from.isa, {width, 0, narrow}, held));
        }
}

INSTANTIATE_TEST_SUITE_P(each, exec_gather_block_by, testing::ValuesIn(vector_implementations()),
        [](const auto &one) { return test_name(*one.param); });

} // namespace
} // namespace internal
