// SPDX-License-Identifier: Apache-2.0
// Every subset of broadcast axes of every operand, by mask, for every rank up to 4 and every mode.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/run_problem.hpp"
#include "harness/sanitized.hpp"
#include "harness/type_lists.hpp"
#include "unit/outcome.hpp"
#include "unit/type_name.hpp"

namespace {

using libselect::data_type;
using support::dims;
using support::problem;

// The dims with axis i set to 1 where bit i of the mask is set.
dims with_ones(dims extents, unsigned mask) {
    for (std::size_t i = 0; i < extents.size(); ++i)
        if ((mask >> i & 1U) != 0) extents[i] = 1;
    return extents;
}

dims without_leading_ones(dims extents) {
    const auto first = std::find_if(
            extents.begin(), extents.end(), [](std::int64_t extent) { return extent != 1; });
    extents.erase(extents.begin(), first);
    return extents;
}

// Dims of each rank from 1 to 4; the last ones have a row of a vector and a tail.
const std::vector<dims> &tiny_dims() {
    static const std::vector<dims> all {
            {5}, {19}, {3, 5}, {2, 19}, {2, 3, 5}, {3, 2, 18}, {2, 3, 2, 5}, {2, 2, 3, 17}};
    static const std::vector<dims> to_rank_3(all.begin(), all.end() - 2);
    return support::is_sanitized ? to_rank_3 : all;
}

// Calls `test` with the masks of cond, src0 and src1; stops at a fatal failure.
template <typename Test>
void for_each_mask(std::size_t rank, const Test &test) {
    const unsigned n = 1U << rank;
    for (unsigned cond = 0; cond < n; ++cond)
        for (unsigned src0 = 0; src0 < n; ++src0)
            for (unsigned src1 = 0; src1 < n; ++src1) {
                test(cond, src0, src1);
                if (testing::Test::HasFatalFailure()) return;
            }
}

// All the subsets that the mode allows, for one type.
void run_every_subset(data_type type, const std::string &mode, bool drop_leading_ones) {
    support::random_source random(20240102);
    const auto shape = [&](const dims &full, unsigned mask) {
        const dims kept = with_ones(full, mask);
        return drop_leading_ones ? without_leading_ones(kept) : kept;
    };
    for (const dims &full : tiny_dims())
        for_each_mask(full.size(), [&](unsigned cond, unsigned src0, unsigned src1) {
            // numpy: cond may not enlarge dst, so it is 1 wherever both sources are.
            if (mode == "numpy" && (cond & src0 & src1) != (src0 & src1)) return;
            const problem what = support::dense_problem(
                    type, shape(full, cond), shape(full, src0), shape(full, src1), mode);
            ASSERT_EQ(support::run(what, random), "");
        });
}

class broadcast : public testing::TestWithParam<data_type> {};

TEST_P(broadcast, numpy_takes_every_subset_of_axes_of_each_operand) {
    run_every_subset(GetParam(), "numpy", false);
}

TEST_P(broadcast, numpy_takes_every_lower_rank_of_each_operand) {
    run_every_subset(GetParam(), "numpy", true);
}

TEST_P(broadcast, multidirectional_takes_every_subset_of_axes_of_each_operand) {
    run_every_subset(GetParam(), "multidirectional", false);
}

TEST_P(broadcast, multidirectional_takes_every_lower_rank_of_each_operand) {
    run_every_subset(GetParam(), "multidirectional", true);
}

// An input of pdpd of rank r has dims axis .. axis + r - 1 of src0.
dims pdpd_input(const dims &src0, std::int64_t axis, std::size_t rank, unsigned mask) {
    const auto first =
            axis == -1 ? src0.end() - static_cast<std::ptrdiff_t>(rank) : src0.begin() + axis;
    return with_ones(dims(first, first + static_cast<std::ptrdiff_t>(rank)), mask);
}

void run_every_pdpd_subset(
        data_type type, const dims &src0, std::size_t cond_rank, std::size_t src1_rank) {
    support::random_source random(20240103);
    const auto last_axis = static_cast<std::int64_t>(src0.size() - std::max(cond_rank, src1_rank));
    for (std::int64_t axis = -1; axis <= last_axis; ++axis)
        for (unsigned cond = 0; cond < 1U << cond_rank; ++cond)
            for (unsigned src1 = 0; src1 < 1U << src1_rank; ++src1) {
                const problem what =
                        support::dense_problem(type, pdpd_input(src0, axis, cond_rank, cond), src0,
                                pdpd_input(src0, axis, src1_rank, src1), "pdpd", axis);
                ASSERT_EQ(support::run(what, random), "");
            }
}

TEST_P(broadcast, pdpd_takes_every_axis_and_every_subset) {
    for (const dims &src0 : tiny_dims())
        for (std::size_t cond_rank = 0; cond_rank <= src0.size(); ++cond_rank)
            for (std::size_t src1_rank = 0; src1_rank <= src0.size(); ++src1_rank) {
                run_every_pdpd_subset(GetParam(), src0, cond_rank, src1_rank);
                if (HasFatalFailure()) return;
            }
}

TEST_P(broadcast, none_takes_equal_dims_of_every_rank) {
    support::random_source random(20240104);
    for (const dims &full : tiny_dims())
        for (unsigned mask = 0; mask < 1U << full.size(); ++mask) {
            const dims same = with_ones(full, mask);
            ASSERT_EQ(support::run(
                              support::dense_problem(GetParam(), same, same, same, "none"), random),
                    "");
        }
}

TEST(broadcast_rules, numpy_refuses_every_subset_in_which_cond_enlarges_dst) {
    for (const dims &full : tiny_dims())
        for_each_mask(full.size(), [&](unsigned cond, unsigned src0, unsigned src1) {
            if ((cond & src0 & src1) == (src0 & src1)) return;
            const libselect::logical_tensor mask(data_type::boolean, with_ones(full, cond));
            const libselect::logical_tensor a(data_type::f32, with_ones(full, src0));
            const libselect::logical_tensor b(data_type::f32, with_ones(full, src1));
            ASSERT_EQ(unit::status_of([&] { libselect::select_op(mask, a, b); }),
                    libselect::status::invalid_shape);
        });
}

INSTANTIATE_TEST_SUITE_P(
        widths, broadcast, testing::ValuesIn(support::type_of_every_width()), unit::type_name);

} // namespace
