// SPDX-License-Identifier: Apache-2.0
// The collapsed loops of a case, for `plain` and the yardsticks. Shares no code with src/plan.
#ifndef LIBSELECT_TESTS_BENCH_LOOP_NEST_HPP
#define LIBSELECT_TESTS_BENCH_LOOP_NEST_HPP

#include "bench_case.hpp"
#include "plain.hpp"

namespace bench {

// The nest of a case, without data pointers. Throws std::runtime_error if it has too many loops.
plain_nest collapsed(const bench_case &one);

std::int64_t n_rows(const plain_nest &nest);
plain_range whole_range(const plain_nest &nest);

// Whether an operand (1 is src0, 2 is src1) has the strides of dst, so that their lines correspond.
bool moves_like_dst(const plain_nest &nest, int operand);

} // namespace bench

#endif
