// SPDX-License-Identifier: Apache-2.0
// Random small ops of every mode and layout, and the addresses that the specification combines.
#ifndef INTERNAL_COMMON_RANDOM_OP_HPP
#define INTERNAL_COMMON_RANDOM_OP_HPP

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/random.hpp"
#include "plan/plan.hpp"

namespace internal {

// A valid op with a dst of rank 0 to max_rank and dims 1 to 4, rarely 0. Inputs have any strides;
// dst is padded, permuted and reversed at random.
[[nodiscard]] libselect::select_op random_op(int max_rank, support::random_source &random);

// Calls judge(op, plan, random) for random ops until one fails, which is then told with the command
// that repeats it.
template <typename Judge>
void for_random_ops(const char *test, std::uint64_t n_ops, const Judge &judge) {
    const support::seed_range seeds = support::test_seeds(n_ops);
    for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
        support::random_source random(seed);
        const libselect::select_op op = random_op(6, random);
        const libselect::plan made = libselect::make_plan(op);
        SCOPED_TRACE("seed " + std::to_string(seed) + ", " + libselect::to_string(op) + "\n"
                     + libselect::to_string(made) + "\n"
                     + support::reproduce_command("internal_test", test, seed));
        judge(op, made, random);
        if (testing::Test::HasFailure()) return;
    }
}

// Byte offsets of one cond, src0, src1 and dst element, each from its operand's pointer.
using addresses = libselect::per_operand<std::int64_t>;

// What semantics.md says is combined, in row-major order of dst's index. Shares no code with the
// plan.
[[nodiscard]] std::vector<addresses> addresses_by_the_spec(const libselect::select_op &op);

// What the plan says is combined, in the order of its loops.
[[nodiscard]] std::vector<addresses> addresses_by_the_plan(const libselect::plan &made);
[[nodiscard]] std::vector<addresses> addresses_of(
        const libselect::loop_nest &nest, const addresses &starts);

} // namespace internal

#endif
