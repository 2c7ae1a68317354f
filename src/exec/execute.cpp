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

// Which source lies in dst, element for element. False when both do: dst holds the result.
bool find_kept(
        const primitive &ready, const per_operand<std::byte *> &data, in_place &kept) noexcept {
    const auto lies_in_dst = [&](operand which) {
        return data[which] == data[dst] && ready.checks[which].walks_like_dst;
    };
    kept = in_place::none;
    if (lies_in_dst(src1)) kept = in_place::src1;
    if (!lies_in_dst(src0)) return true;
    if (kept == in_place::src1) return false;
    kept = in_place::src0;
    return true;
}

std::byte *first_element(const primitive &ready, const memories &given, operand which) noexcept {
    return reinterpret_cast<std::byte *>(
            reinterpret_cast<std::uintptr_t>(given[which]->data) + ready.checks[which].start);
}

void run(const primitive &ready, const memories &given) noexcept {
    const schedule &decided = ready.decided;
    // The arguments of a single call are written where the kernel reads them: a copy in larger
    // pieces would wait for the stores.
    kernel_args args {{}, &decided.whole};
    for (const operand which : all_operands)
        args.data[which] = first_element(ready, given, which);
    in_place kept = in_place::none;
    if (!find_kept(ready, args.data, kept)) return;
    const store_kind stores = allowed_stores(decided, args.data, kept);
    const bool looks_first =
            kept != in_place::none && (decided.repeats_conditions || decided.has_one_condition);
    if (decided.whole.planes != 0 && !decided.parallel && !looks_first)
        call(decided.rows.kernel(kept, stores), args);
    else
        run_tiles({decided, args.data, kept, stores});
}

void run_evaluated(
        const primitive &ready, const memories &given, const condition_memories &tensors) noexcept {
    evaluated_job job {{ready.decided, {}, in_place::none, store_kind::ordinary}, ready.nest,
            ready.made.condition, {}};
    for (const operand which : {src0, src1, dst})
        job.walk.data[which] = first_element(ready, given, which);
    if (!find_kept(ready, job.walk.data, job.walk.kept)) return;
    job.walk.stores = allowed_stores(ready.decided, job.walk.data, job.walk.kept);
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (tensors[i] != nullptr) job.inputs[i] = static_cast<const std::byte *>(tensors[i]->data);
    run_blocks(job);
}

} // namespace

void execute(const primitive &ready, const memories &given) {
    const memory_checks wanted {ready.nest, ready.checks};
    if (!are_plainly_good(wanted, given)) check_closely(wanted, given);
    if (!ready.nest.is_empty()) run(ready, given);
}

void execute_evaluated(
        const primitive &ready, const memories &given, const condition_memories &of_condition) {
    check_closely({ready.nest, ready.checks}, given);
    check_condition_inputs({ready.made, ready.decides->inputs}, of_condition, *given[dst]);
    if (!ready.nest.is_empty()) run_evaluated(ready, given, of_condition);
}

} // namespace libselect
