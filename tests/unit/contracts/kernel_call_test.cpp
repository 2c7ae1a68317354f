// SPDX-License-Identifier: Apache-2.0
// Calls of kernels that break one guarantee each. A good call of every contract passes, so that it
// is the planted change which is found.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <functional>

#include "kernel/contract.hpp"

namespace contracts {
namespace {

using namespace libselect;

void do_nothing(const kernel_args *) {
}

// A call of 2 planes x 3 rows x 16 columns of f32, all dense and apart.
struct row_call {
    alignas(64) std::array<std::byte, 1024> memory[n_operands] {};
    row_kernel kernel {do_nothing, {}};
    kernel_loops loops {};
    kernel_args args {{}, &loops};

    row_call() {
        kernel.params.elem_bytes = 4;
        loops = {2, 3, 16, {}, {16, 64, 64, 64}, {1, 4, 4, 4}}; // planes follow without a gap
        for (const operand which : all_operands)
            args.data[which] = memory[which].data();
    }
    void keep_src1() {
        kernel.params.kept = in_place::src1;
        args.data[src1] = args.data[dst];
    }
    void stream(int cols) {
        kernel.params.stores = store_kind::streaming;
        kernel.params.cols = cols;
    }
};

struct broken_row_call {
    const char *found; // the condition that the message shows
    void (*plant)(row_call &);
};

const broken_row_call broken_row_calls[] = {
        {"loops.planes >= 1", [](row_call &c) { c.loops.planes = 0; }},
        {"loops.rows >= 1", [](row_call &c) { c.loops.rows = 0; }},
        {"loops.cols >= 1", [](row_call &c) { c.loops.cols = -1; }},
        {"loops.cols == params.cols", [](row_call &c) { c.kernel.params.cols = 15; }},
        {"stride == params.unit", [](row_call &c) { c.loops.col_strides[cond] = 4; }},
        {"stride == params.unit", [](row_call &c) { c.loops.col_strides[dst] = 8; }},
        {"stride == 0", [](row_call &c) { c.kernel.params.roles[src0] = role::constant; }},
        {"row_strides.cond. == 0", [](row_call &c) { c.kernel.params.shares_masks = true; }},
        {"% first == 0",
                [](row_call &c) {
                    c.stream(0);
                    c.args.data[dst] += 2;
                }},
        {"% first == 0",
                [](row_call &c) {
                    c.stream(16);
                    c.args.data[dst] += 8;
                }},
        {"row % unit == 0",
                [](row_call &c) {
                    c.stream(16);
                    c.loops.row_strides[dst] = 68;
                }},
        {"plane % unit == 0",
                [](row_call &c) {
                    c.stream(16);
                    c.loops.plane_steps[dst] = 4;
                }},
        {"lies_in_dst\\(args, src1\\)", [](row_call &c) { c.kernel.params.kept = in_place::src1; }},
        {"lies_in_dst\\(args, src0\\)", [](row_call &c) { c.kernel.params.kept = in_place::src0; }},
        {"lies_in_dst\\(args, src1\\)",
                [](row_call &c) {
                    c.keep_src1();
                    c.loops.row_strides[src1] = 128;
                }},
        {"overlap_within", [](row_call &c) { c.loops.row_strides[dst] = 60; }},
        {"overlap_between", [](row_call &c) { c.args.data[cond] = c.args.data[dst] + 63; }},
        {"overlap_between", [](row_call &c) { c.args.data[src0] = c.args.data[dst] + 4; }},
};

TEST(contracts_kernel, a_good_row_call_passes) {
    row_call good;
    call(good.kernel, good.args);
    good.stream(16);
    call(good.kernel, good.args);
    good.keep_src1();
    call(good.kernel, good.args);
}

TEST(contracts_kernel, broken_row_calls_are_found) {
    for (const broken_row_call &broken : broken_row_calls) {
        row_call planted;
        broken.plant(planted);
        EXPECT_DEATH(call(planted.kernel, planted.args), broken.found) << broken.found;
    }
}

// Two groups of 8 rows of 3 bytes for vectors of 24: any numbers do, the kernel does nothing.
struct fused_call {
    alignas(64) std::array<std::byte, 1024> memory[n_operands] {};
    fused_kernel kernel {do_nothing, {8, 1}, {}};
    kernel_loops loops {};
    kernel_args args {{}, &loops};

    fused_call() {
        kernel.params.elem_bytes = 1;
        kernel.params.cols = 3;
        kernel.params.roles = {
                fused_role::repeating, fused_role::full, fused_role::periodic, fused_role::full};
        loops.rows = 2;
        for (const operand which : all_operands)
            args.data[which] = memory[which].data();
        for (std::size_t i = 0; i < 128; ++i)
            memory[src1][i] = std::byte {static_cast<unsigned char>(i % 3)};
    }
};

struct broken_fused_call {
    const char *found;
    void (*plant)(fused_call &);
};

const broken_fused_call broken_fused_calls[] = {
        {"rows >= 1", [](fused_call &c) { c.loops.rows = 0; }},
        {"to % line_bytes == 0",
                [](fused_call &c) {
                    c.kernel.params.stores = store_kind::streaming;
                    c.args.data[dst] += 32;
                }},
        {"row\\[n_bytes \\+ i\\] == row\\[i\\]",
                [](fused_call &c) { c.memory[src1][66] = std::byte {9}; }},
        {"is_apart", [](fused_call &c) { c.args.data[src0] = c.args.data[dst] + 1; }},
        {"is_apart", [](fused_call &c) { c.args.data[cond] = c.args.data[dst] + 47; }},
};

TEST(contracts_kernel, a_good_fused_call_passes) {
    fused_call good;
    call(good.kernel, good.args);
    good.args.data[src0] = good.args.data[dst];
    call(good.kernel, good.args);
}

TEST(contracts_kernel, broken_fused_calls_are_found) {
    for (const broken_fused_call &broken : broken_fused_calls) {
        fused_call planted;
        broken.plant(planted);
        EXPECT_DEATH(call(planted.kernel, planted.args), broken.found) << broken.found;
    }
}

TEST(contracts_kernel, broken_transpose_calls_are_found) {
    const transpose_kernel kernel {[](const transpose_args *) {}, 4, {4}};
    std::byte memory {};
    const transpose_args good {&memory, &memory, 64, 32, 2, 1};
    call(kernel, good);
    transpose_args planted = good;
    planted.groups = 0;
    EXPECT_DEATH(call(kernel, planted), "groups >= 1");
    planted = good;
    planted.pieces = 0;
    EXPECT_DEATH(call(kernel, planted), "pieces >= 1");
    planted = good;
    planted.out_row_stride_bytes = -32;
    call(kernel, planted);
    for (const std::int64_t stride : {31, -31}) {
        planted.out_row_stride_bytes = stride;
        EXPECT_DEATH(call(kernel, planted), "out_row_bytes >= row_bytes");
    }
}

TEST(contracts_kernel, broken_narrow_transpose_calls_are_found) {
    const transpose_fn run = [](const transpose_args *) {};
    const transpose_kernel columns {run, 4, {4, 3, 0}}, rows {run, 4, {4, 0, 3}};
    std::byte memory {};
    const transpose_args good {&memory, &memory, 12, 12, 0, 0, 3};
    call(columns, good);
    call(rows, good);
    transpose_args planted = good;
    planted.length = 0;
    EXPECT_DEATH(call(columns, planted), "length >= 1");
    planted = good;
    planted.out_row_stride_bytes = 16;
    EXPECT_DEATH(call(columns, planted), "gap == 0");
    planted = good;
    planted.src_col_stride_bytes = 16;
    EXPECT_DEATH(call(rows, planted), "gap == 0");
    planted = good;
    planted.out_row_stride_bytes = -12;
    call(rows, planted);
    EXPECT_DEATH(call(columns, planted), "gap == 0");
    for (const std::int64_t stride : {11, -11}) {
        planted.out_row_stride_bytes = stride;
        EXPECT_DEATH(call(rows, planted), "overlaps");
    }
}

TEST(contracts_dcheck, shows_names_and_values) {
    const int rows = 3;
    EXPECT_DEATH(LIBSELECT_DCHECK(rows == 4, rows, rows + 1),
            "broken contract: rows == 4, with rows, rows \\+ 1 = 3 4");
}

} // namespace
} // namespace contracts
