// SPDX-License-Identifier: Apache-2.0
// Random problems with conditions of each kind; a failure prints its seed.
#include <gtest/gtest.h>

#include "harness/random_condition.hpp"
#include "harness/run_problem.hpp"

namespace {

class condition_random : public testing::TestWithParam<libselect_condition_kind_t> {};

TEST_P(condition_random, every_problem_is_right) {
    const support::seed_range seeds = support::test_seeds(4000);
    for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
        support::random_source random(seed);
        const support::problem what = support::random_condition_problem(GetParam(), random);
        ASSERT_EQ(support::run(what, random), "")
                << "seed " << seed << "; to repeat: "
                << support::reproduce_command("condition_test",
                           testing::UnitTest::GetInstance()->current_test_suite()->name()
                                   + std::string(".*/")
                                   + std::to_string(static_cast<int>(GetParam())),
                           seed);
    }
}

INSTANTIATE_TEST_SUITE_P(kinds, condition_random,
        testing::Values(libselect_condition_boolean, libselect_condition_bits,
                libselect_condition_nonzero, libselect_condition_compare,
                libselect_condition_interval));

} // namespace
