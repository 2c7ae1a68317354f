// SPDX-License-Identifier: Apache-2.0
// Deterministic contents of tensors: random bits, and conditions as real programs have them.
#ifndef SELECTBENCH_FILL_HPP
#define SELECTBENCH_FILL_HPP

#include <cstddef>
#include <cstdint>
#include <span>

#include "tensor_memory.hpp"

namespace selectbench {

// How a condition looks. A row is one run of the last dim.
enum class mask {
    random, // half of the bytes are 0; the others are 1, 2, 0x80 or 0xff, which are all true
    prefix, // each row is true up to a random length: the tokens that exist
    suffix, // each row is true from a random length on: the padding
    causal, // the lower triangle of the last two dims
    discs,  // one disc in each cell of 37 x 53, over the first two dims: an image mask
    runs    // runs of 64, one of twenty true
};

// Random bits: every NaN payload, denormal and signed zero is as likely as any other value.
void fill_random(std::span<std::byte> bytes, std::uint64_t seed);

// A condition of any strides: its elements are those of the mask in row-major order, whatever their
// order in memory. A dim of stride 0 counts as 1. Bytes between the elements are true, and would be
// seen if they were read.
void fill_cond(const tensor_memory &cond, mask kind, std::uint64_t seed);

// How many elements are true; one that is seen many times counts once.
std::size_t count_true(const tensor_memory &cond);

} // namespace selectbench

#endif
