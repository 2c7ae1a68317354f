// SPDX-License-Identifier: Apache-2.0
// The other forms of kernels keep the contract too: streaming stores, looking for runs of equal
// conditions, narrow vectors, a source that is kept in place, rows of fixed length.
#include <algorithm>

#include "common/needed_isa.hpp"
#include "kernel/kernel_case.hpp"

namespace internal {
namespace {

using libselect::in_place;
using libselect::per_operand;
using libselect::prefetched;
using libselect::role;
using libselect::row_params;
using libselect::store_kind;

class kernel_forms : public testing::TestWithParam<kernel_case> {
protected:
    [[nodiscard]] static bool can_keep(in_place kept) {
        const per_operand<role> &roles = GetParam().params.roles;
        return kept == in_place::none
               || roles[kept == in_place::src0 ? libselect::src0 : libselect::src1]
                          == roles[libselect::dst];
    }

    // Lays the source that is kept in dst, and at times another or both.
    void lay_at_random(support::problem &what, const row_params &params) {
        using support::in_place;
        constexpr in_place every[] = {in_place::src0, in_place::src1, in_place::both};
        support::problem other = what;
        const bool keeps = params.kept != libselect::in_place::none;
        const in_place any = keeps ? in_place::both : every[judge.random.below(3)];
        if (judge.random.one_in(4) && lay_in_place(other, params, any))
            what = other;
        else
            ASSERT_TRUE(lay_in_place(what, params, alias_of(params.kept)));
    }

    // One problem of a random small number of planes and rows.
    [[nodiscard]] std::string judge_one(libselect::kernel_fn run, const row_params &params,
            std::int64_t cols, const support::mask &conditions) {
        const auto up_to_3 = [&] { return 1 + static_cast<std::int64_t>(judge.random.below(3)); };
        const extents size {up_to_3(), up_to_3(), cols};
        support::problem what = random_kernel_problem(params, size, judge.random);
        what.conditions = conditions;
        lay_at_random(what, params);
        return judge.judge(run, params, what);
    }

    // Long rows with every combination of the other leaves.
    void run_all_leaves(in_place kept) {
        row_params params = GetParam().params;
        params.kept = kept;
        for (const store_kind stores : {store_kind::ordinary, store_kind::streaming})
            for (const bool skips : {false, true})
                for (const bool narrow : {false, true}) {
                    params.stores = stores;
                    params.skips = skips;
                    params.narrow = narrow;
                    params.splits_blends = !params.splits_blends;
                    run_long_rows(params);
                    if (HasFatalFailure()) return;
                }
    }

    // Sizes on both sides of every loop of a long row, each with every mask; until one fails.
    void run_long_rows(const row_params &params) {
        libselect::held_code held;
        const libselect::kernel_fn run = GetParam().from->create(params, held);
        const std::int64_t lanes = lanes_of(params);
        for (const std::int64_t vectors : {0, 1, 4, 8, 16, 40})
            for (const support::mask &conditions : every_mask()) {
                const auto extra = static_cast<std::int64_t>(
                        judge.random.below(2 * static_cast<std::uint64_t>(lanes)));
                const std::int64_t cols = std::max<std::int64_t>(vectors * lanes + extra, 1);
                ASSERT_EQ(judge_one(run, params, cols, conditions), "");
            }
    }

    // A kernel for each number of columns that a row of fixed length may have.
    void run_fixed_rows(row_params params) {
        const std::int64_t lanes = lanes_of(params);
        const int n_problems = params.shares_masks ? 8 : 3; // there are more layouts that matter
        for (std::int64_t cols = 1; cols <= 8 * lanes; ++cols) {
            const bool is_tested = cols <= 2 * lanes + 1 || cols % (lanes / 2) <= 1;
            const bool may_stream = cols * params.elem_bytes % 32 == 0;
            if (params.stores == store_kind::streaming ? !may_stream : !is_tested) continue;
            params.cols = static_cast<int>(cols);
            libselect::held_code held;
            const libselect::kernel_fn run = GetParam().from->create(params, held);
            for (int i = 0; i < n_problems; ++i) {
                const auto which = judge.random.below(every_mask().size());
                ASSERT_EQ(judge_one(run, params, cols, every_mask()[which]), "");
            }
        }
    }

    // Those of every source that may be kept, with every kind of stores.
    void run_fixed_rows_in_every_place(row_params params) {
        for (const in_place kept : {in_place::none, in_place::src0, in_place::src1})
            for (const store_kind stores : {store_kind::ordinary, store_kind::streaming}) {
                if (!can_keep(kept)) continue;
                params.kept = kept;
                params.stores = stores;
                run_fixed_rows(params);
            }
    }

    kernel_judge judge;
};

TEST_P(kernel_forms, streaming_skipping_and_narrow_vectors_change_no_bit) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    run_all_leaves(in_place::none);
}

TEST_P(kernel_forms, a_source_may_be_prefetched_where_stores_stream) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    row_params params = GetParam().params;
    params.stores = store_kind::streaming;
    for (const auto &[which, ahead] : {std::pair(libselect::src0, prefetched::src0),
                 std::pair(libselect::src1, prefetched::src1)}) {
        if (params.roles[which] != libselect::role::full) continue;
        params.ahead = ahead;
        libselect::held_code held;
        const libselect::kernel_fn run = GetParam().from->create(params, held);
        const std::int64_t page = libselect::prefetched_ahead / params.elem_bytes;
        for (const std::int64_t cols : {page, 2 * page, 3 * page - 1})
            for (const support::mask &conditions : every_mask())
                ASSERT_EQ(judge_one(run, params, cols + lanes_of(params), conditions), "");
    }
}

TEST_P(kernel_forms, a_source_that_lies_in_dst_may_be_kept) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    for (const in_place kept : {in_place::src0, in_place::src1})
        if (can_keep(kept)) run_all_leaves(kept);
}

TEST_P(kernel_forms, rows_may_have_a_fixed_length) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    run_fixed_rows_in_every_place(GetParam().params);
}

TEST_P(kernel_forms, narrow_rows_may_have_a_fixed_length) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    row_params params = GetParam().params;
    params.narrow = true;
    params.skips = true;
    for (const in_place kept : {in_place::none, in_place::src0, in_place::src1})
        for (const store_kind stores : {store_kind::ordinary, store_kind::streaming}) {
            if (!can_keep(kept)) continue;
            params.kept = kept;
            params.stores = stores;
            params.splits_blends = stores == store_kind::ordinary;
            run_fixed_rows(params);
        }
}

TEST_P(kernel_forms, rows_of_fixed_length_may_share_masks) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    row_params params = GetParam().params;
    params.shares_masks = true;
    for (const bool splits : {false, true}) {
        params.splits_blends = splits;
        if (!splits || GetParam().from->isa == libselect_cpu_isa_avx2)
            run_fixed_rows_in_every_place(params);
    }
}

INSTANTIATE_TEST_SUITE_P(each, kernel_forms, testing::ValuesIn(vector_kernel_cases()), name_of);

} // namespace
} // namespace internal
