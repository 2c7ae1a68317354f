// SPDX-License-Identifier: Apache-2.0
// Conditions that serve several elements each: what a look at all of them may save.
#ifndef LIBSELECT_SCHEDULE_SHARED_CONDITIONS_HPP
#define LIBSELECT_SCHEDULE_SHARED_CONDITIONS_HPP

#include <array>
#include <memory>
#include <vector>

#include "plan/plan.hpp"

namespace libselect {

struct schedule;

struct shared_conditions {
    // The loops of the plan along which conditions differ, and those of elements with the same
    // condition; the outermost first.
    std::vector<loop> along;
    std::vector<loop> shared_by;
    // Where the form is not plain rows: schedules of the copy of src0 and of src1, in which both
    // sources are the one that is copied. They have no shared conditions.
    std::array<std::shared_ptr<const schedule>, 2> copies {};
};

} // namespace libselect

#endif
