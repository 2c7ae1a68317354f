// SPDX-License-Identifier: Apache-2.0
// What the usual execution does not come to: conditions that are evaluated, or one for all
// elements.
#include "exec/execute.hpp"

namespace libselect {
namespace {

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

void run_copy(const schedule &decided, kernel_args args, in_place kept) noexcept {
    const bool takes_src0 = *args.data[cond] != std::byte {0};
    if (kept == (takes_src0 ? in_place::src0 : in_place::src1)) return;
    args.data[takes_src0 ? src1 : src0] = args.data[takes_src0 ? src0 : src1];
    const schedule &copy = *decided.copies[takes_src0 ? 0 : 1];
    args.loops = &copy.whole;
    run_schedule(copy, args, in_place::none);
}

void execute_evaluated(
        const primitive &ready, const memories &given, const condition_memories &of_condition) {
    const memory_checks wanted {ready.nest, ready.checks};
    if (!are_plainly_good<false>(wanted, given)) [[unlikely]]
        check_closely(wanted, given);
    check_condition_inputs({ready.made, ready.decides->inputs}, of_condition, *given[dst]);
    if (!ready.nest.is_empty()) run_evaluated(ready, given, of_condition);
}

} // namespace libselect
