// SPDX-License-Identifier: Apache-2.0
// One Select for a schedule: layouts in guarded buffers, the caches it is made for, and its run.
#ifndef INTERNAL_SCHEDULE_SCHEDULE_PROBLEM_HPP
#define INTERNAL_SCHEDULE_SCHEDULE_PROBLEM_HPP

#include <cstdint>
#include <string>

#include "harness/operand_buffers.hpp"
#include "schedule/schedule.hpp"

namespace internal {

// A machine with a victim cache of these sizes, whatever they are, which no setting of this process
// changes. It streams from `last` on, with two sources from half of it.
[[nodiscard]] libselect::machine small_machine(std::int64_t l2, std::int64_t last);

struct schedule_problem {
    // Every operand has the dims of dst; a stride is 0 where it is broadcast.
    support::problem what;
    // As the library does it for an operand that lies in dst; without, it is only one more input.
    bool keeps = true;
    libselect::machine model = small_machine(4096, 65536);
};

[[nodiscard]] std::string to_string(const schedule_problem &given);

// Broadcast, permuted, padded and turned round layouts of about `elems` elements at most.
[[nodiscard]] schedule_problem random_schedule_problem(
        std::int64_t elems, support::random_source &random);

// A mask of any kind that schedules tell apart.
[[nodiscard]] support::mask random_mask(support::random_source &random);

[[nodiscard]] libselect::plan plan_of(const schedule_problem &given);

// Runs the schedule the way a primitive does.
void run(const schedule_problem &given, const libselect::plan &made, const libselect::schedule &how,
        const support::operand_buffers &buffers);

} // namespace internal

#endif
