// SPDX-License-Identifier: Apache-2.0
// What is done where a look at all conditions takes little time and may save much.
#ifndef LIBSELECT_SCHEDULE_ALL_CONDITIONS_HPP
#define LIBSELECT_SCHEDULE_ALL_CONDITIONS_HPP

#include <array>
#include <memory>
#include <vector>

#include "plan/plan.hpp"

namespace libselect {

struct schedule;

struct all_conditions {
    // The loops of the plan along which conditions differ, the one of the smallest steps last, and
    // those of elements with the same condition.
    std::vector<loop> along;
    std::vector<loop> shared_by;
    // Where the form is not plain rows: schedules of the copy of src0 and of src1, in which both
    // sources are the one that is copied.
    std::array<std::shared_ptr<const schedule>, 2> copies {};
};

} // namespace libselect

#endif
