// SPDX-License-Identifier: Apache-2.0
// The source that most conditions take, by a look at some.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/text_shape.hpp"
#include "exec/all_conditions.hpp"
#include "harness/random.hpp"

namespace internal {
namespace {

using libselect::common_source;
using libselect::schedule;
using libselect::taken;

constexpr std::size_t n_conditions = 300 * 40;

// Conditions of which each loop has its own, and rows that are strided.
taken source_of(const std::vector<std::byte> &conditions, const char *src0) {
    const schedule decided = libselect::make_schedule(plan_of("300x40", src0, "300x40"), 1);
    EXPECT_NE(decided.looked_at, nullptr);
    if (!decided.looked_at) return taken::both;
    libselect::walk_job job {decided, {}, libselect::in_place::none, {}};
    job.data[libselect::cond] = const_cast<std::byte *>(conditions.data());
    return common_source(job);
}

taken source_of(const std::vector<std::byte> &conditions) {
    const taken found = source_of(conditions, "300x40:80x2");
    EXPECT_EQ(source_of(conditions, "300x40:1x300"), found);
    return found;
}

std::vector<std::byte> random_conditions(double share) {
    support::random_source random(7);
    std::vector<std::byte> made(n_conditions);
    for (std::byte &each : made)
        each = std::byte {static_cast<double>(random.below(1000)) < share * 1000};
    return made;
}

class exec_common_source : public testing::Test {
protected:
    void SetUp() override {
        if (std::min(libselect::max_cpu_isa(), libselect::detected_cpu_isa())
                < libselect_cpu_isa_avx2)
            GTEST_SKIP() << "scalar kernels gather nothing";
    }
};

TEST_F(exec_common_source, is_that_of_nearly_all) {
    EXPECT_EQ(source_of(random_conditions(0)), taken::src1);
    EXPECT_EQ(source_of(random_conditions(0.01)), taken::src1);
    EXPECT_EQ(source_of(random_conditions(0.99)), taken::src0);
    EXPECT_EQ(source_of(random_conditions(1)), taken::src0);
}

TEST_F(exec_common_source, is_none_where_conditions_are_mixed) {
    EXPECT_EQ(source_of(random_conditions(0.5)), taken::both);
    std::vector<std::byte> halves(n_conditions), columns(n_conditions);
    for (std::size_t i = 0; i < n_conditions; ++i) {
        halves[i] = std::byte {i < n_conditions / 2};
        columns[i] = std::byte {i % 40 < 20};
    }
    EXPECT_EQ(source_of(halves), taken::both);
    EXPECT_EQ(source_of(columns), taken::both);
}

} // namespace
} // namespace internal
