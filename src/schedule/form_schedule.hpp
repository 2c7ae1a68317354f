// SPDX-License-Identifier: Apache-2.0
// The schedule of one form of a plan, in steps.
#ifndef LIBSELECT_SCHEDULE_FORM_SCHEDULE_HPP
#define LIBSELECT_SCHEDULE_FORM_SCHEDULE_HPP

#include <string>
#include <vector>

#include "plan/form_choice.hpp"
#include "schedule/schedule.hpp"

namespace libselect {

// Creates all kernels of a form. Returns "", or the reason why the implementation does not take the
// form. Throws failure and std::bad_alloc.
[[nodiscard]] std::string make_kernels(const implementation &from, const form_choice &choice,
        const memory_policy &policy, schedule &decided);

// Decides what follows from the form, the kernels and the limit of threads. The plan is not empty.
void complete(const plan &nest, const machine &model, schedule &decided);

// By the best implementation that takes the first of the forms; returns these, too. Throws what
// make_schedules() does.
[[nodiscard]] schedule schedule_of(
        const plan &nest, int max_threads, const machine &model, std::vector<form_choice> &forms);

} // namespace libselect

#endif
