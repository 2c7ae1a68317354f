// SPDX-License-Identifier: Apache-2.0
// How a condition looks, and the word for it.
#ifndef SELECTBENCH_MASK_HPP
#define SELECTBENCH_MASK_HPP

#include <cstdint>
#include <string>

namespace selectbench {

// A row is one run of the last dim. The words in full: random[:P], runs[:LENGTH[:P]],
// prefix[:LENGTH], suffix[:LENGTH], causal, discs, all, none.
// In random and all, true is 1, 2, 0x80 or 0xff; elsewhere it is 1.
enum class mask_kind {
    random, // each element is true with chance P, 0.5
    runs,   // runs of LENGTH, 64, in row-major order, each true with chance P, 0.05
    prefix, // the first LENGTH of each row are true: the tokens that exist
    suffix, // the last LENGTH of each row are true: the padding
    causal, // the lower triangle of the last two dims
    discs,  // one disc in each cell of 37 x 53, over the first dim and the others: an image mask
    all,
    none
};

struct mask {
    static constexpr std::int64_t random_length = -1; // of prefix and suffix, anew for each row

    mask_kind kind = mask_kind::random;
    double chance = 0.5;
    std::int64_t length = random_length;
};

// Throws tool_error with the grammar, which names --mask.
mask parse_mask(const std::string &word);

// The inverse of parse_mask, with the numbers that were left out.
std::string to_string(const mask &pattern);

} // namespace selectbench

#endif
