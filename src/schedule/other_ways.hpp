// SPDX-License-Identifier: Apache-2.0
// The ways to compute a plan that executions time beside the first.
#ifndef LIBSELECT_SCHEDULE_OTHER_WAYS_HPP
#define LIBSELECT_SCHEDULE_OTHER_WAYS_HPP

#include <vector>

#include "plan/form_choice.hpp"
#include "schedule/schedule.hpp"

namespace libselect {

// Those by other forms, and ten more: small blocks or, where all fits the second level, narrow
// vectors, stores of the other kind, kernels that look for equal conditions or changes, kernels
// that store all in place, strided rows that predict conditions, the same in the order of dst,
// strided rows that are chosen, a copy of the common source first, copies of many changes in place,
// no look at conditions before.
inline constexpr int most_ways_of_plan = static_cast<int>(most_forms) + 10;

// By the forms but the first, and by one of the forms in other ways. Throws std::bad_alloc.
[[nodiscard]] std::vector<schedule> others_of(const plan &nest, const schedule &first,
        const machine &model, const std::vector<form_choice> &forms);

// Whether some ways have kernels with wide vectors, and others with narrow ones, where a source
// lies in dst or none.
[[nodiscard]] bool vectors_differ(const schedules &made, in_place kept) noexcept;

} // namespace libselect

#endif
