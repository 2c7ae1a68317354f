// SPDX-License-Identifier: Apache-2.0
// Random problems; a failure prints its seed and the command that repeats it.
#include <gtest/gtest.h>

#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"

namespace {

TEST(random, every_problem_is_right) {
    const support::seed_range seeds = support::test_seeds(8000);
    for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
        support::random_source random(seed);
        const support::problem what = support::random_problem(random);
        ASSERT_EQ(support::run(what, random), "")
                << "seed " << seed << "; to repeat: "
                << support::reproduce_command("select_test", "random.every_problem_is_right", seed);
    }
}

} // namespace
