// SPDX-License-Identifier: Apache-2.0
// The runs of conditions that change dst are listed and copied, as long as they are few.
#include "exec/all_conditions.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/cache_line.hpp"
#include "exec/change_runs.hpp"
#include "kernel/element_copies.hpp"

namespace libselect {
namespace {

using addresses = per_operand<std::byte *>;
using loops = std::span<const loop>;

void move(addresses &at, const loop &along, std::int64_t n) noexcept {
    for (std::size_t k = 0; k < n_operands; ++k)
        at[k] += n * along.strides[k];
}

// Calls visit(at) for every index of the loops, until it returns false; then returns false.
template <typename Visit>
bool for_each_index(loops nest, addresses at, const Visit &visit) noexcept {
    if (nest.empty()) return visit(at);
    for (std::int64_t i = 0; i < nest[0].extent; ++i) {
        if (i > 0) move(at, nest[0], 1);
        if (!for_each_index(nest.subspan(1), at, visit)) return false;
    }
    return true;
}

// What changes, and how it is copied.
class changes {
public:
    explicit changes(const walk_job &job) noexcept
        : job_(job),
          first_(job.data),
          along_(job.decided.looked_at->along),
          from_(job.kept == in_place::src0 ? src1 : src0) {
        for (const loop &each : along_)
            n_conditions_ *= static_cast<double>(each.extent);
        if (!along_.empty()) {
            inner_ = along_.back();
            along_ = along_.first(along_.size() - 1);
            if (inner_.strides[cond] < 0) turn_round();
            split_off_dense(job.decided.looked_at->n_dense);
        }
        const loops sharing = job.decided.looked_at->shared_by;
        if (sharing.empty()) return;
        for (const loop &each : sharing)
            n_elems_ *= static_cast<double>(each.extent);
        const auto chosen = loop_of_rows(sharing);
        rows_ = *chosen;
        around_[0] = sharing.first(static_cast<std::size_t>(chosen - sharing.begin()));
        around_[1] = sharing.subspan(around_[0].size() + 1);
    }

    // Copies what changes. Returns false, and may have copied some of it, when the look and the
    // copies take more than this share of the time of all elements. That is soon known: what the
    // conditions so far take is the share of as many and a few others. Until the first list is full
    // only looks are lost, and these go on where they are little of all: changes may come close
    // together.
    [[nodiscard]] bool copy(double share) const noexcept {
        progress done {run_list(job_.decided.walk.elem_bytes), share};
        const bool is_all = for_each_index(along_, first_, [&](const addresses &run) {
            if (n_at_once_ == 0 || !is_kept(run[cond]))
                return for_each_index(at_once_, run,
                        [&](const addresses &at) { return look_along_inner(at, done); });
            done.spent += elems_of_look / n_elems_;
            done.seen += n_at_once_;
            return true;
        });
        if (is_all) copy_and_clear(done.runs);
        return is_all;
    }

private:
    // Rows whose lines stay in the first-level cache while all columns of a run are copied, where
    // dst is not dense along them.
    static constexpr std::int64_t rows_at_a_time = 128;
    static constexpr double elems_of_look = 8; // along the innermost loop; not tuned

    struct progress {
        run_list runs; // that are not copied yet
        const double share;
        double spent = 0, seen = 0;
        bool has_copied = false;
    };

    // Time divided by that of the loop nest, with so much of all time for looks that may be lost
    // (`select_bench --suite search --problem` of these, one thread, AMD EPYC, family 25 model 1,
    // 2026-11-28, medians of 3; 0 is the code before). A run was taken to cost 25 ns.
    //     w1/64x7x128/7,1,0/1,8192,64/0,0,0/1,8192,64/     | 0          | 0.03 | 0.06 | 0.1
    //     random,0.99,32/src0                              | 3.4 to 4.2 | 4.27 | 0.92 | 0.89
    //     w1/2000x200/1,0/200,1/200,1/200,1/
    //     random,0.95,4/src0                               | 0.7 to 0.9 | 0.97 | 0.99 | 1.11
    [[nodiscard]] bool pays(const progress &done, double n_seen) const noexcept {
        constexpr double ns_per_run = 25, most_lost = 0.06;
        const double few = std::min(64.0, n_conditions_ / 16);
        double allowed = done.share * std::min(n_seen + few, n_conditions_);
        if (!done.has_copied) {
            const double n_lost_runs = job_.decided.estimated_ns * most_lost / ns_per_run;
            allowed = std::max(allowed, std::min(n_lost_runs, done.share * n_conditions_));
        }
        return done.spent <= allowed;
    }

    // Goes on along the innermost loop; returns what copy() does.
    [[nodiscard]] bool look_along_inner(const addresses &at, progress &done) const noexcept {
        done.spent += elems_of_look / n_elems_;
        const bool goes_on = for_each_run(at[cond], [&](std::int64_t begin, std::int64_t n) {
            const double n_seen = done.seen + static_cast<double>(begin + n);
            const change_run run {n, run_of(dst, at, begin), run_of(from_, at, begin)};
            done.spent += done.runs.add(run) ? dense_cost(n) : cost(n);
            done.has_copied = done.has_copied || done.runs.is_full();
            if (!pays(done, n_seen)) return false;
            if (done.runs.is_full()) copy_and_clear(done.runs);
            return true;
        });
        done.seen += static_cast<double>(inner_.extent);
        return goes_on && pays(done, done.seen);
    }

    // The last n loops are one dense run of conditions, which is looked at as a whole first.
    void split_off_dense(std::size_t n) noexcept {
        if (n == 0) return;
        at_once_ = along_.last(n - 1);
        along_ = along_.first(along_.size() - at_once_.size());
        n_at_once_ = static_cast<double>(inner_.extent);
        dense_.add(inner_.extent, inner_.strides[cond]);
        for (const loop &each : at_once_) {
            n_at_once_ *= static_cast<double>(each.extent);
            dense_.add(each.extent, each.strides[cond]);
        }
    }

    // Whether none of the conditions that are looked at as a whole changes dst.
    [[nodiscard]] bool is_kept(const std::byte *first) const noexcept {
        const taken kept = from_ == src0 ? taken::src1 : taken::src0;
        return dense_.sources(job_.decided.walk.decides, first) == kept;
    }

    // Walks the innermost loop from its other end, where its conditions go backwards.
    void turn_round() noexcept {
        move(first_, inner_, inner_.extent - 1);
        for (std::int64_t &stride : inner_.strides)
            stride = -stride;
    }

    // Whether a copy moves dense elements, or fills them with one, in place of fused rows. Kernels
    // of other rows of one condition skip those that dst has.
    [[nodiscard]] bool is_dense() const noexcept {
        if (!job_.decided.form.fused) return false;
        const std::int64_t width = job_.decided.walk.elem_bytes, from = rows_.strides[from_];
        return rows_.strides[dst] == width && (from == width || from == 0);
    }

    // In conditions: elements of a run, the rows of its copy, and the calls that copy it. The
    // weights are not tuned.
    [[nodiscard]] double cost(std::int64_t n_conditions) const noexcept {
        constexpr double row = 4, call = 16;
        const auto n = static_cast<double>(n_conditions), rows = static_cast<double>(rows_.extent);
        if (is_dense()) return dense_cost(n_conditions) + (n * row + call) / rows;
        return n + row * std::min(1.0, n / rows) + call / rows;
    }

    // Of elements beside each other.
    [[nodiscard]] double dense_cost(std::int64_t n) const noexcept {
        constexpr double byte = 0.025;
        return byte * static_cast<double>(n * job_.decided.walk.elem_bytes);
    }

    template <typename Visit>
    bool for_each_run(const std::byte *first, const Visit &visit) const noexcept {
        const bool wanted = job_.kept == in_place::src1;
        const std::int64_t n = inner_.extent, step = inner_.strides[cond];
        for (std::int64_t i = 0; i < n;) {
            i += equal_conditions(first + i * step, step, n - i, !wanted);
            if (i == n) break;
            const std::int64_t length = equal_conditions(first + i * step, step, n - i, wanted);
            if (!visit(i, length)) return false;
            i += length;
        }
        return true;
    }

    [[nodiscard]] run_side run_of(
            operand which, const addresses &at, std::int64_t begin) const noexcept {
        const std::int64_t step = inner_.strides[which];
        return {at[which] - first_[which] + begin * step, step};
    }

    void copy_and_clear(run_list &runs) const noexcept {
        const std::int64_t most = is_long(rows_, rows_.extent) ? rows_.extent : rows_at_a_time;
        for_each_index(around_[0], first_, [&](const addresses &outer) {
            return for_each_index(around_[1], outer, [&](addresses at) {
                for (std::int64_t left = rows_.extent, n = 0; left > 0; left -= n) {
                    n = std::min(left, most);
                    for (const change_run &run : runs.all())
                        copy_columns(at, run, n);
                    if (left > n) move(at, rows_, n);
                }
                return true;
            });
        });
        runs.clear();
    }

    // The one along which dense elements of dst are a cache line or more, or the longest.
    [[nodiscard]] loops::iterator loop_of_rows(loops sharing) const noexcept {
        const auto is_line = [&](const loop &each) {
            return is_long(each, each.extent)
                   && each.extent * job_.decided.walk.elem_bytes >= line_bytes;
        };
        const auto dense = std::ranges::find_if(sharing, is_line);
        if (dense != sharing.end()) return dense;
        return std::ranges::max_element(sharing, {}, &loop::extent);
    }

    // Whether so many turns of the loop are some dense elements of dst.
    [[nodiscard]] bool is_long(const loop &along, std::int64_t extent) const noexcept {
        constexpr std::int64_t some_bytes = 16;
        const int width = job_.decided.walk.elem_bytes;
        return along.strides[dst] == width && extent * width >= some_bytes;
    }

    // Copies a run in n rows: along the longer of both, but along dense elements of dst where these
    // are some.
    void copy_columns(const addresses &at, const change_run &run, std::int64_t n) const noexcept {
        const int width = job_.decided.walk.elem_bytes;
        copy_side to {at[dst] + run.to.at, run.to.step, rows_.strides[dst]};
        copy_side from {at[from_] + run.from.at, run.from.step, rows_.strides[from_]};
        std::int64_t elems = run.n, rows = n;
        if (is_long(rows_, n) || (n > run.n && !is_dense(run))) {
            std::swap(to.step, to.row_step);
            std::swap(from.step, from.row_step);
            std::swap(elems, rows);
        }
        copy_elements(width, to, from, elems, rows);
    }

    // Whether a run is a few stores in each row.
    [[nodiscard]] bool is_dense(const change_run &run) const noexcept {
        constexpr std::int64_t some_bytes = 16, some_elems = 3;
        const std::int64_t width = job_.decided.walk.elem_bytes;
        if (run.to.step != width) return false;
        const bool is_copied = run.from.step == width || run.from.step == 0;
        return run.n * width >= some_bytes || (is_copied && run.n >= some_elems);
    }

    const walk_job &job_;
    addresses first_;
    loops along_;   // without those below
    loops at_once_; // with inner_, one dense run of conditions
    condition_set dense_;
    double n_at_once_ = 0; // conditions of it; 0 where there is none
    loop inner_;           // of conditions
    double n_conditions_ = 1;
    double n_elems_ = 1;             // with the same condition
    loop rows_;                      // the longest of the loops of the same conditions
    std::array<loops, 2> around_ {}; // the others
    operand from_;
};

} // namespace

taken sources_of_all(const walk_job &job) noexcept {
    condition_set all;
    for (const loop &each : job.decided.looked_at->along)
        all.add(each.extent, each.strides[cond]);
    return all.sources(job.decided.walk.decides, job.data[cond]);
}

taken common_source(const walk_job &job) noexcept {
    // Of so many at random of a source that a twentieth takes, too many take it in one of 25 looks;
    // of a source that half take, few enough in one of 500.
    constexpr int n_looked_at = 16, few = 2;
    int n_true = 0;
    for (int i = 0; i < n_looked_at; ++i) {
        const std::byte *at = job.data[cond];
        int part = i; // of the loop; another one in each, since diagonals may have a pattern
        for (const loop &each : job.decided.looked_at->along) {
            at += each.extent * part / n_looked_at * each.strides[cond];
            part = (part * 5 + 3) % n_looked_at;
        }
        n_true += *at != std::byte {0} ? 1 : 0;
    }
    if (n_true <= few) return taken::src1;
    return n_true >= n_looked_at - few ? taken::src0 : taken::both;
}

bool copy_changes(const walk_job &job) noexcept {
    // The time of an element, where that of an element that is copied alone is 1. Not tuned: rows
    // that are read where they lie take little, and several threads less than one.
    //
    // What is copied before copying is given up is lost, so no share is above `most`. With 0.5, and
    // 512 first conditions, 23 of 604 problems in place took over 1.15 times the best loop nest,
    // and 10 do now; 79 take less than 0.77 of the time, 50 over 1.3 times, noise included (seed
    // 921 of `select_bench --suite search`, forms that gather or have strided rows; AMD EPYC,
    // Zen 3, jit:avx2, 2026-11-23). Executions find out where a larger one pays
    // (schedule/other_ways.cpp).
    const row_form &form = job.decided.form;
    const auto is_gathered = [&](operand which) { return form.gather[which] != gather_kind::none; };
    const bool is_slow = form.strided || is_gathered(src0) || is_gathered(src1) || is_gathered(dst);
    const double fast = 0.03 * job.decided.walk.elem_bytes;
    constexpr double most = 0.15;
    double share = is_slow ? most : std::min(fast, most);
    if (job.decided.copies_many_changes) share *= 4;
    if (job.decided.parallel) share /= 2;
    return changes(job).copy(share);
}

} // namespace libselect
