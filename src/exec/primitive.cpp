// SPDX-License-Identifier: Apache-2.0
// Creation runs each stage once, in order.
#include "exec/primitive.hpp"

#include "base/error.hpp"
#include "schedule/other_ways.hpp"

namespace libselect {
namespace {

int checked_max_threads(int max_threads) {
    if (max_threads < 0)
        fail(libselect_invalid_arguments,
                {"max_threads: is ", max_threads, "; it must be >= 0, and 0 means no limit"});
    return max_threads;
}

// The tensor of a condition that is not evaluated.
tensor_ref read_by_kernels(const condition &decides) {
    return decides.kind() == condition_kind::boolean ? decides->inputs[0] : tensor_ref();
}

static_assert(most_ways_of_plan <= timed_choice::most_ways);

int n_ways_of(const schedules &made) {
    return 1 + static_cast<int>(made.others.size());
}

timed_choice make_choice(const schedules &made, in_place kept) {
    return {n_ways_of(made), made.first.estimated_ns, vectors_differ(made, kept)};
}

std::unique_ptr<choices> make_choices(const schedules &made) {
    if (made.others.empty()) return nullptr;
    return std::unique_ptr<choices>(new choices {make_choice(made, in_place::none),
            make_choice(made, in_place::src0), make_choice(made, in_place::src1)});
}

copy_choices make_copy_choices(const schedule &decided) {
    copy_choices made;
    if (!decided.looked_at) return made;
    for (std::size_t i = 0; i < made.size(); ++i) {
        const schedules *copies = decided.looked_at->copies[i].get();
        if (copies == nullptr || copies->others.empty()) continue;
        made[i] = std::unique_ptr<timed_choice>(
                new timed_choice(make_choice(*copies, in_place::none)));
    }
    return made;
}

} // namespace
} // namespace libselect

libselect_primitive::libselect_primitive(const libselect::select_op &op, int max_threads)
    : decides(op.cond),
      tensors {libselect::read_by_kernels(op.cond), op.src0, op.src1, op.dst},
      attr(op.attr),
      made(libselect::make_planned(op)),
      nest(made.nest),
      made_schedules(libselect::make_schedules(nest, libselect::checked_max_threads(max_threads))),
      decided(made_schedules.first),
      taken(libselect::make_choices(made_schedules)),
      taken_copies(libselect::make_copy_choices(decided)),
      checks(libselect::make_operand_checks(tensors, nest)) {
}
