// SPDX-License-Identifier: Apache-2.0
// Condition bytes of the kinds that mask_spec names.
#ifndef LIBSELECT_TESTS_BENCH_MASK_HPP
#define LIBSELECT_TESTS_BENCH_MASK_HPP

#include <cstddef>
#include <span>

#include "bench_case.hpp"
#include "harness/random.hpp"

namespace bench {

// Fills a dense cond of these dims with 0 and 1; equal seeds give equal masks. Throws
// std::runtime_error for an unknown kind.
void fill_mask(std::span<std::byte> cond, const dims &extents, const mask_spec &mask,
        support::random_source &random);

} // namespace bench

#endif
