// SPDX-License-Identifier: Apache-2.0
// memcpy, and a copy by streaming stores where the CPU has them.
#include "copy_times.hpp"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "buffer.hpp"
#include "harness/measure.hpp"
#include "harness/problem_data.hpp"

namespace selectbench {
namespace {

constexpr std::size_t line_bytes = 64;
// More is not copied but computed from this, which lies beyond all caches.
constexpr std::size_t most_copied_bytes = std::size_t {256} << 20U;

struct copy {
    explicit copy(std::size_t n_lines)
        : from_memory(n_lines * line_bytes),
          to_memory(n_lines * line_bytes) {
        support::fill_bits(from_memory.bytes(), 0);
        std::memset(to_memory.data(), 0, to_memory.size());
    }
    void by_memcpy() const {
        std::memcpy(to_memory.data(), from_memory.data(), from_memory.size());
    }
    void by_streaming() const {
#if defined(__x86_64__)
        for (std::size_t i = 0; i < from_memory.size(); i += sizeof(__m128i))
            _mm_stream_si128(reinterpret_cast<__m128i *>(to_memory.data() + i),
                    _mm_load_si128(reinterpret_cast<const __m128i *>(from_memory.data() + i)));
        _mm_sfence();
#else
        by_memcpy();
#endif
    }
    buffer from_memory, to_memory; // from a line on
};

} // namespace

copy_times time_copies(std::size_t moved_bytes, double seconds) {
    const std::size_t n_bytes = std::min(moved_bytes, most_copied_bytes);
    const copy peer(std::max<std::size_t>(n_bytes / 2 / line_bytes, 1));
    const std::array loops {support::make_loop([&peer] { peer.by_memcpy(); }),
            support::make_loop([&peer] { peer.by_streaming(); })};
    const auto times = support::measure(loops, {3, 25e-6, seconds});
    const double scale = std::max(
            static_cast<double>(moved_bytes) / static_cast<double>(most_copied_bytes), 1.0);
    return {scale * times[0].median(),
            scale * std::min(times[0].quantile(0), times[1].quantile(0))};
}

} // namespace selectbench
