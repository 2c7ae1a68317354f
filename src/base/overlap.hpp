// SPDX-License-Identifier: Apache-2.0
// Whether strided sets of elements share memory: exact, with bounded work and no allocation.
#ifndef LIBSELECT_BASE_OVERLAP_HPP
#define LIBSELECT_BASE_OVERLAP_HPP

#include <array>
#include <cstdint>

#include "base/axis_array.hpp"

namespace libselect {

// The elements base + sum of index[j] * stride[j], 0 <= index[j] < extent[j], each elem_bytes long.
// The difference of any two of their addresses fits 63 bits; the owner of the set has checked that.
struct strided_set {
    std::uintptr_t base = 0;
    std::int64_t elem_bytes = 0;
    int rank = 0;
    axis_array extents;       // >= 1
    axis_array strides_bytes; // any sign
};

// Finding a shared byte means solving sum c[j] * x[j] = target in bounded integers. Nearly every
// real layout is decided in a few steps. A layout that was built to be hard reaches the work limit.
enum class overlap : std::uint8_t {
    none,     // no byte is shared
    shared,   // at least one byte is
    undecided // the work limit was reached
};

// Whether two different elements of the set share memory. Meant for strides that are multiples of
// elem_bytes, as those of a logical tensor are.
[[nodiscard]] overlap overlap_within(const strided_set &set) noexcept;

// Whether an element of a and an element of b share a byte.
[[nodiscard]] overlap overlap_between(const strided_set &a, const strided_set &b) noexcept;

} // namespace libselect

#endif
