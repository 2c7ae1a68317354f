// SPDX-License-Identifier: Apache-2.0
// Choosing the implementation, the order of the walk, the tiles and the threads.
#include "schedule/schedule.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/error.hpp"
#include "plan/form_choice.hpp"

namespace libselect {
namespace {

// A problem that touches fewer bytes is computed by one thread. Time of two threads over the time
// of one (select_tune, Zen 4, 2026-11-21):
//     bytes touched | 256 KiB | 1 MiB
//     two over one  | 1.0     | 0.6
// The limit is not lower, because a thread that sleeps takes longer to start.
constexpr std::int64_t parallel_bytes = 1 << 20;

std::vector<form_choice> forms_for(
        const implementation &from, const plan &nest, const machine &model) {
    const kernel_traits kernels {vector_bytes_of(from, policy_of(nest, model)), is_compiled(from)};
    return choose_forms(nest, kernels, model.sizes);
}

// Creates all kernels of an implementation. Returns "", or the reason why it does not take the
// form.
std::string attempt(const implementation &from, const form_choice &choice,
        const memory_policy &policy, schedule &decided) {
    decided.held = {}; // drops the code of an attempt that failed
    decided.streams_on_one_thread_only = policy.streams_alone;
    decided.walk = choice.walk;
    decided.estimated_ns = choice.ns;
    decided.form = choice.form;
    decided.box = choice.box;
    std::string reason;
    if (!decided.form.strided)
        reason = from.refusal(make_row_params(decided.walk, decided.form, policy));
    if (!reason.empty()) return reason;
    decided.transposes = make_transpose_kernels(
            from, decided.walk, decided.form, decided.box, policy, decided.held);
    if (decided.form.fused)
        decided.fused = make_fused_kernels(from, decided.walk, decided.form, policy, decided.held);
    else
        decided.rows = make_row_kernels(from, decided.walk, decided.form, policy, decided.held);
    return {};
}

// The rows of a tile should be a multiple of this.
std::int64_t tile_row_unit(const schedule &decided) noexcept {
    if (decided.form.fused) return decided.fused.ordinary.group.rows;
    return decided.form.gathers ? decided.form.block_rows : 1;
}

// Whether rows of dst, in memory, have the same conditions, and there are enough of them to make up
// for a look at the conditions and a walk of their own (numbers that are not tuned; planes of 5
// rows of 20 bytes, conditions at random, took 2.4 times the best loop nest that way and 0.5
// without, AMD EPYC, family 25 model 17, 2026-11-23). Rows that tiles cut are left out.
bool repeats_conditions(
        const walk_order &walk, const row_form &form, const tiling &tiles) noexcept {
    constexpr std::int64_t enough_rows = 4, enough_bytes = 1024;
    if (tiles.tile_cols < walk.inner().extent) return false;
    if (walk.rank < 2 || form.boxed || walk.decides.kind != condition_kind::boolean) return false;
    const loop &rows = walk.loops[static_cast<std::size_t>(walk.rank - 2)];
    const std::int64_t n_bytes = rows.extent * walk.inner().extent * walk.elem_bytes;
    return rows.strides[cond] == 0 && rows.extent >= enough_rows && n_bytes >= enough_bytes
           && walk.roles[cond] == role::full && walk.roles[dst] == role::full;
}

// The loops of the one kernel call that does the whole walk; planes is 0 when one call cannot.
kernel_loops loops_of_whole(const walk_order &walk, const row_form &form) noexcept {
    if (walk.rank > 3 || form.fused || form.gathers) return {};
    const auto extent = [&](int from_inside) {
        const int at = walk.rank - from_inside;
        return at < 0 ? 1 : walk.loops[static_cast<std::size_t>(at)].extent;
    };
    return loops_of(walk, extent(3), extent(2), extent(1));
}

// Whether rows are long and lie as kernels read them.
bool has_direct_rows(const schedule &decided) noexcept {
    const row_params &params = decided.rows.params();
    return !decided.form.fused && !decided.form.gathers && params.cols == 0
           && std::ranges::find(params.roles, role::strided) == params.roles.end();
}

// The innermost loops of the plan that every kernel call of this schedule takes as a whole.
int whole_loops(const plan &nest, const schedule &decided) noexcept {
    if (decided.form.boxed) return nest.rank + 1 - decided.walk.rank;
    return decided.form.fused ? 1 : 0;
}

} // namespace

kernel_loops loops_of(const walk_order &walk, std::int64_t planes, std::int64_t rows,
        std::int64_t cols) noexcept {
    kernel_loops loops {planes, rows, cols, {}, {}, walk.inner().strides};
    const auto rank = static_cast<std::size_t>(walk.rank);
    if (rank < 2) return loops;
    loops.row_strides = walk.loops[rank - 2].strides;
    if (rank < 3) return loops;
    // Computed modulo 2^64, as addresses are: offsets of elements fit 63 bits, but the offset of
    // the row behind the last one may not.
    for (std::size_t i = 0; i < n_operands; ++i) {
        const auto plane = static_cast<std::uint64_t>(walk.loops[rank - 3].strides[i]);
        const auto row = static_cast<std::uint64_t>(loops.row_strides[i]);
        loops.plane_steps[i] =
                static_cast<std::int64_t>(plane - static_cast<std::uint64_t>(rows) * row);
    }
    return loops;
}

namespace {

// How the condition of the plan is evaluated.
void set_evaluation(const plan &nest, schedule &decided) {
    const portable_kernels &loops = best_loops();
    const bool is_direct = has_direct_rows(decided);
    decided.has_range_rows = is_direct && nest.evaluated == evaluated_as::ranges;
    decided.has_condition_rows = is_direct && nest.evaluated == evaluated_as::rows;
    const bool needs_scratch = !decided.has_range_rows && !decided.has_condition_rows;
    const std::int64_t block_elems =
            !needs_scratch ? direct_bytes / nest.elem_bytes : evaluated_bytes;
    decided.evaluated = make_evaluation(nest, whole_loops(nest, decided), block_elems, loops);
}

// Decides what follows from the form, the kernels and the limit of threads.
void complete(const plan &nest, const machine &model, schedule &decided) {
    const row_form &form = decided.form;
    decided.tiles = form.gathers && !form.fused && !form.boxed
                            ? make_tiling_of_blocks(decided.walk, tile_bytes, form.block_rows)
                            : make_tiling(decided.walk, tile_bytes, tile_row_unit(decided));
    // Blocks of evaluated conditions that cut rows have only the conditions of a part.
    decided.repeats_conditions =
            repeats_conditions(decided.walk, form, decided.tiles)
            && (!nest.is_evaluated() || decided.walk.inner().extent <= evaluated_bytes);
    decided.parallel = decided.max_threads != 1 && bytes_touched(nest) >= parallel_bytes
                       && decided.tiles.n_tiles() > 1;
    decided.whole = loops_of_whole(decided.walk, decided.form);
    if (!policy_of(nest, model).leaves_l2)
        decided.backwards = make_backward_rows(decided.walk, decided.whole);
    if (nest.is_evaluated()) set_evaluation(nest, decided);
}

// By the first of the forms, which it returns, too.
schedule schedule_of(
        const plan &nest, int max_threads, const machine &model, std::vector<form_choice> &forms) {
    schedule decided;
    decided.max_threads = max_threads;
    decided.chosen = choose_implementation([&](const implementation &from) {
        if (nest.is_empty()) return from.refusal(params_of(nest));
        forms = forms_for(from, nest, model);
        return attempt(from, forms.front(), policy_of(nest, model), decided);
    });
    if (!nest.is_empty()) complete(nest, model, decided);
    return decided;
}

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

// The loops of the plan by their conditions.
all_conditions all_conditions_of(const plan &nest) {
    all_conditions found;
    for (int i = 0; i < nest.rank; ++i) {
        const loop &each = loop_at(nest, i);
        if (each.extent != 1)
            (each.strides[cond] == 0 ? found.shared_by : found.along).push_back(each);
    }
    const auto step = [](const loop &each) { return std::abs(each.strides[cond]); };
    const auto nearest = std::ranges::min_element(found.along, {}, step);
    if (nearest != found.along.end()) std::rotate(nearest, nearest + 1, found.along.end());
    return found;
}

// Whether copying a source and then what takes the other may be the fastest for some conditions.
// The number is not tuned.
bool may_copy_first(const schedule &decided) noexcept {
    constexpr double most_of_all = 0.75;
    if (decided.parallel || !decided.looked_at || !decided.looked_at->copies[0]) return false;
    if (decided.looked_at->along.empty()) return false; // one condition
    const auto &[from_src0, from_src1] = decided.looked_at->copies;
    return std::min(from_src0->first.estimated_ns, from_src1->first.estimated_ns)
           < most_of_all * decided.estimated_ns;
}

// Whether looks at conditions in place may take long for nothing. Those of one for each row do not.
bool may_look_in_vain(const plan &nest, const schedule &decided) noexcept {
    const auto may_lie_in_dst = [&](operand which) {
        for (int i = 0; i < nest.rank; ++i)
            if (loop_at(nest, i).strides[which] != loop_at(nest, i).strides[dst]) return false;
        return true;
    };
    return (decided.looked_at || decided.repeats_conditions)
           && decided.form.roles[cond] == role::full
           && (may_lie_in_dst(src0) || may_lie_in_dst(src1));
}

// Whether kernels that look for equal conditions, and in place for what changes, may be the fastest
// for some conditions where the policy does not take them. Elements of one byte have none. The
// number is not tuned: more kernels have to be generated.
bool may_look_closely(
        const plan &nest, const schedule &decided, const memory_policy &policy) noexcept {
    constexpr double worth_ns = 10e3;
    const row_form &form = decided.form;
    return !(policy.skips && policy.keeps) && decided.estimated_ns >= worth_ns && !form.fused
           && !form.strided && form.roles[cond] == role::full && nest.elem_bytes > 1;
}

// Whether strided rows have conditions that may be predicted.
bool may_predict(const form_choice &choice) noexcept {
    return choice.form.strided && choice.form.roles[cond] != role::constant;
}

// The other ways. A system that refuses more executable memory gets fewer.
class other_ways {
public:
    other_ways(const plan &nest, const schedule &first, const machine &model)
        : nest_(nest), first_(first), model_(model) {}

    void add(const form_choice &form, const memory_policy &policy) {
        schedule other;
        other.max_threads = first_.max_threads;
        other.chosen = first_.chosen;
        try {
            if (!attempt(*other.chosen.from, form, policy, other).empty()) return;
        } catch (const failure &) {
            return;
        }
        complete(nest_, model_, other);
        other.looked_at = first_.looked_at;
        made_.push_back(std::move(other));
    }
    void add_without_looks() {
        made_.push_back(first_);
        made_.back().looked_at = nullptr;
        made_.back().repeats_conditions = false;
    }
    void add_copy_first() {
        made_.push_back(first_);
        made_.back().copies_common_first = true;
    }
    [[nodiscard]] std::vector<schedule> take() { return std::move(made_); }

private:
    const plan &nest_;
    const schedule &first_;
    const machine &model_;
    std::vector<schedule> made_;
};

// By the forms but the first, and by the first in other ways.
std::vector<schedule> others_of(const plan &nest, const schedule &first, const machine &model,
        const std::vector<form_choice> &forms) {
    // Two looks at the clock took about 50 ns (AMD EPYC, Zen 3, 2026-11-24; not tuned).
    constexpr double least_ns = 500;
    if (nest.is_evaluated() || !model.times_forms || first.estimated_ns < least_ns) return {};
    other_ways others(nest, first, model);
    const memory_policy policy = policy_of(nest, model);
    for (std::size_t i = 1; i < forms.size(); ++i)
        others.add(forms[i], policy);
    if (may_look_closely(nest, first, policy)) others.add(forms.front(), looking_closely(policy));
    const auto strided = std::ranges::find_if(forms, may_predict);
    if (strided != forms.end()) others.add(*strided, looking_closely(policy));
    if (may_copy_first(first)) others.add_copy_first();
    if (may_look_in_vain(nest, first)) others.add_without_looks();
    return others.take();
}

schedules copies_of(const plan &nest, operand from, int max_threads, const machine &model) {
    const plan copy = copy_of(nest, from);
    std::vector<form_choice> forms;
    schedules made {schedule_of(copy, max_threads, model, forms), {}};
    made.others = others_of(copy, made.first, model, forms);
    return made;
}

// The look at all conditions, where it is worth its time.
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

} // namespace

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
