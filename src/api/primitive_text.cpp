// SPDX-License-Identifier: Apache-2.0
// Joining the texts of the stages.
#include "api/primitive_text.hpp"

namespace libselect {
namespace {

std::string kernel_text(const schedule &decided) {
    const std::string kernel = decided.form.fused ? to_string(decided.fused.params())
                                                  : to_string(decided.rows.params());
    return to_string(decided.form) + "; " + kernel;
}

// What tells a way of the form of the first from it.
const char *way_text(const schedule &first, const schedule &other) {
    if (other.copies_common_first) return "common source copied first, ";
    if (other.copies_many_changes) return "many changes copied, ";
    const bool looks = other.looked_at || other.repeats_conditions;
    return !looks && (first.looked_at || first.repeats_conditions) ? "without looks, " : "";
}

// "(rows in blocks of 64x8, src0 box; w4 ...) or (...)".
std::string ways_text(const schedules &ways) {
    std::string text = " (" + kernel_text(ways.first) + ")";
    for (const schedule &other : ways.others)
        text += std::string(" or (") + way_text(ways.first, other) + kernel_text(other) + ")";
    return text;
}

// Of copies that are made where all conditions take one source.
std::string copies_text(const all_conditions &conditions) {
    std::string text;
    for (const operand from : {src0, src1})
        if (const schedules *ways = conditions.copies[from - src0].get(); ways != nullptr)
            text += std::string("; copy of ") + operand_names[from] + ":" + ways_text(*ways);
    return text;
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
    if (!ready.nest.is_empty()) text += ways_text(ready.made_schedules);
    return ready.decided.looked_at ? text + copies_text(*ready.decided.looked_at) : text;
}

std::string to_string(const primitive &ready) {
    const std::string refusals = to_string(ready.decided.chosen.refusals);
    return plan_text(ready) + (refusals.empty() ? "" : "; refused: " + refusals);
}

} // namespace libselect
