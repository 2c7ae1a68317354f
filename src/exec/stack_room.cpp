// SPDX-License-Identifier: Apache-2.0
// Touching a stack's pages, and the note of those that are there.
#include "exec/stack_room.hpp"

#include <algorithm>
#include <cstdint>

namespace libselect {
namespace {

// Of this thread's stack, or of the one it was last found on: [low, high).
struct noted_range {
    std::uintptr_t low = 0;
    std::uintptr_t high = 0;
};
constinit thread_local noted_range noted;

// Pages are no smaller.
constexpr std::size_t page_bytes = 4096;

// From the top, so that the first page that is missing is the guard page.
[[gnu::noinline]] void touch_pages() noexcept {
    [[maybe_unused]] volatile std::byte frame[walk_stack_bytes];
    for (std::size_t left = walk_stack_bytes; left >= page_bytes; left -= page_bytes)
        frame[left - 1] = std::byte {0};
    frame[0] = std::byte {0};
}

} // namespace

void require_stack() noexcept {
    const auto high = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    const std::uintptr_t low = high - walk_stack_bytes;
    if (noted.low <= low && high <= noted.high) return;
    touch_pages();
    const bool is_elsewhere = high < noted.low || noted.high < low;
    noted = is_elsewhere ? noted_range {low, high}
                         : noted_range {std::min(low, noted.low), std::max(high, noted.high)};
}

} // namespace libselect
