// SPDX-License-Identifier: Apache-2.0
// Neighbouring parts of the work, taken from both ends.
#ifndef LIBSELECT_EXEC_TASK_RANGE_HPP
#define LIBSELECT_EXEC_TASK_RANGE_HPP

#include <atomic>
#include <cstdint>

#include "base/cache_line.hpp"

namespace libselect {

// Parts first .. end - 1 that are not taken yet, both in one word, `end` in its upper half. Its
// owner takes the first one, who helps takes the last one; each part is taken once. A cache line of
// its own, since several threads write to it.
class alignas(line_bytes) task_range {
public:
    // Parts are counted from 0 to here.
    static constexpr std::int64_t max_parts = (std::int64_t {1} << 32U) - 1;

    // Not while others take.
    void set(std::int64_t first, std::int64_t end) noexcept {
        range = static_cast<std::uint64_t>(end) << 32U | static_cast<std::uint64_t>(first);
    }

    // -1 when nothing is left.
    std::int64_t take_first() noexcept {
        std::uint64_t left = range;
        while (first_of(left) < end_of(left))
            if (range.compare_exchange_weak(left, left + 1)) return first_of(left);
        return -1;
    }
    std::int64_t take_last() noexcept {
        std::uint64_t left = range;
        while (first_of(left) < end_of(left))
            if (range.compare_exchange_weak(left, left - (std::uint64_t {1} << 32U)))
                return end_of(left) - 1;
        return -1;
    }

private:
    static std::int64_t first_of(std::uint64_t left) noexcept {
        return static_cast<std::uint32_t>(left);
    }
    static std::int64_t end_of(std::uint64_t left) noexcept {
        return static_cast<std::int64_t>(left >> 32U);
    }

    std::atomic<std::uint64_t> range {0};
};

} // namespace libselect

#endif
