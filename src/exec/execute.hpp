// SPDX-License-Identifier: Apache-2.0
// One execution: memories in, elements of dst written.
#ifndef LIBSELECT_EXEC_EXECUTE_HPP
#define LIBSELECT_EXEC_EXECUTE_HPP

#include "base/cache_line.hpp"
#include "exec/executor.hpp"
#include "exec/primitive.hpp"
#include "kernel/contract.hpp"

namespace libselect {

// Whether rows that begin within lines would wait. 8x1536x128 elements of 4 bytes, src0 a scalar,
// dst 16 bytes behind src1: 1688 us instead of 433 with ordinary stores; 48 bytes: 662, 528; 80
// bytes or more: as fast or faster (Intel Xeon, family 6 model 106, AVX2, 2026-11-23, a program
// outside the tree).
[[nodiscard]] inline bool waits_within_lines(
        const schedule &decided, const per_operand<std::byte *> &data) noexcept {
    if (!decided.rows.streams_within_lines) return false;
    const auto is_just_behind = [&](operand which) {
        const std::uintptr_t bytes = bytes_behind(data, which);
        return bytes != 0 && bytes < line_bytes && decided.walk.roles[which] == role::full;
    };
    const bool begins_line = reinterpret_cast<std::uintptr_t>(data[dst]) % line_bytes == 0;
    return !begins_line && (is_just_behind(src0) || is_just_behind(src1));
}

// The only place that allows streaming stores to an execution; the executor may take it back.
[[nodiscard]] inline store_kind allowed_stores(
        const schedule &decided, const per_operand<std::byte *> &data, in_place kept) noexcept {
    // Fused rows align themselves. In place, lines that were just read are not worth storing past
    // the caches.
    if (decided.form.fused)
        return kept == in_place::none ? store_kind::streaming : store_kind::ordinary;
    const auto address = reinterpret_cast<std::uintptr_t>(data[dst]);
    const bool is_aligned = (address & decided.rows.dst_alignment_mask) == 0;
    return is_aligned && !waits_within_lines(decided, data) ? store_kind::streaming
                                                            : store_kind::ordinary;
}

// Which source lies in dst, element for element. False when both do: dst holds the result.
[[nodiscard]] inline bool find_kept(
        const primitive &ready, const per_operand<std::byte *> &data, in_place &kept) noexcept {
    const auto lies_in_dst = [&](operand which) {
        return data[which] == data[dst] && ready.checks[which].walks_like_dst;
    };
    kept = in_place::none;
    if (lies_in_dst(src1)) kept = in_place::src1;
    if (lies_in_dst(src0)) {
        if (kept == in_place::src1) return false;
        kept = in_place::src0;
    }
    return true;
}

[[nodiscard]] inline std::byte *first_element(
        const primitive &ready, const memories &given, operand which) noexcept {
    return reinterpret_cast<std::byte *>(
            reinterpret_cast<std::uintptr_t>(given[which]->data) + ready.checks[which].start);
}

// A copy of addresses, one at a time, as run() stores them. Compilers load two together, and such a
// load waits until both stores have left for the cache, and with them all stores before, those of
// the last execution too.
[[nodiscard]] inline per_operand<std::byte *> one_by_one(
        const per_operand<std::byte *> &from) noexcept {
    per_operand<std::byte *> copy;
    for (const operand which : all_operands) {
        std::byte *address = from[which];
        asm("" : "+r"(address));
        copy[which] = address;
    }
    return copy;
}

// The same call with its rows from the last to the first.
[[nodiscard]] inline kernel_args turned(
        const kernel_args &args, const backward_rows &backwards) noexcept {
    kernel_args turned {one_by_one(args.data), &backwards.loops};
    for (const operand which : all_operands)
        turned.data[which] += backwards.last[which];
    return turned;
}

// The last step; the loops of args are those of the schedule.
inline void run_schedule(const schedule &decided, const kernel_args &args, in_place kept) noexcept {
    const store_kind stores = allowed_stores(decided, args.data, kept);
    const bool looks_first = kept != in_place::none && decided.repeats_conditions;
    if (decided.whole.planes == 0 || decided.parallel || looks_first)
        run_tiles({decided, one_by_one(args.data), kept, stores});
    else if (decided.backwards.loops.planes != 0 && pays_backwards(decided.backwards, args.data))
        call(decided.rows.kernel(kept, stores), turned(args, decided.backwards));
    else
        call(decided.rows.kernel(kept, stores), args);
}

// The same after a look at all conditions, which may leave only a copy, or nothing.
[[gnu::noinline]] void run_after_look(const primitive &ready, const schedule &decided,
        const kernel_args &args, in_place kept) noexcept;

// The usual execution of a schedule.
inline void run_decided(const primitive &ready, const schedule &decided, const kernel_args &args,
        in_place kept) noexcept {
    if (decided.looked_at) [[unlikely]]
        return run_after_look(ready, decided, args, kept);
    run_schedule(decided, args, kept);
}

// That of the way which took the least time, or of one that is timed; sets the loops of args. By
// reference: see one_by_one().
[[gnu::noinline]] void run_fastest(
        const primitive &ready, kernel_args &args, in_place kept) noexcept;

inline void run(const primitive &ready, const memories &given) noexcept {
    const schedule &decided = ready.decided;
    // The arguments of a single call are written where the kernel reads them: see one_by_one().
    kernel_args args {{}, &decided.whole};
    for (const operand which : all_operands)
        args.data[which] = first_element(ready, given, which);
    in_place kept = in_place::none;
    if (!find_kept(ready, args.data, kept)) return;
    if (ready.taken) [[unlikely]]
        return run_fastest(ready, args, kept);
    run_decided(ready, decided, args, kept);
}

// Checks the memories, then runs. Throws failure before anything is written. Allocates nothing and
// takes no lock unless it fails. May be called from many threads for one primitive. Inline, since
// this is most of what a small Select takes besides its kernel.
inline void execute(const primitive &ready, const memories &given) {
    const memory_checks wanted {ready.nest, ready.checks};
    if (!are_plainly_good(wanted, given)) [[unlikely]]
        check_closely(wanted, given);
    if (!ready.nest.is_empty()) run(ready, given);
}

// The same where the condition is evaluated: given[cond] is null.
void execute_evaluated(
        const primitive &ready, const memories &given, const condition_memories &of_condition);

} // namespace libselect

#endif
