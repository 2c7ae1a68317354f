// SPDX-License-Identifier: Apache-2.0
// Transpose kernels, for every width and any strides, keep their contract.
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

using libselect::transpose_args;
using libselect::transpose_kernel;
using guard = support::placement::guard;

struct sizes {
    std::int64_t pieces, groups, col_stride, out_stride;
    guard side;
    std::int64_t length = 0; // of narrow ones
};

class kernel_transpose : public test_of_width {
protected:
    void run_one(const transpose_kernel &kernel, const sizes &size) {
        const std::int64_t rows = size.pieces * 16 / width();
        const std::int64_t cols = size.groups * kernel.group_cols;
        const std::string text = "w" + std::to_string(width()) + " " + std::to_string(rows) + " x "
                                 + std::to_string(cols) + " columns apart "
                                 + std::to_string(size.col_stride) + " rows apart "
                                 + std::to_string(size.out_stride);
        const support::fault_note note([&] { return text; });
        judge(kernel, size, rows, cols, text);
    }

    // `apart` bytes are between columns of src, or else rows of out, that are few.
    void run_narrow(
            const transpose_kernel &kernel, std::int64_t length, std::int64_t apart, guard side) {
        const std::int64_t cols = kernel.params.narrow_cols, rows = kernel.params.narrow_rows;
        const std::string text = to_string(kernel.params) + ", length " + std::to_string(length)
                                 + ", " + std::to_string(apart) + " apart";
        const support::fault_note note([&] { return text; });
        if (cols != 0)
            judge(kernel, {0, 0, apart, cols * width(), side, length}, length, cols, text);
        else
            judge(kernel, {0, 0, rows * width(), apart, side, length}, rows, length, text);
    }

    void judge(const transpose_kernel &kernel, const sizes &size, std::int64_t rows,
            std::int64_t cols, const std::string &text) {
        const std::byte *src = lay_out(size, rows, cols);
        const std::int64_t last = (rows - 1) * size.out_stride;
        std::byte *begin = out_.allocate(
                static_cast<std::size_t>(std::abs(last) + cols * width()), {size.side, 0});
        std::byte *out = last < 0 ? begin - last : begin;
        support::fill_elements(out_.whole(), 8, random_);
        std::vector<std::byte> wanted(out_.whole().begin(), out_.whole().end());
        std::byte *to = wanted.data() + (out - out_.whole().data());
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t c = 0; c < cols; ++c)
                std::memcpy(to + r * size.out_stride + c * width(),
                        src + c * size.col_stride + r * width(), static_cast<std::size_t>(width()));
        const transpose_args args {
                src, out, size.col_stride, size.out_stride, size.groups, size.pieces, size.length};
        ASSERT_EQ(watched_call(kernel.run, args), "") << text;
        ASSERT_TRUE(std::ranges::equal(out_.whole(), wanted)) << text;
    }

    const std::byte *lay_out(const sizes &size, std::int64_t rows, std::int64_t cols) {
        const std::int64_t last = (cols - 1) * size.col_stride;
        std::byte *begin = source_.allocate(
                static_cast<std::size_t>(rows * width() + std::abs(last)), {size.side, 0});
        support::fill_elements(source_.whole(), static_cast<std::size_t>(width()), random_);
        return source_.read_only(last < 0 ? begin - last : begin);
    }

    support::guarded_buffer source_, out_;
    support::random_source random_ {1};
};

TEST_P(kernel_transpose, gives_the_bits_of_a_plain_loop_and_stays_in_bounds) {
    INTERNAL_NEEDS_ISA(from().isa)
    libselect::held_code held;
    for (const int vector_bytes : {16, 32}) {
        const transpose_kernel kernel = from().create_transpose(
                from().isa, {static_cast<int>(width()), 0, 0, vector_bytes}, held);
        ASSERT_GT(kernel.group_cols, 0);
        for (const std::int64_t pieces : {1, 2, 4, 5, 9})
            for (const std::int64_t groups : {1, 2, 3, 17})
                for (const std::int64_t col_stride : {64, 65, -64, -67, 0, 1, -1, 4096, 4099})
                    for (const std::int64_t gap : {0, 1, 64, -1}) { // -1: rows go downwards
                        const std::int64_t row_bytes = groups * kernel.group_cols * width();
                        const std::int64_t out_stride = gap < 0 ? gap - row_bytes : row_bytes + gap;
                        for (const guard side : {guard::front, guard::back})
                            run_one(kernel,
                                    {pieces, groups, col_stride * pieces, out_stride, side});
                        if (HasFatalFailure()) return;
                    }
    }
}

// Columns of src may be any distance apart, zero included; rows of out do not overlap. The last gap
// makes columns and rows go downwards.
TEST_P(kernel_transpose, of_few_columns_or_rows_does_so_too) {
    INTERNAL_NEEDS_ISA(from().isa)
    libselect::held_code held;
    std::vector<std::int64_t> lengths {100, 257};
    for (std::int64_t length = 1; length <= 70; ++length)
        lengths.push_back(length);
    for (const int narrow : {2, 3, 4})
        for (const bool by_columns : {false, true}) {
            const int w = static_cast<int>(width());
            const transpose_kernel kernel = from().create_transpose(
                    from().isa, {w, by_columns ? narrow : 0, by_columns ? 0 : narrow}, held);
            for (const std::int64_t length : lengths)
                for (const std::int64_t gap : {std::int64_t {0}, std::int64_t {1},
                             std::int64_t {4096}, -length * w, -2 * length * w - 3}) {
                    if (!by_columns && gap == -length * w) continue;
                    for (const guard side : {guard::front, guard::back})
                        run_narrow(kernel, length, length * w + gap, side);
                    if (HasFatalFailure()) return;
                }
        }
}

class kernel_transpose_ahead : public testing::TestWithParam<const libselect::implementation *> {};

// Not even as addresses. A group of this width is one column, so that only prefetches go astray.
void run_without_columns_ahead(const libselect::implementation &from) {
    INTERNAL_NEEDS_ISA(from.isa)
    libselect::held_code held;
    const transpose_kernel kernel = from.create_transpose(from.isa, {16}, held);
    ASSERT_EQ(kernel.group_cols, 1);
    support::random_source random(1);
    for (const std::int64_t stride : {INT64_MAX, INT64_MIN, std::int64_t {1} << 47}) {
        alignas(64) std::byte source[64], out[64] {};
        support::fill_elements(source, 16, random);
        const transpose_args args {source, out, stride, 16, 1, 4};
        ASSERT_EQ(watched_call(kernel.run, args), "");
        EXPECT_EQ(std::memcmp(source, out, sizeof out), 0);
    }
}

TEST_P(kernel_transpose_ahead, columns_that_would_follow_need_not_exist) {
    run_without_columns_ahead(*GetParam());
}

INSTANTIATE_TEST_SUITE_P(each, kernel_transpose_ahead, testing::ValuesIn(vector_implementations()),
        [](const auto &one) { return test_name(*one.param); });

INSTANTIATE_TEST_SUITE_P(each, kernel_transpose,
        testing::Combine(
                testing::ValuesIn(vector_implementations()), testing::Values(1, 2, 4, 8, 16)),
        name_of_width);

} // namespace
} // namespace internal
