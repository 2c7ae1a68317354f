// SPDX-License-Identifier: Apache-2.0
// Padding by lengths: each sequence of a batch keeps its first elements.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <libselect/libselect.hpp>

namespace ls = libselect;
using ls::arg;

int main() {
    std::vector<float> batch {1, 2, 3, 4, 5, 6, 7, 8}; // 2x4
    const std::vector<std::int32_t> lengths {3, 1};    // 2x1, against the columns
    const float padding = 0;

    const ls::logical_tensor tensor {ls::data_type::f32, {2, 4}};
    const ls::logical_tensor scalar {ls::data_type::f32, {}};
    const ls::logical_tensor ends {ls::data_type::s32, {2, 1}};
    const ls::select_op op {ls::lengths(ends), tensor, scalar};
    ls::primitive(op).execute({{arg::end, ls::const_memory(ends, lengths.data())},
            {arg::src0, ls::const_memory(tensor, batch.data())},
            {arg::src1, ls::const_memory(scalar, &padding)},
            {arg::dst, ls::memory(op.dst(), batch.data())}});
    for (std::size_t i = 0; i < batch.size(); ++i)
        std::printf(i % 4 == 3 ? "%g\n" : "%g ", batch[i]);
}

// It prints:
//
// 1 2 3 0
// 5 0 0 0
