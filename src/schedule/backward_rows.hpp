// SPDX-License-Identifier: Apache-2.0
// The rows of a kernel call, from the last to the first.
#ifndef LIBSELECT_SCHEDULE_BACKWARD_ROWS_HPP
#define LIBSELECT_SCHEDULE_BACKWARD_ROWS_HPP

#include <cstdint>

#include "kernel/kernel.hpp"
#include "plan/walk_order.hpp"

namespace libselect {

// A CPU compares a load with the stores before it by the lowest 12 bits of their addresses; where
// these are equal, the load waits for the store. So rows that run forwards are slow where dst
// begins a little behind a source in these bits, as a buffer does that malloc places behind another
// of about whole pages. Rows that run backwards are slow where dst begins a little before it, and
// beyond the first-level cache (schedule/form_schedule.cpp). Time in ns by the bytes that dst
// begins behind both sources, 8x16x32 elements of 4 bytes, rows of cond shared by 16 (Intel Xeon,
// family 6 model 106, AVX-512, 2026-11-23; `select_bench --filter many_small` has such buffers):
//     bytes     | 0   | 64  | 128 | 256 | 384 | 512 | 768 | 1024 | 2048 | 3840
//     forwards  | 369 | 460 | 505 | 499 | 474 | 430 | 397 | 372  | 360  | 364
struct backward_rows {
    kernel_loops loops {};             // of the call; planes is 0 where rows only run forwards
    per_operand<std::int64_t> last {}; // bytes from the first row of an operand to the last
    // The sources that have as many bytes between rows as dst.
    per_operand<bool> follows_dst {};
};

// For the call that computes all rows of the walk. Rows run backwards only where there are several
// and a source follows dst.
[[nodiscard]] backward_rows make_backward_rows(
        const walk_order &walk, const kernel_loops &whole) noexcept;

inline constexpr std::uintptr_t compared_bytes = 4096; // 2^12

// How far dst begins behind a source in the lowest 12 bits.
[[nodiscard]] inline std::uintptr_t bytes_behind(
        const per_operand<std::byte *> &data, operand which) noexcept {
    return (reinterpret_cast<std::uintptr_t>(data[dst])
                   - reinterpret_cast<std::uintptr_t>(data[which]))
           % compared_bytes;
}

// Whether they take less time than rows that run forwards.
[[nodiscard]] inline bool pays_backwards(
        const backward_rows &rows, const per_operand<std::byte *> &data) noexcept {
    constexpr std::uintptr_t near = 768;
    bool waits_forwards = false, waits_backwards = false;
    for (const operand which : {src0, src1}) {
        const std::uintptr_t bytes = bytes_behind(data, which);
        if (bytes == 0 || !rows.follows_dst[which]) continue;
        waits_forwards = waits_forwards || bytes < near;
        waits_backwards = waits_backwards || bytes > compared_bytes - near;
    }
    return waits_forwards && !waits_backwards;
}

} // namespace libselect

#endif
