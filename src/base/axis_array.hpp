// SPDX-License-Identifier: Apache-2.0
// One number per axis: dims, extents, strides.
#ifndef LIBSELECT_BASE_AXIS_ARRAY_HPP
#define LIBSELECT_BASE_AXIS_ARRAY_HPP

#include <array>
#include <cstdint>

#include <libselect/libselect.h>

namespace libselect {

inline constexpr int max_rank = LIBSELECT_MAX_RANK;

using axis_array = std::array<std::int64_t, max_rank>;

} // namespace libselect

#endif
