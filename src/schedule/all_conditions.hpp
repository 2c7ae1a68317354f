// SPDX-License-Identifier: Apache-2.0
// What is done where a look at all conditions takes little time and may save much.
#ifndef LIBSELECT_SCHEDULE_ALL_CONDITIONS_HPP
#define LIBSELECT_SCHEDULE_ALL_CONDITIONS_HPP

#include <array>
#include <memory>
#include <vector>

#include "plan/plan.hpp"

namespace libselect {

struct machine;
struct schedule;
struct schedules;

struct all_conditions {
    // The loops of the plan along which conditions differ, the one along which they are looked at
    // last, and those of elements with the same condition.
    std::vector<loop> along;
    std::vector<loop> shared_by;
    // So many of the last ones `along` are one dense run of some hundred or thousand conditions, in
    // an order of their own: a look at it as a whole is cheap. 0 where no two loops are.
    std::size_t n_dense = 0;
    // Where the form is not plain rows: the schedules of a copy of src0 and of src1, in which both
    // sources are the one that is copied.
    std::array<std::shared_ptr<const schedules>, 2> copies {};
};

// The look at all conditions before an execution of the schedule; null where it is not worth its
// time. Throws what make_schedules() does.
[[nodiscard]] std::shared_ptr<const all_conditions> look_at(
        const plan &nest, const schedule &decided, const machine &model);

} // namespace libselect

#endif
