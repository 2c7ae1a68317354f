// SPDX-License-Identifier: Apache-2.0
// What only the addresses of an execution tell: which source lies in dst, and whether to stream.
#include "exec/execute.hpp"

#include "exec/executor.hpp"
#include "kernel/contract.hpp"

namespace libselect {
namespace {

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
    // The arguments of a single call are written where the kernel reads them: a copy in larger
    // pieces would wait for the stores.
    kernel_args args {{}, &decided.whole};
    for (std::size_t i = 0; i < n_operands; ++i)
        args.data[i] = reinterpret_cast<std::byte *>(
                reinterpret_cast<std::uintptr_t>(given[i]->data) + ready.checks[i].start);
    const auto lies_in_dst = [&](operand which) {
        return args.data[which] == args.data[dst] && ready.checks[which].walks_like_dst;
    };
    in_place kept = in_place::none;
    if (lies_in_dst(src1)) kept = in_place::src1;
    if (lies_in_dst(src0)) {
        if (kept == in_place::src1) return; // dst already holds the result
        kept = in_place::src0;
    }
    const store_kind stores = allowed_stores(decided, args.data, kept);
    const bool looks_first =
            kept != in_place::none && (decided.repeats_conditions || decided.has_one_condition);
    if (decided.whole.planes != 0 && !decided.parallel && !looks_first)
        call(decided.rows.kernel(kept, stores), args);
    else
        run_tiles({decided, args.data, kept, stores});
}

} // namespace

void execute(const primitive &ready, const memories &given) {
    const memory_checks wanted {ready.nest, ready.checks};
    if (!are_plainly_good(wanted, given)) check_closely(wanted, given);
    if (!ready.nest.is_empty()) run(ready, given);
}

} // namespace libselect
