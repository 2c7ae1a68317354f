// SPDX-License-Identifier: Apache-2.0
// What the usual execution does not come to: conditions that are evaluated, or one for all
// elements, and ways that are timed.
#include "exec/execute.hpp"

#include <chrono>

#include "exec/all_conditions.hpp"

namespace libselect {
namespace {

void run_evaluated(
        const primitive &ready, const memories &given, const condition_memories &tensors) noexcept {
    evaluated_job job {{ready.decided, {}, in_place::none, store_kind::ordinary}, ready.nest,
            ready.made.condition, {}};
    for (const operand which : {src0, src1, dst})
        job.walk.data[which] = first_element(ready, given, which);
    if (!find_kept(ready, job.walk.data, job.walk.kept)) return;
    job.walk.stores = allowed_stores(ready.decided, job.walk.data, job.walk.kept);
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (tensors[i] != nullptr) job.inputs[i] = static_cast<const std::byte *>(tensors[i]->data);
    run_blocks(job);
}

// Runs the schedule that took the least time, or one that is timed.
template <typename Run>
void run_timed(timed_choice &choice, const schedules &ways, const Run &run) noexcept {
    using clock = std::chrono::steady_clock;
    const auto [way, is_timed] = choice.next();
    const schedule &taken =
            way == 0 ? ways.first : ways.others[static_cast<std::size_t>(way - 1)];
    if (!is_timed) return run(taken);
    const clock::time_point begin = clock::now();
    run(taken);
    choice.add(way, std::chrono::nanoseconds(clock::now() - begin).count());
}

// Copies one source to all of dst.
void run_copy(const primitive &ready, taken source, const kernel_args &given) noexcept {
    const bool takes_src0 = source == taken::src0;
    const std::size_t at = takes_src0 ? 0 : 1;
    kernel_args args {one_by_one(given.data), nullptr};
    args.data[takes_src0 ? src1 : src0] = args.data[takes_src0 ? src0 : src1];
    const auto run = [&](const schedule &copy) {
        args.loops = &copy.whole;
        run_schedule(copy, args, in_place::none);
    };
    const schedules &ways = *ready.decided.looked_at->copies[at];
    if (ready.taken_copies[at])
        run_timed(*ready.taken_copies[at], ways, run);
    else
        run(ways.first);
}

// Copies the source that most conditions take, then the elements that take the other one. Returns
// false where these are too many; then everything has to be computed.
bool copy_common_first(
        const primitive &ready, const schedule &decided, const kernel_args &args) noexcept {
    const taken common = common_source({decided, args.data, in_place::none, store_kind::ordinary});
    if (common == taken::both) return false;
    run_copy(ready, common, args);
    const in_place copied = common == taken::src0 ? in_place::src0 : in_place::src1;
    return copy_changes({decided, args.data, copied, store_kind::ordinary});
}

} // namespace

void run_after_look(const primitive &ready, const schedule &decided, const kernel_args &args,
        in_place kept) noexcept {
    const all_conditions &conditions = *decided.looked_at;
    const bool is_in_place = kept != in_place::none;
    if (!is_in_place && !conditions.copies[0]) return run_schedule(decided, args, kept);
    const walk_job job {decided, one_by_one(args.data), kept, store_kind::ordinary};
    const taken sources = sources_of_all(job);
    if (is_in_place && sources == (kept == in_place::src0 ? taken::src0 : taken::src1)) return;
    if (sources != taken::both && conditions.copies[0]) return run_copy(ready, sources, args);
    if (decided.copies_common_first && !is_in_place && copy_common_first(ready, decided, args))
        return;
    const bool keeps_some = is_in_place && sources == taken::both;
    if (keeps_some && !walks_repeated_rows(decided) && copy_changes(job)) return;
    run_schedule(decided, args, kept);
}

void run_fastest(const primitive &ready, kernel_args &args, in_place kept) noexcept {
    timed_choice &choice = (*ready.taken)[static_cast<std::size_t>(kept)];
    run_timed(choice, ready.made_schedules, [&](const schedule &taken) {
        args.loops = &taken.whole;
        run_decided(ready, taken, args, kept);
    });
}

void execute_evaluated(
        const primitive &ready, const memories &given, const condition_memories &of_condition) {
    const memory_checks wanted {ready.nest, ready.checks};
    if (!are_plainly_good<false>(wanted, given)) [[unlikely]]
        check_closely(wanted, given);
    check_condition_inputs({ready.made, ready.decides->inputs}, of_condition, *given[dst]);
    if (!ready.nest.is_empty()) run_evaluated(ready, given, of_condition);
}

} // namespace libselect
