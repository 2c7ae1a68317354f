// SPDX-License-Identifier: Apache-2.0
// The memory policy: kinds of stores and of reading, chosen by the bytes that a plan touches.
#ifndef LIBSELECT_SCHEDULE_MEMORY_POLICY_HPP
#define LIBSELECT_SCHEDULE_MEMORY_POLICY_HPP

#include <cstdint>

#include "kernel/kernel.hpp"
#include "schedule/machine.hpp"

namespace libselect {

// The model of the machine (machine.hpp) has the sizes at which each choice begins to pay. Each
// choice of policy_of(), once it is made for a plan, is made for every larger plan of the same
// form, but for these:
// - skipping ends where streaming begins: prefetchers work best when reading goes on without gaps;
// - 32-byte vectors may end there too, since only they can skip;
// - streams_alone ends where several threads stream.
struct memory_policy {
    store_kind stores = store_kind::ordinary;
    bool streams_alone = false; // streaming pays for one thread only
    bool leaves_l2 = false;     // more is touched than the second cache level holds
    bool reads_memory = false;  // the last level has little of what is read
    bool narrow = false;        // 32-byte vectors, though the CPU has wider ones
    bool splits_blends = false; // AVX2 blends by three operations on bits
    bool prefetches = false;    // a source that is read alone, where stores stream
    bool skips = false;         // look for runs of equal cond, to read one source only
    bool keeps = false;         // in place, leave lines alone that do not change
    bool lists = false;         // list what changes, on CPUs that store under masks too
    bool looks = false;         // all three at any size, and strided rows predict conditions
    bool chooses = false;       // strided rows of one condition each do not predict it
};

[[nodiscard]] memory_policy policy_of(const plan &nest, const machine &model) noexcept;

// Whether the bytes touched are so near the threshold of streaming stores that either kind may be
// the faster one, and the policy with the kind that one thread, or several, would not take.
[[nodiscard]] bool may_store_otherwise(const plan &nest, const machine &model) noexcept;
[[nodiscard]] memory_policy with_other_stores(
        const plan &nest, const machine &model, bool on_several_threads) noexcept;

// The policy given, with kernels that look for runs of equal conditions, or in place for what
// changes.
[[nodiscard]] memory_policy looking_closely(memory_policy policy) noexcept;
// The policy given, with kernels that store what they compute in place, changed or not.
[[nodiscard]] memory_policy storing_all(memory_policy policy) noexcept;
// Whether vectors of 32 bytes may be faster than those of 64 for what is touched, and the policy
// given with them.
[[nodiscard]] bool may_gain_by_narrow(const plan &nest, const machine &model) noexcept;
[[nodiscard]] memory_policy with_narrow_vectors(memory_policy policy) noexcept;
// The policy given, with kernels of strided rows that choose the source of a row without a jump.
[[nodiscard]] memory_policy choosing_rows(memory_policy policy) noexcept;

// Bytes that a plan touches, each operand counted once. An operand of more than 2^59 bytes counts
// as 2^59, so that the sum fits; no machine treats such sizes differently.
[[nodiscard]] std::int64_t bytes_touched(const plan &nest) noexcept;

} // namespace libselect

#endif
