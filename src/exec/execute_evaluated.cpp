// SPDX-License-Identifier: Apache-2.0
// Checks and runs an execution whose condition is evaluated.
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

void execute_evaluated(
        const primitive &ready, const memories &given, const condition_memories &of_condition) {
    check_closely({ready.nest, ready.checks}, given);
    check_condition_inputs({ready.made, ready.decides->inputs}, of_condition, *given[dst]);
    if (!ready.nest.is_empty()) run_evaluated(ready, given, of_condition);
}

} // namespace libselect
