// SPDX-License-Identifier: Apache-2.0
// The schedules of a plan: the first, the look at its conditions, the other ways.
#include "schedule/schedule.hpp"

#include "schedule/form_schedule.hpp"
#include "schedule/other_ways.hpp"

namespace libselect {

schedules make_schedules(const plan &nest, int max_threads, const machine &model) {
    std::vector<form_choice> forms;
    schedules made {schedule_of(nest, max_threads, model, forms), {}};
    made.first.looked_at = look_at(nest, made.first, model);
    made.others = others_of(nest, made.first, model, forms);
    return made;
}

schedule make_schedule(const plan &nest, int max_threads, const machine &model) {
    return make_schedules(nest, max_threads, model).first;
}

} // namespace libselect
