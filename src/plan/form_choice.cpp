// SPDX-License-Identifier: Apache-2.0
// Estimated times of rows, fused rows and boxes.
#include "plan/form_choice.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "plan/form_cost.hpp"
#include "plan/promises.hpp"

namespace libselect {
namespace {

row_form row_form_of(const box_form &box) noexcept {
    row_form form;
    form.boxed = form.gathers = true;
    form.roles = box.roles;
    for (const operand which : all_operands)
        if (box.is_copied[which]) form.gather[which] = gather_kind::box;
    form.block_rows = box.rows;
    form.block_cols = box.columns;
    return form;
}

row_form strided_form(const walk_order &walk, std::int64_t rows, std::int64_t cols) noexcept {
    row_form form;
    form.strided = true;
    form.roles = walk.roles;
    form.block_rows = rows;
    form.block_cols = cols;
    check_promises(form, walk, 0);
    return form;
}

// Whether rows are gathered element by element only, which boxes of less scratch do faster:
// reversed rows took 1.2 to 1.4 of the time of a loop, as boxes 1.04 to 1.2 (AMD EPYC, Zen 3,
// 2026-11-22).
bool gathers_elements(const row_form &form) noexcept {
    const auto has = [&](gather_kind kind) {
        return std::ranges::find(form.gather, kind) != form.gather.end();
    };
    return !form.fused && has(gather_kind::elementwise) && !has(gather_kind::transpose);
}

// Estimates tell forms of one kind apart better than those of two. They take jumps for random, and
// where these are predicted, a form that jumps may be the fastest; one that gathers nothing, where
// few conditions take the strided source. Bands are as good as the estimate of what caches keep.
enum class form_kind : std::uint8_t { vectors, strided, bands, jumps, strided_jumps, n_kinds };

bool jumps(const row_form &form) noexcept {
    return form.roles[cond] == role::constant && !form.fused;
}

form_kind kind_of(const form_choice &one) noexcept {
    if (one.form.has_bands()) return form_kind::bands;
    if (jumps(one.form)) return one.form.strided ? form_kind::strided_jumps : form_kind::jumps;
    return one.form.strided ? form_kind::strided : form_kind::vectors;
}

// Keeps the candidates of the least estimates, and the best one of each kind. Equal ones are of the
// same work.
//
// What a leap takes differs from machine to machine, so the best form that leaps is kept too, by
// its estimate with short leaps. us of the best without and with such a form (`select_bench --suite
// search --problem` of these, AMD EPYC, family 25 model 17, 2026-11-25), and of the loop nest:
//     w8/300x62, columns of dst 21,600 bytes apart   | 33   | 15.3 | 14.7
//     w8/7x64x64x13, dst turned                      | 940  | 372  | 440
//     w16/464x128, src1 turned, in place             | 111  | 44   | 41
//     w4/3x4544x128, src1 turned, in place           | 2700 | 1670 | 1480
class candidates {
public:
    void consider(const walk_order &walk, const row_form &form, const box_form &box,
            const work_list &amounts) {
        const form_choice one {walk, form, box, amounts.nanoseconds()};
        const double short_ns = amounts.nanoseconds_with_short_leaps();
        if (short_ns < one.ns && (!leaping_ || short_ns < short_leaps_ns_)) {
            leaping_ = one;
            short_leaps_ns_ = short_ns;
        }
        std::optional<form_choice> &of_kind = best_of_[static_cast<std::size_t>(kind_of(one))];
        if (!of_kind || one.ns < of_kind->ns) of_kind = one;
        auto at = best_.end();
        while (at != best_.begin() && one.ns < (at - 1)->ns)
            --at;
        const bool is_known = at != best_.begin() && one.ns == (at - 1)->ns;
        if (is_known || at - best_.begin() == most_of_any_kind) return;
        best_.insert(at, one);
        if (best_.size() > most_of_any_kind) best_.pop_back();
    }
    [[nodiscard]] std::vector<form_choice> take_best() {
        while (best_.back().ns > most_over_least_estimate * best_.front().ns)
            best_.pop_back();
        std::vector<form_choice> missing = forms_of_missing_kinds();
        while (best_.size() + missing.size() >= most_forms) // the last place is for leaping_
            best_.pop_back();
        std::ranges::move(missing, std::back_inserter(best_));
        add_leaping();
        return std::move(best_);
    }

private:
    static constexpr std::int64_t most_of_any_kind = 3; // not tuned

    // By their estimates.
    [[nodiscard]] std::vector<form_choice> forms_of_missing_kinds() const {
        std::vector<form_choice> missing;
        for (const std::optional<form_choice> &one : best_of_) {
            if (!one) continue;
            const double most = jumps(one->form) ? most_over_where_jumps : most_over_least_estimate;
            const bool is_there = std::ranges::find(best_, kind_of(*one), kind_of) != best_.end();
            if (!is_there && one->ns <= most * best_.front().ns) missing.push_back(*one);
        }
        std::ranges::sort(missing, {}, &form_choice::ns);
        return missing;
    }

    // Adds the best form that leaps, if its time is not too long where leaps are short.
    void add_leaping() {
        if (!leaping_ || short_leaps_ns_ > most_over_least_estimate * best_.front().ns) return;
        const auto same = [&](const form_choice &one) {
            return one.walk == leaping_->walk && one.form == leaping_->form;
        };
        if (std::ranges::any_of(best_, same)) return;
        best_.insert(
                std::ranges::upper_bound(best_, leaping_->ns, {}, &form_choice::ns), *leaping_);
    }

    std::vector<form_choice> best_;
    std::array<std::optional<form_choice>, static_cast<std::size_t>(form_kind::n_kinds)> best_of_;
    std::optional<form_choice> leaping_; // the best one of those that leap, if leaps are short
    double short_leaps_ns_ = 0;
};

struct strided_rows {
    walk_order walk;
    row_form form;
    work_list amounts;
};

strided_rows rows_of(
        const walk_order &walk, const kernel_traits &kernels, const cache_levels &levels) noexcept {
    const row_form form = strided_form(walk, 1, walk.inner().extent);
    return {walk, form, work_of_strided(walk, form, kernels, levels)};
}

bool is_strided_along(const plan &nest, int at) noexcept {
    return std::ranges::any_of(all_operands, [&](operand which) {
        const std::int64_t stride = loop_at(nest, at).strides[which];
        return stride != 0 && stride != nest.unit(which);
    });
}

// The rows along one loop. Where all have one condition, each plane of rows is a copy of its own:
// then the longest other loop may be that of the rows.
strided_rows best_rows(const plan &nest, int along, const kernel_traits &kernels,
        const cache_levels &levels) noexcept {
    const strided_rows rows = rows_of(order_with_innermost(nest, along), kernels, levels);
    if (!has_one_condition(nest)) return rows;
    const strided_rows most = rows_of(order_with_most_rows(nest, along), kernels, levels);
    return most.amounts.nanoseconds() < rows.amounts.nanoseconds() ? most : rows;
}

// The bands that take the least time, and clearly less than rows do: of few columns for the
// first-level cache, or of more for the second, by the rows of the next loop or by all. Those of 16
// are for columns that begin in few sets of a cache. Time divided by that of the loop nest, without
// and with them (`select_bench --suite search --problem` of these, one thread, Intel Xeon, family 6
// model 106, 2026-11-29, medians of 3 in aligned and 3 in malloc's memory):
//     w4/700x5x4x94/0,0,0,0/0,0,0,0/64,8,2,65536/1880,376,94,1/
//     random,0.15,4096/no                                       2.22 > 0.63, 1.67 > 0.56
//     w2/1024x64x12/0,0,0/768,12,1/0,60,5/9345,146,12/
//     runs,0.005,4/no                                           2.08 > 0.75, 1.89 > 0.77
//     w4/20000x100/100,1/0,0/2,65536/100,1/
//     random,0.5,4096/no                                        1.52 > 0.81, 1.50 > 0.83
// The numbers are not tuned.
std::optional<strided_rows> best_bands(
        const strided_rows &whole, const kernel_traits &kernels, const cache_levels &levels) {
    constexpr double gain = 0.9;
    const walk_order &walk = whole.walk;
    const std::int64_t n_cols = walk.inner().extent, n_rows = walk.n_elems / n_cols;
    std::optional<strided_rows> best;
    double least_ns = gain * whole.amounts.nanoseconds();
    const std::array heights {loop_at(walk, walk.rank - 2).extent, n_rows};
    for (const std::int64_t cols : {16, 64, 512}) {
        if (2 * cols > n_cols) break;
        for (const std::int64_t rows : std::span(heights).first(walk.rank == 2 ? 1 : 2)) {
            const row_form form = strided_form(walk, rows, cols);
            const work_list amounts = work_of_strided(walk, form, kernels, levels);
            if (amounts.nanoseconds() >= least_ns) continue;
            least_ns = amounts.nanoseconds();
            best = {walk, form, amounts};
        }
    }
    return best;
}

// The orders of a plan that are worth a look, each once.
class orders {
public:
    void add(const walk_order &order) noexcept {
        if (std::find(begin(), end(), order) == end()) all_[n_++] = order;
    }
    [[nodiscard]] const walk_order *begin() const noexcept { return all_.data(); }
    [[nodiscard]] const walk_order *end() const noexcept { return all_.data() + n_; }

private:
    std::array<walk_order, n_operands + 1> all_;
    std::size_t n_ = 0;
};

} // namespace

std::vector<form_choice> choose_forms(
        const plan &nest, const kernel_traits &kernels, const cache_sizes &caches) {
    const int vector_bytes = kernels.vector_bytes;
    const cache_levels levels(caches);
    if (vector_bytes == 0) return {{nest, make_row_form(nest, 0), {}}};
    candidates all;
    orders walks;
    // The bytes of an evaluated condition lie in the order of the plan's loops, and its blocks are
    // turns of these loops: they are neither reordered nor merged.
    const bool may_reorder = !nest.is_evaluated();
    if (may_reorder) walks.add(order_for_gathering(nest));
    walks.add(nest);
    for (const walk_order &walk : walks) {
        if (nest.roles[dst] != role::full) break;
        for (const bool may_fuse : {true, false}) {
            const row_form form = make_row_form(walk, vector_bytes, may_fuse);
            if (!gathers_elements(form))
                all.consider(walk, form, {}, work_of_rows(walk, form, kernels, levels));
            if (!form.fused) break;
        }
    }
    for (const operand which : inputs)
        if (may_reorder) walks.add(order_by(nest, which));
    for (const walk_order &walk : walks)
        for (int n_loops = walk.rank < max_rank ? 0 : 1;
                n_loops <= std::min(walk.rank, max_column_loops); ++n_loops) {
            const box_form box = make_box_form(walk, n_loops);
            if (box.rows == 0) break;
            const bool copies = std::count(box.is_copied.begin(), box.is_copied.end(), true) != 0;
            if (copies)
                all.consider(merge_columns(walk, n_loops), row_form_of(box), box,
                        work_of_boxes(walk, box, kernels, levels));
        }
    for (int at = may_reorder ? 0 : nest.rank - 1; at < nest.rank; ++at) {
        if (!is_strided_along(nest, at)) continue;
        const strided_rows rows =
                may_reorder ? best_rows(nest, at, kernels, levels) : rows_of(nest, kernels, levels);
        all.consider(rows.walk, rows.form, {}, rows.amounts);
        if (!may_reorder || rows.walk.rank < 2) continue;
        if (const auto bands = best_bands(rows, kernels, levels))
            all.consider(bands->walk, bands->form, {}, bands->amounts);
    }
    return all.take_best();
}

form_choice strided_in_order(const plan &nest) noexcept {
    return {nest, strided_form(nest, 1, nest.inner().extent), {}};
}

} // namespace libselect
