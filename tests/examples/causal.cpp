// SPDX-License-Identifier: Apache-2.0
// A causal mask without a mask: query i keeps the scores of the keys that it may see.
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

#include <libselect/libselect.hpp>

namespace ls = libselect;
using ls::arg;

int main() {
    constexpr std::int64_t heads = 1, queries = 3, keys = 4;
    std::vector<float> scores(heads * queries * keys, 1.0F);
    const float minus_inf = -std::numeric_limits<float>::infinity();

    const ls::logical_tensor tensor {ls::data_type::f32, {heads, queries, keys}};
    const ls::logical_tensor scalar {ls::data_type::f32, {}};
    // The last query sees the last key, as when keys come from a cache: queries begin at keys -
    // queries.
    const ls::select_op op {ls::causal(keys - queries), tensor, scalar};
    const ls::primitive prim {op}; // create it once, execute it for each layer

    // In place: only the scores that become -inf are written.
    prim.execute({{arg::src0, ls::const_memory(tensor, scores.data())},
            {arg::src1, ls::const_memory(scalar, &minus_inf)},
            {arg::dst, ls::memory(op.dst(), scores.data())}});
    for (std::int64_t query = 0; query < queries; ++query) {
        for (std::int64_t key = 0; key < keys; ++key)
            std::printf("%5g", scores.data()[query * keys + key]);
        std::printf("\n");
    }
}

// It prints:
//
//     1    1 -inf -inf
//     1    1    1 -inf
//     1    1    1    1
