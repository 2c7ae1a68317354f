// SPDX-License-Identifier: Apache-2.0
// The fence behind streaming stores.
#ifndef LIBSELECT_BASE_STREAMING_FENCE_HPP
#define LIBSELECT_BASE_STREAMING_FENCE_HPP

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace libselect {

// Orders streaming stores before all stores that follow, by which another thread may learn of them.
// x86-64 orders all others by itself; on other CPUs nothing streams. Inlined always: objects that
// are compiled for one ISA share no function.
[[gnu::always_inline]] inline void fence_streamed_stores() noexcept {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

} // namespace libselect

#endif
