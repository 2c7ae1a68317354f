// SPDX-License-Identifier: Apache-2.0
// Operands in other layouts: strides say where the elements are, and nothing is copied before.
#include <cstdint>
#include <cstdio>

#include <libselect/libselect.hpp>

namespace ls = libselect;

int main() {
    // src0 lies in memory as 3x2; its strides make it the transpose, 2x3.
    const float columns[3][2] = {{1, 4}, {2, 5}, {3, 6}};
    // src1 is every second element of 2x6, from its last column back: strides may be negative.
    const float wide[2][6] = {{10, 11, 12, 13, 14, 15}, {20, 21, 22, 23, 24, 25}};
    const std::uint8_t mask[2][3] = {{1, 0, 1}, {0, 1, 0}};
    float result[2][3];

    const ls::logical_tensor cond {ls::data_type::boolean, {2, 3}};
    const ls::logical_tensor src0 {ls::data_type::f32, {2, 3}, {1, 2}};
    const ls::logical_tensor src1 {ls::data_type::f32, {2, 3}, {6, -2}};
    const ls::select_op op {cond, src0, src1};
    // A data pointer is the address of element 0, wherever the strides lead from there.
    ls::primitive(op).execute(
            {cond, mask}, {src0, columns}, {src1, &wide[0][5]}, {op.dst(), result});
    for (const auto &row : result)
        std::printf("%g %g %g\n", row[0], row[1], row[2]);
}

// It prints:
//
// 1 13 3
// 25 5 21
