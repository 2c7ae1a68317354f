// SPDX-License-Identifier: Apache-2.0
// Judges the expected result of a case by the oracle.
#ifndef LIBSELECT_TESTS_BENCH_ORACLE_SLICES_HPP
#define LIBSELECT_TESTS_BENCH_ORACLE_SLICES_HPP

#include "case_data.hpp"

namespace bench {

// Whether data.expected() is what the oracle computes: all of it for a small case, the first,
// middle and last part of the longest axis for a large one, since the oracle takes 30 ns an
// element. Call it while src1 is unchanged.
bool oracle_agrees(const bench_case &one, const case_data &data);

} // namespace bench

#endif
