// SPDX-License-Identifier: Apache-2.0
// Evaluating a condition to condition bytes: the contract of its loops.
#ifndef LIBSELECT_KERNEL_EVALUATE_HPP
#define LIBSELECT_KERNEL_EVALUATE_HPP

#include <cstddef>
#include <cstdint>

#include "plan/condition_walk.hpp"

namespace libselect {

// A row of elements: what is walked moves by its stride from each element to the next.
struct evaluate_args {
    const condition_walk *condition;
    std::byte *out; // n condition bytes; not zero where the condition is true
    std::int64_t n; // at least 1
    std::array<const std::byte *, n_condition_inputs> data; // of an input, at its address 0
    per_walked<std::int64_t> at;                            // the address or position of element 0
    per_walked<std::int64_t> strides;
};

// Writes out. Reads only bytes that hold an element of an input. Decides floats by their bits, so
// that no mode of the processor plays a part. Keeps no state.
using evaluate_fn = void (*)(const evaluate_args &args) noexcept;

} // namespace libselect

#endif
