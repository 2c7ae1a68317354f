// SPDX-License-Identifier: Apache-2.0
// Whether all conditions are looked at, and the copies that may be all that is left to do.
#include "schedule/all_conditions.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include "schedule/form_schedule.hpp"
#include "schedule/other_ways.hpp"

namespace libselect {
namespace {

// The plan of a copy of one source, for conditions that are all equal: the first stands for all.
plan copy_of(const plan &nest, operand from) noexcept {
    plan copy = nest;
    const operand other = from == src0 ? src1 : src0;
    for (int i = 0; i < nest.rank; ++i) {
        loop &each = copy.loops[static_cast<std::size_t>(i)];
        each.strides[other] = each.strides[from];
        each.strides[cond] = 0;
    }
    copy.spans[other] = copy.spans[from];
    merge_loops(copy);
    set_roles(copy);
    return copy;
}

// Whether a look at all conditions is cheap against the work that it may save. The numbers are not
// tuned.
bool is_look_cheap(const plan &nest, const schedule &decided) noexcept {
    constexpr std::int64_t enough_elements = 4; // per condition
    constexpr std::int64_t alone = 1 << 18;     // conditions that one thread looks at for others
    std::int64_t n_conditions = 1, reach = 1;
    for (int i = 0; i < nest.rank; ++i) {
        const loop &each = loop_at(nest, i);
        if (each.extent == 1) continue;
        if (each.strides[cond] != 0) n_conditions *= each.extent;
        reach += (each.extent - 1) * std::abs(each.strides[cond]);
    }
    if (decided.parallel && n_conditions > alone) return false;
    // Conditions without gaps are looked at in words; rows that are read where they lie take as
    // little.
    const bool takes_long = decided.form.gathers || decided.form.strided;
    return n_conditions <= nest.n_elems / enough_elements || (takes_long && reach == n_conditions);
}

// About the time of a look at a condition, where looks walk along this loop: neighbours are looked
// at in words, and each turn of the loops around it takes as long as some conditions. Not tuned.
double ns_of_look_along(const loop &each) noexcept {
    constexpr double turn = 8, in_words = 0.1, alone = 1;
    const bool is_dense = std::abs(each.strides[cond]) == 1;
    return turn / static_cast<double>(each.extent) + (is_dense ? in_words : alone);
}

// Moves loops whose conditions are one dense run behind the others, and returns how many they are.
// The run is so short that not one of its conditions may change dst, and so long that this saves
// time. Not tuned.
std::size_t move_dense_last(std::vector<loop> &along) {
    constexpr std::int64_t fewest = 256, most = 8192;
    const auto step_of = [](const loop &each) { return std::abs(each.strides[cond]); };
    std::vector<loop> by_step = along;
    std::ranges::sort(by_step, {}, step_of);
    std::int64_t n_conditions = 1;
    std::size_t n_loops = 0;
    for (const loop &each : by_step) {
        if (step_of(each) != n_conditions || n_conditions * each.extent > most) break;
        n_conditions *= each.extent;
        ++n_loops;
    }
    if (n_loops < 2 || n_conditions < fewest) return 0;
    // Where conditions overlap, others have such steps, too.
    if (n_loops < by_step.size() && step_of(by_step[n_loops]) < n_conditions) return 0;
    std::stable_partition(along.begin(), along.end(),
            [&](const loop &each) { return step_of(each) >= n_conditions; });
    return n_loops;
}

// The loops of the plan by their conditions.
all_conditions all_conditions_of(const plan &nest) {
    all_conditions found;
    for (int i = 0; i < nest.rank; ++i) {
        const loop &each = loop_at(nest, i);
        if (each.extent != 1)
            (each.strides[cond] == 0 ? found.shared_by : found.along).push_back(each);
    }
    found.n_dense = move_dense_last(found.along);
    const std::span looked_along =
            std::span(found.along).last(found.n_dense == 0 ? found.along.size() : found.n_dense);
    const auto best = std::ranges::min_element(looked_along, {}, ns_of_look_along);
    if (best != looked_along.end()) std::rotate(best, best + 1, looked_along.end());
    return found;
}

schedules copies_of(const plan &nest, operand from, int max_threads, const machine &model) {
    const plan copy = copy_of(nest, from);
    std::vector<form_choice> forms;
    schedules made {schedule_of(copy, max_threads, model, forms), {}};
    made.others = others_of(copy, made.first, model, forms);
    return made;
}

} // namespace

std::shared_ptr<const all_conditions> look_at(
        const plan &nest, const schedule &decided, const machine &model) {
    // Blocks of evaluated conditions have only their own.
    if (nest.is_empty() || nest.is_evaluated() || !is_look_cheap(nest, decided)) return nullptr;
    all_conditions conditions = all_conditions_of(nest);
    const row_form &form = decided.form;
    if (form.gathers || form.fused || form.strided)
        for (const operand from : {src0, src1})
            conditions.copies[from - src0] = std::make_shared<const schedules>(
                    copies_of(nest, from, decided.max_threads, model));
    return std::make_shared<const all_conditions>(std::move(conditions));
}

} // namespace libselect
