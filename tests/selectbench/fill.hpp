// SPDX-License-Identifier: Apache-2.0
// Deterministic contents of tensors: random bits, and conditions as real programs have them.
#ifndef SELECTBENCH_FILL_HPP
#define SELECTBENCH_FILL_HPP

#include <cstddef>
#include <cstdint>
#include <span>

#include "mask.hpp"
#include "tensor_memory.hpp"

namespace selectbench {

// Random bits: every NaN payload, denormal and signed zero is as likely as any other value.
void fill_random(std::span<std::byte> bytes, std::uint64_t seed);

// A condition of any strides: its elements are those of the mask in row-major order, whatever their
// order in memory. A dim of stride 0 counts as 1. Bytes between the elements are true, and would be
// seen if they were read.
void fill_cond(const tensor_memory &cond, const mask &pattern, std::uint64_t seed);

// How many elements are true; one that is seen many times counts once.
std::size_t count_true(const tensor_memory &cond);

} // namespace selectbench

#endif
