// SPDX-License-Identifier: Apache-2.0
// A grammar's bits over the logits of a batch: 32 tokens per word, bit 0 first.
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

#include <libselect/libselect.hpp>

namespace ls = libselect;

int main() {
    constexpr std::int64_t batch = 2, tokens = 40;
    constexpr std::int64_t words =
            (tokens + 31) / 32; // per row; the rest of the last one is unused
    std::vector<std::int32_t> allowed(batch * words, 0);
    allowed[0] = 0b110;     // row 0: tokens 1 and 2
    allowed[words + 1] = 1; // row 1: token 32
    std::vector<float> logits(batch * tokens, 0.5F);
    const float minus_inf = -std::numeric_limits<float>::infinity();

    const ls::logical_tensor tensor {ls::data_type::f32, {batch, tokens}};
    const ls::logical_tensor bits {ls::data_type::u1, {batch, tokens}, {32 * words, 1}}; // in bits
    const ls::logical_tensor scalar {ls::data_type::f32, {}};
    const ls::select_op op {bits, tensor, scalar};
    ls::primitive(op).execute({bits, allowed.data()}, {tensor, logits.data()}, {scalar, &minus_inf},
            {op.dst(), logits.data()});
    for (std::int64_t i = 0; i < batch * tokens; ++i)
        if (logits.data()[i] != minus_inf)
            std::printf("row %d allows token %d\n", int(i / tokens), int(i % tokens));
}

// It prints:
//
// row 0 allows token 1
// row 0 allows token 2
// row 1 allows token 32
