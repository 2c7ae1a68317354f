// SPDX-License-Identifier: Apache-2.0
// What only the addresses of an execution tell: which source lies in dst, and whether to stream.
#include "exec/execute.hpp"

#include "exec/executor.hpp"
#include "kernel/contract.hpp"

namespace libselect {
namespace {

per_operand<std::byte *> first_elements(const primitive &ready, const memories &given) noexcept {
    per_operand<std::byte *> data;
    for (const operand which : all_operands)
        data[which] =
                reinterpret_cast<std::byte *>(address_of(given, which) + ready.checks[which].start);
    return data;
}

// The only place that allows streaming stores to an execution; the executor may take it back.
store_kind allowed_stores(
        const schedule &decided, const per_operand<std::byte *> &data, in_place kept) noexcept {
    // Fused rows align themselves. In place, lines that were just read are not worth storing past
    // the caches.
    if (decided.form.fused)
        return kept == in_place::none ? store_kind::streaming : store_kind::ordinary;
    const auto address = reinterpret_cast<std::uintptr_t>(data[dst]);
    const bool is_aligned = (address & decided.rows.dst_alignment_mask) == 0;
    return is_aligned ? store_kind::streaming : store_kind::ordinary;
}

void run(const primitive &ready, const memories &given) noexcept {
    const schedule &decided = ready.decided;
    const per_operand<std::byte *> data = first_elements(ready, given);
    const auto lies_in_dst = [&](operand which) {
        return data[which] == data[dst] && ready.checks[which].walks_like_dst;
    };
    in_place kept = in_place::none;
    if (lies_in_dst(src1)) kept = in_place::src1;
    if (lies_in_dst(src0)) {
        if (kept == in_place::src1) return; // dst is what it will be
        kept = in_place::src0;
    }
    const walk_job job {decided, data, kept, allowed_stores(decided, data, kept)};
    if (decided.whole.planes != 0 && !decided.parallel)
        call(decided.rows.kernel(job.kept, job.stores), {data, &decided.whole});
    else
        run_tiles(job);
}

} // namespace

void execute(const primitive &ready, const memories &given) {
    const memory_checks wanted {ready.nest, ready.checks};
    if (!are_plainly_good(wanted, given)) check_closely(wanted, given);
    if (!ready.nest.is_empty()) run(ready, given);
}

} // namespace libselect
