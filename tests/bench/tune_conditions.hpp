// SPDX-License-Identifier: Apache-2.0
// Times of Selects whose condition is no byte mask, cut into blocks of other sizes.
#ifndef LIBSELECT_TESTS_BENCH_TUNE_CONDITIONS_HPP
#define LIBSELECT_TESTS_BENCH_TUNE_CONDITIONS_HPP

#include <cstdint>

#include "tune_data.hpp"

namespace bench {

// A condition that is evaluated to bytes, of n_elems numbers: the time with blocks of so many
// elements over the time with blocks of `evaluated_bytes`.
[[nodiscard]] double evaluated_ratio(std::int64_t n_elems, std::int64_t block_elems);

// Causal rows of f32, planes x 1024 x 1024, of which nothing is evaluated: the time with blocks of
// so many bytes of dst over the time with blocks of `direct_bytes`.
[[nodiscard]] double direct_ratio(std::int64_t planes, std::int64_t block_bytes, bool in_place);

} // namespace bench

#endif
