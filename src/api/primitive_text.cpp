// SPDX-License-Identifier: Apache-2.0
// Joining the texts of the stages.
#include "api/primitive_text.hpp"

namespace libselect {
namespace {

std::string kernel_text(const schedule &decided) {
    const std::string kernel = decided.form.fused ? to_string(decided.fused.params())
                                                  : to_string(decided.rows.params());
    return (decided.copies_common_first ? "common source copied first, " : "")
           + to_string(decided.form) + "; " + kernel;
}

// "jit:avx2", "portable:avx2": also for which ISA portable loops were compiled.
const char *full_name(const implementation &from) {
    return from.isa == libselect_cpu_isa_portable ? best_portable().name : from.name;
}

} // namespace

std::string plan_text(const primitive &ready) {
    std::string text = to_string(ready.nest);
    if (ready.nest.is_evaluated())
        text += "; " + to_string(ready.made.condition, ready.nest.rank) + ", evaluated in "
                + std::to_string(ready.decided.evaluated.n_blocks) + " blocks";
    text += std::string("; implementation: ") + full_name(*ready.decided.chosen.from);
    if (!ready.nest.is_empty()) text += " (" + kernel_text(ready.decided) + ")";
    for (const schedule &other : ready.made_schedules.others)
        text += " or (" + kernel_text(other) + ")";
    return text;
}

std::string to_string(const primitive &ready) {
    const std::string refusals = to_string(ready.decided.chosen.refusals);
    return plan_text(ready) + (refusals.empty() ? "" : "; refused: " + refusals);
}

} // namespace libselect
