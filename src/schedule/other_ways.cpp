// SPDX-License-Identifier: Apache-2.0
// Which ways may be the fastest for some conditions, or on some machine.
#include "schedule/other_ways.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "schedule/form_schedule.hpp"

namespace libselect {
namespace {

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

// Whether executions may be in place.
bool may_be_in_place(const plan &nest) noexcept {
    const auto may_lie_in_dst = [&](operand which) {
        for (int i = 0; i < nest.rank; ++i)
            if (loop_at(nest, i).strides[which] != loop_at(nest, i).strides[dst]) return false;
        return true;
    };
    return may_lie_in_dst(src0) || may_lie_in_dst(src1);
}

// Whether looks at conditions in place may take long for nothing. Those of one for each row do not.
bool may_look_in_vain(const plan &nest, const schedule &decided) noexcept {
    return (decided.looked_at || decided.repeats_conditions)
           && decided.form.roles[cond] == role::full && may_be_in_place(nest);
}

// Whether in place the changes of conditions that are looked at first are copied, as long as these
// are few, and more of them may be faster than a form that gathers or has strided rows. Time
// divided by that of the loop nest, without and with four times the share (`select_bench --suite
// search --problem` of these, in place of src1, one thread, Intel Xeon, family 6 model 106,
// 2026-11-29, medians of 3):
//     w4/700x33/0,1/1,700/33,1/33,1/random,0.15,1                        2.20 | 0.80
//     w8/200x50x8/8,0,1/400,8,1/1,200,10000/1,200,10000/runs,0.1,4       2.08 | 1.39
//     w2/700x33/1,0/1,700/33,1/33,1/random,0.1,1                         2.15 | 1.19
//     w1/100x5x264/0,1,5/-264,-26400,1/1320,264,1/1320,264,1/runs,0.05,8 1.84 | 0.45
bool may_copy_many_changes(const plan &nest, const schedule &decided) noexcept {
    if (!decided.looked_at || decided.looked_at->along.empty()) return false;
    return (decided.form.gathers || decided.form.strided) && !walks_repeated_rows(decided)
           && may_be_in_place(nest);
}

// Whether row kernels see conditions that may be mixed.
bool sees_conditions(const row_form &form) noexcept {
    return !form.fused && !form.strided && form.roles[cond] == role::full;
}

// Whether more kernels may be generated for a way. The number is not tuned.
bool is_worth_kernels(const schedule &decided) noexcept {
    constexpr double worth_ns = 10e3;
    return decided.estimated_ns >= worth_ns;
}

// Whether kernels list what changes in place.
bool lists_changes(const schedule &decided, const memory_policy &policy) noexcept {
    return stores_under_masks(*decided.chosen.from) ? policy.lists : policy.keeps;
}

// Whether kernels that look for equal conditions, and in place for what changes, may be the fastest
// for some conditions where the policy does not take them. Those of elements of one byte look in
// place only: us without and with them, src0 a scalar, src1 in place, runs of 64, 0.5 % true
// (`select_bench --suite search --threads 1 --memory malloc --problem
// w1/1000x32767/32800,1/0,0/32800,1/32800,1/runs,0.005,64/src1` and the like, Intel Xeon, family 6
// model 106, 2026-11-29, medians of 3); rows of 32,768 have them at first:
//     rows    | 1000x32767 | 100x32767 | 100x20000 | 800x2000 | 8000x100
//     avx2    | 6220, 3160 | 247, 141  | 166, 75   | 130, 53  | 75, 64
//     avx512  | 4710, 3500 | 163, 145  | 88, 86    | 78, 75   | 50, 46
bool may_look_closely(
        const plan &nest, const schedule &decided, const memory_policy &policy) noexcept {
    return !(policy.skips && lists_changes(decided, policy)) && sees_conditions(decided.form)
           && is_worth_kernels(decided) && (nest.elem_bytes > 1 || may_be_in_place(nest));
}

// Whether most of dst may change in place, so that it is lost time to look for what does. us of the
// best without and with kernels that store all, and of the loop nest (`select_bench --suite search
// --problem` of these, AMD EPYC, family 25 model 17, 2026-11-27):
//     w8/128x1024, in place src0, src1 one element, half of a row true | 18.1 | 12.0 | 12.4
//     w4/300x12x112, in place src0, conditions in runs of 4            | 33.0 | 22.0 | 22.5
//     w8/100x1536, in place src0, conditions in runs of 8              | 22.3 | 16.0 | 15.8
// Where nothing is stored under masks, the kernels that store all are those for apart.
bool may_change_most(
        const plan &nest, const schedule &decided, const memory_policy &policy) noexcept {
    const bool has_kernels = !stores_under_masks(*decided.chosen.from);
    return lists_changes(decided, policy) && sees_conditions(decided.form)
           && (has_kernels || is_worth_kernels(decided)) && may_be_in_place(nest);
}

// Whether strided rows have conditions that may be predicted.
bool may_predict(const form_choice &choice) noexcept {
    return choice.form.strided && choice.form.roles[cond] != role::constant;
}

// Whether nearly all elements may come from a source that is not strided in the order of dst, while
// the forms are those for a strided one. Where conditions are predicted, that order is then the
// best one. Where conditions are dense, blocks skip a source, and the common one is copied first,
// as fast. Time divided by that of the loop nest, without and with it (`select_bench --suite search
// --problem` of this, one thread, AMD EPYC, family 25 model 1, 2026-11-28, 2 and 3 runs):
//     w4/4x17x16x512x3/36,2,153,2448,1253376/0,0,0,0,0/417792,24576,1536,3,1/
//     272,1,17,1088,557056/runs,0.99,64/no            1.84 to 2.41 | 0.64 to 0.71
bool may_hardly_leap(const plan &nest) noexcept {
    const auto is_strided = [&](operand which) { return nest.roles[which] == role::strided; };
    return is_strided(cond) && !is_strided(dst) && is_strided(src0) != is_strided(src1);
}

// Whether they are short rows of one condition each, which generated code may choose without a
// jump. Time divided by that of the loop nest, without and with it, one condition per row, true for
// half of the rows at random, src0 strided (`select_bench --suite search --problem` of these, one
// thread, AMD EPYC, family 25 model 1, 2026-11-28, lower of 2 runs):
//     w4/17x320/0,1/2,35/1,18/1,17     1.94 | 0.92
//     w4/320x17/1,0/35,2/17,1/17,1     1.26 | 0.94
//     w8/2000x5/1,0/10,2/5,1/5,1       0.78 | 0.60
//     w16/900x9/1,0/18,2/9,1/9,1       0.96 | 0.61
bool may_be_chosen(const form_choice &choice) noexcept {
    const walk_order &walk = choice.walk;
    return choice.form.strided && choice.form.roles[cond] == role::constant && walk.rank > 1
           && walk.inner().extent <= straight_cols
           && loop_at(walk, walk.rank - 2).strides[cond] != 0;
}

bool has_large_blocks(const form_choice &choice) noexcept {
    return with_small_blocks(choice.walk, choice.form) != choice.form;
}

// Whether kernels read and write rows where they lie, by vectors of 64 bytes.
bool has_wide_rows(const schedule &decided) noexcept {
    return stores_under_masks(*decided.chosen.from) && !decided.form.fused && !decided.form.gathers
           && !decided.form.strided;
}

// Whether some of the kernels stream, with or without a source in dst, where several threads run if
// they may.
bool may_stream(const schedule &decided) noexcept {
    if (decided.parallel && decided.streams_on_one_thread_only) return false;
    const auto streams = [](const row_kernel &kernel) {
        return kernel.params.stores == store_kind::streaming;
    };
    if (decided.form.fused) return decided.fused.params().stores == store_kind::streaming;
    return std::ranges::any_of(decided.rows.kernels,
            [&](const auto &of_place) { return std::ranges::any_of(of_place, streams); });
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
            if (!make_kernels(*other.chosen.from, form, policy, other).empty()) return;
        } catch (const failure &) {
            return;
        }
        complete(nest_, model_, other);
        other.looked_at = first_.looked_at;
        made_.push_back(std::move(other));
    }
    // Unless no kernel would stream either way, as where dst is scattered from scratch.
    void add_with_other_stores(const form_choice &form) {
        const std::size_t n_made = made_.size();
        add(form, with_other_stores(nest_, model_, first_.parallel));
        if (made_.size() > n_made && may_stream(made_.back()) == may_stream(first_))
            made_.pop_back();
    }
    void add_without_looks() {
        made_.push_back(first_);
        made_.back().looked_at = nullptr;
        made_.back().repeats_conditions = false;
    }
    void add_copy_many_changes() {
        made_.push_back(first_);
        made_.back().copies_many_changes = true;
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

} // namespace

std::vector<schedule> others_of(const plan &nest, const schedule &first, const machine &model,
        const std::vector<form_choice> &forms) {
    // Two looks at the clock took about 50 ns (AMD EPYC, Zen 3, 2026-11-24). Of 150 problems of 250
    // to 2,500 ns that took over 1.15 times the best loop nest with 500 here, 84 do with 200, and
    // 124 with 500 once more; times are .92 of those on average (seeds 9201 to 9203 of
    // `select_bench --suite search`, medians of 3, Intel Xeon, family 6 model 106, 2026-11-29).
    constexpr double least_ns = 200;
    if (nest.is_evaluated() || !model.times_forms || first.estimated_ns < least_ns) return {};
    other_ways others(nest, first, model);
    const memory_policy policy = policy_of(nest, model);
    for (std::size_t i = 1; i < forms.size(); ++i)
        others.add(forms[i], policy);
    const auto blocks = std::ranges::find_if(forms, has_large_blocks);
    if (policy.leaves_l2 && blocks != forms.end()) { // in the second level, sizes are alike
        form_choice small = *blocks;
        small.form = with_small_blocks(small.walk, small.form);
        others.add(small, policy);
    }
    if (may_gain_by_narrow(nest, model) && has_wide_rows(first))
        others.add(forms.front(), with_narrow_vectors(policy));
    if (may_store_otherwise(nest, model)) others.add_with_other_stores(forms.front());
    if (may_look_closely(nest, first, policy)) others.add(forms.front(), looking_closely(policy));
    if (may_change_most(nest, first, policy)) others.add(forms.front(), storing_all(policy));
    const auto strided = std::ranges::find_if(forms, may_predict);
    if (strided != forms.end()) others.add(*strided, looking_closely(policy));
    if (policy.leaves_l2 && may_hardly_leap(nest)) {
        const form_choice in_order = strided_in_order(nest);
        if (strided == forms.end() || strided->form != in_order.form
                || strided->walk != in_order.walk)
            others.add(in_order, looking_closely(policy));
    }
    const auto chosen = std::ranges::find_if(forms, may_be_chosen);
    if (chosen != forms.end() && !is_compiled(*first.chosen.from))
        others.add(*chosen, choosing_rows(policy));
    if (may_copy_first(first)) others.add_copy_first();
    if (may_copy_many_changes(nest, first)) others.add_copy_many_changes();
    if (may_look_in_vain(nest, first)) others.add_without_looks();
    return others.take();
}

bool vectors_differ(const schedules &made, in_place kept) noexcept {
    // Without masks, vectors have 32 bytes, whatever the parameters of kernels ask for.
    if (!stores_under_masks(*made.first.chosen.from)) return false;
    const auto is_narrow = [&](const schedule &way) {
        return way.rows.kernel(kept, store_kind::ordinary).params.narrow;
    };
    return std::ranges::any_of(made.others,
            [&](const schedule &other) { return is_narrow(other) != is_narrow(made.first); });
}

} // namespace libselect
