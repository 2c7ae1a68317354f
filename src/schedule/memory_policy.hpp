// SPDX-License-Identifier: Apache-2.0
// The memory policy: kinds of stores and of reading, chosen by the bytes that a plan touches.
#ifndef LIBSELECT_SCHEDULE_MEMORY_POLICY_HPP
#define LIBSELECT_SCHEDULE_MEMORY_POLICY_HPP

#include <cstdint>

#include "kernel/kernel.hpp"
#include "schedule/machine.hpp"

namespace libselect {

// The sizes behind each field come from select_tune and, where a workload is named, from
// select_bench with the choice changed in memory_policy.cpp, on AMD EPYC (Zen 4, 1 MiB L2, 32 MiB
// L3), 2026-11-21. Each ratio is time over that of the other choice:
//   field      | bytes touched, and what else               | time
//   stores     | streaming, two dense sources: below 8 MiB   | 1.1
//              |   12 MiB; 24 MiB                            | 0.8; 0.6
//              |   16 MiB by two threads (llc_4m_u8)         | 1.3 (152 against 116 us)
//              | streaming, one source: below 8 MiB          | 1.5
//              |   16 MiB, partly read (llm_decode_bf16)     | 1.6 (300 against 187 us)
//   leaves_l2  | 32-byte vectors: within L1                  | 1.2
//              |   beyond L2                                 | 1.0
//              |   beyond L2, others use L3 too (distilbert) | 0.96 (157 against 164 us)
//   skips      | all blocks equal; none equal                | 0.7; 1.0
//   keeps      | from memory (inplace_masked_fill)           | 0.15
//              | within the last level                       | 1.3 to 1.7
struct memory_policy {
    store_kind stores = store_kind::ordinary;
    bool is_marginal = false; // streaming pays for one thread only
    bool leaves_l2 = false;   // the bytes do not fit the second level: 32-byte vectors
    bool skips = false;       // look for runs of equal cond, to read one source only
    bool keeps = false;       // in place, leave lines alone that do not change
};

[[nodiscard]] memory_policy policy_of(const plan &nest, const cache_sizes &caches) noexcept;

// Bytes that a plan touches, each operand counted once. An operand of more than 2^59 bytes counts
// as 2^59, so that the sum fits; no machine treats such sizes differently.
[[nodiscard]] std::int64_t bytes_touched(const plan &nest) noexcept;

} // namespace libselect

#endif
