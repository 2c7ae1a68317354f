// SPDX-License-Identifier: Apache-2.0
// Deterministic contents of tensors: random bits, and conditions as real programs have them.
#ifndef SELECTBENCH_FILL_HPP
#define SELECTBENCH_FILL_HPP

#include <cstddef>
#include <cstdint>
#include <span>

#include <libselect/libselect.hpp>

namespace selectbench {

namespace ls = libselect;

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

// A dense condition of the shape dims; size_bytes of dims is bytes.size().
void fill_cond(std::span<std::byte> bytes, const ls::dims &dims, mask kind, std::uint64_t seed);

} // namespace selectbench

#endif
