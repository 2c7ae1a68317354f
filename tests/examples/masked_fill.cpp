// SPDX-License-Identifier: Apache-2.0
// masked_fill in place: dst is the tensor that is filled, and what stays is not touched.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <libselect/libselect.hpp>

namespace ls = libselect;

int main() {
    std::vector<float> scores {1, 2, 3, 4, 5, 6};      // 2x3
    const std::vector<std::uint8_t> padding {0, 0, 1}; // 1x3, for each row
    const float fill = -1;

    const ls::logical_tensor mask {ls::data_type::boolean, {1, 3}};
    const ls::logical_tensor scalar {ls::data_type::f32, {}};
    const ls::logical_tensor tensor {ls::data_type::f32, {2, 3}};
    const ls::select_op op {mask, scalar, tensor}; // where the mask is true, the scalar
    ls::primitive(op).execute({mask, padding.data()}, {scalar, &fill}, {tensor, scores.data()},
            {op.dst(), scores.data()});
    for (const float score : scores)
        std::printf("%g\n", score);
}

// It prints:
//
// 1
// 2
// -1
// 4
// 5
// -1
