// SPDX-License-Identifier: Apache-2.0
// Segments: parts of rows that take one source.
#ifndef LIBSELECT_KERNEL_SEGMENT_HPP
#define LIBSELECT_KERNEL_SEGMENT_HPP

#include <cstddef>
#include <cstdint>

#include "kernel/kernel.hpp"

namespace libselect {

// What the loop of a segment is compiled for.
struct segment_params {
    int elem_bytes = 0;       // 1, 2, 4, 8 or 16
    bool is_constant = false; // one element serves the segment; else there are n side by side
    store_kind stores = store_kind::ordinary;
};

// Writes n elements of dst, n >= 1. The source is dst itself or shares no byte with it; where it is
// dst, nothing happens. For store_kind::streaming, dst is aligned to the width of its elements;
// whole cache lines are streamed, and the caller fences them (end_segments).
using segment_fn = void (*)(std::byte *to, const std::byte *from, std::int64_t n) noexcept;

} // namespace libselect

#endif
