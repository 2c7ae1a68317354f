// SPDX-License-Identifier: Apache-2.0
// A top-k filter: logits below the k-th largest of their row become -inf, in place.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <vector>

#include <libselect/libselect.hpp>

namespace ls = libselect;
using ls::arg;

int main() {
    constexpr std::int64_t rows = 2, tokens = 5, k = 2;
    std::vector<float> logits {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    std::vector<float> thresholds;
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto begin = logits.begin() + row * tokens;
        std::vector<float> sorted(begin, begin + tokens);
        std::nth_element(sorted.begin(), sorted.begin() + k - 1, sorted.end(), std::greater<>());
        thresholds.push_back(sorted[k - 1]);
    }
    const float minus_inf = -std::numeric_limits<float>::infinity();

    const ls::logical_tensor tensor {ls::data_type::f32, {rows, tokens}};
    const ls::logical_tensor column {ls::data_type::f32, {rows, 1}};
    const ls::logical_tensor scalar {ls::data_type::f32, {}};
    const ls::select_op op {ls::compare(tensor, "<", column), scalar, tensor};
    const ls::const_memory values(tensor, logits.data()); // compared, kept and overwritten
    ls::primitive(op).execute(
            {{arg::lhs, values}, {arg::rhs, ls::const_memory(column, thresholds.data())},
                    {arg::src0, ls::const_memory(scalar, &minus_inf)}, {arg::src1, values},
                    {arg::dst, ls::memory(op.dst(), logits.data())}});
    for (std::int64_t i = 0; i < rows * tokens; ++i)
        std::printf(i % tokens == tokens - 1 ? "%4g\n" : "%4g ", logits.data()[i]);
}

// It prints:
//
// -inf -inf    4 -inf    5
//    9 -inf    6 -inf -inf
