// SPDX-License-Identifier: Apache-2.0
// The forms of generated strided rows: straight code for each number of columns, loops, branches,
// and sources that are kept. kernel_contract_test.cpp runs the loops without branches.
#include <algorithm>

#include "common/needed_isa.hpp"
#include "kernel/kernel_case.hpp"
#include "plan/row_form.hpp"

namespace internal {
namespace {

using libselect::in_place;
using libselect::role;
using libselect::row_params;
using libselect::straight_cols;

std::vector<kernel_case> strided_cases() {
    std::vector<kernel_case> cases = all_kernel_cases();
    std::erase_if(cases, [](const kernel_case &one) {
        return !is_generated(*one.from) || !has_strided(one.params);
    });
    return cases;
}

class jit_strided_rows : public testing::TestWithParam<kernel_case> {
protected:
    // Calls a kernel for rows of cols columns.
    void run_rows(const row_params &params, std::int64_t cols) {
        libselect::held_code held;
        const libselect::kernel_fn run = GetParam().from->create(params, held);
        const auto up_to_3 = [&] { return 1 + static_cast<std::int64_t>(judge_.random.below(3)); };
        const extents size {up_to_3(), up_to_3(), cols};
        support::problem what = random_kernel_problem(params, size, judge_.random);
        what.conditions = every_mask()[judge_.random.below(every_mask().size())];
        if (!lay_in_place(what, params, alias_of(params.kept))) return;
        ASSERT_EQ(judge_.judge(run, params, what), "");
    }

    // Straight code for every number of columns that has some and one more, and loops.
    void run_all(bool skips) {
        row_params params = GetParam().params;
        params.skips = skips;
        for (const in_place kept : {in_place::none, in_place::src0, in_place::src1})
            for (int cols = 1; cols <= straight_cols + 1; ++cols) {
                params.kept = kept;
                params.cols = cols;
                run_rows(params, cols);
                params.cols = 0;
                run_rows(params, 3 * cols);
                if (HasFatalFailure()) return;
            }
    }

private:
    kernel_judge judge_;
};

TEST_P(jit_strided_rows, of_every_length_choose_addresses) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    run_all(false);
}

TEST_P(jit_strided_rows, of_every_length_predict_conditions) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    run_all(true);
}

INSTANTIATE_TEST_SUITE_P(each, jit_strided_rows, testing::ValuesIn(strided_cases()), name_of);
#if defined(LIBSELECT_SANITIZED)
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(jit_strided_rows); // kernel_case.hpp says why
#endif

} // namespace
} // namespace internal
