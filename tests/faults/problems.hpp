// SPDX-License-Identifier: Apache-2.0
// One problem for each way through the library, for tests that run each of them.
#ifndef LIBSELECT_TESTS_FAULTS_PROBLEMS_HPP
#define LIBSELECT_TESTS_FAULTS_PROBLEMS_HPP

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include <libselect/libselect.hpp>

#include "harness/problem.hpp"

namespace faults {

struct named_problem {
    const char *name;
    support::problem what;
};

// Found by GoogleTest, which would print the bytes of the struct.
inline void PrintTo(const named_problem &named, std::ostream *out) {
    *out << named.name;
}

inline std::string name_of(const testing::TestParamInfo<named_problem> &instance) {
    return instance.param.name;
}

// 1.4 MB of dst: several threads work on it.
support::problem large_problem();
// rows x cols f32, src1 one row; every number of columns up to 128 has a kernel of its own.
support::problem row_problem(std::int64_t rows, std::int64_t cols);
// 3 x cols f32, both sources broadcast, so that neither can lie in dst: one kernel each, up to 128.
support::problem broadcast_problem(std::int64_t cols);
// Rows and short rows, copies and four loops, transposed, strided dst, every mode, zero size,
// scalars, and several threads.
std::vector<named_problem> problem_of_every_kind();

} // namespace faults

#endif
