// SPDX-License-Identifier: Apache-2.0
// Fused kernels, for every width, mix of roles and kind of store, keep their contract: bits,
// bounds, aliasing and calling convention.
#include <gtest/gtest.h>

#include <ostream>
#include <vector>

#include "common/needed_isa.hpp"
#include "harness/fault_note.hpp"
#include "kernel/kernel_case.hpp"

namespace internal {
namespace {

using libselect::fused_params;
using libselect::fused_role;
using libselect::store_kind;
using guard = support::placement::guard;

struct fused_case {
    const libselect::implementation *from;
    int vector_bytes;
    int elem_bytes;
};

void PrintTo(const fused_case &one, std::ostream *out) {
    *out << one.from->name << " vectors of " << one.vector_bytes << " w" << one.elem_bytes;
}

std::vector<fused_case> all_fused_cases() {
    std::vector<fused_case> cases;
    for (const int elem_bytes : {1, 2, 4, 8, 16}) {
        for (const auto *from : vector_implementations()) {
            cases.push_back({from, 32, elem_bytes});
            if (is_generated(*from) && from->isa == libselect_cpu_isa_avx512)
                cases.push_back({from, 64, elem_bytes});
        }
    }
    return cases;
}

std::string name_of_fused(const testing::TestParamInfo<fused_case> &info) {
    return test_name(*info.param.from) + "_v" + std::to_string(info.param.vector_bytes) + "_w"
           + std::to_string(info.param.elem_bytes);
}

class kernel_fused_contract : public testing::TestWithParam<fused_case> {
protected:
    [[nodiscard]] fused_params params_of(
            int cols, const libselect::per_operand<fused_role> &roles, store_kind stores) {
        return {GetParam().vector_bytes, GetParam().elem_bytes, cols, roles, stores, {},
                random_.one_in(2)};
    }

    // Calls the kernel for some groups, and judges it.
    void run_one(const fused_params &params, int groups, guard side, std::size_t gap_bytes = 0,
            support::in_place alias = support::in_place::no) {
        libselect::held_code held;
        const libselect::fused_kernel kernel =
                GetParam().from->create_fused(GetParam().from->isa, params, held);
        support::problem what = fused_problem(
                params, groups * kernel.group.rows, libselect::fused_slack_bytes, alias);
        place(what, side, gap_bytes);
        if (params.stores == store_kind::streaming) align_dst_to_line(what);
        const auto text = [&] { return to_string(params) + ": " + to_string(what); };
        const support::fault_note note(text);
        buffers_.prepare(what, random_);
        const std::vector<std::byte> wanted = buffers_.expected(what);
        const libselect::kernel_loops loops = loops_of_groups(kernel, groups);
        const libselect::kernel_args args {data_of(buffers_), &loops};
        ASSERT_EQ(watched_call(kernel.run, args), "") << text();
        ASSERT_EQ(buffers_.difference(what, wanted), "") << text();
    }

    void run_all_groups(const fused_params &params) {
        for (const int groups : {1, 2, 3})
            for (const guard side : {guard::front, guard::back})
                run_one(params, groups, side);
    }

    // In place where sources are full.
    void run_in_place(const fused_params &params) {
        using support::in_place;
        const bool fits0 = params.roles[libselect::src0] == fused_role::full;
        const bool fits1 = params.roles[libselect::src1] == fused_role::full;
        for (const guard side : {guard::front, guard::back}) {
            if (fits0) run_one(params, 2, side, 0, in_place::src0);
            if (fits1) run_one(params, 2, side, 0, in_place::src1);
            if (fits0 && fits1) run_one(params, 2, side, 0, in_place::both);
        }
    }

    // Numbers of columns above 63 whose groups are small enough.
    [[nodiscard]] std::vector<int> long_rows() const {
        std::vector<int> found;
        for (int cols = 64; cols * GetParam().elem_bytes <= 1024; ++cols)
            if (libselect::group_of(GetParam().elem_bytes, cols, GetParam().vector_bytes).vectors
                    <= libselect::max_group_vectors)
                found.push_back(cols);
        return found;
    }

    support::operand_buffers buffers_;
    support::random_source random_ {1};
};

TEST_P(kernel_fused_contract, every_short_row_in_a_few_mixes) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    constexpr auto full = fused_role::full, repeating = fused_role::repeating,
                   periodic = fused_role::periodic, scalar = fused_role::constant;
    const std::vector<libselect::per_operand<fused_role>> mixes {{repeating, full, periodic, full},
            {repeating, repeating, full, full}, {full, repeating, scalar, full},
            {periodic, scalar, repeating, full}, {scalar, repeating, full, full}};
    for (const auto &roles : mixes)
        for (int cols = 2; cols < 64; ++cols) {
            run_all_groups(params_of(cols, roles, store_kind::ordinary));
            if (HasFatalFailure()) return;
        }
}

TEST_P(kernel_fused_contract, every_mix_in_some_rows) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    for (const auto &roles : all_fused_roles())
        for (const int cols : {2, 3, 5, 16, 2 + static_cast<int>(random_.below(62))})
            for (const store_kind stores : {store_kind::ordinary, store_kind::streaming}) {
                run_all_groups(params_of(cols, roles, stores));
                run_in_place(params_of(cols, roles, stores));
                if (HasFatalFailure()) return;
            }
}

TEST_P(kernel_fused_contract, every_misalignment_in_some_mixes) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    const auto mixes = all_fused_roles();
    for (std::size_t gap_bytes = 1; gap_bytes < 64; ++gap_bytes)
        for (const guard side : {guard::front, guard::back})
            for (const store_kind stores : {store_kind::ordinary, store_kind::streaming}) {
                const auto &roles = mixes[random_.below(mixes.size())];
                run_one(params_of(3, roles, stores), 2, side, gap_bytes);
                if (HasFatalFailure()) return;
            }
}

TEST_P(kernel_fused_contract, long_rows_in_some_mixes) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    const std::vector<int> all_cols = long_rows();
    const auto mixes = all_fused_roles();
    if (all_cols.empty()) GTEST_SKIP() << "none in 1024 bytes";
    for (int i = 0; i < 60; ++i) {
        const int cols = i == 0 ? all_cols.back() : all_cols[random_.below(all_cols.size())];
        const store_kind stores = i % 2 == 0 ? store_kind::ordinary : store_kind::streaming;
        run_all_groups(params_of(cols, mixes[random_.below(mixes.size())], stores));
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(
        each, kernel_fused_contract, testing::ValuesIn(all_fused_cases()), name_of_fused);

} // namespace
} // namespace internal
