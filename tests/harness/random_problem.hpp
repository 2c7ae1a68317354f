// SPDX-License-Identifier: Apache-2.0
// Random valid problems: shapes, broadcasts, layouts, types, modes, aliasing, placement.
#ifndef LIBSELECT_TESTS_HARNESS_RANDOM_PROBLEM_HPP
#define LIBSELECT_TESTS_HARNESS_RANDOM_PROBLEM_HPP

#include "harness/problem.hpp"
#include "harness/random.hpp"

namespace support {

// Rank 0 to 6, few elements, now and then none.
dims random_dims(random_source &random);

// The dims with a random subset set to 1, and some of the leading 1s dropped.
dims random_broadcast(dims extents, random_source &random);

// The dims of an input of pdpd: part of src0's from the axis on, some of them 1.
dims random_pdpd_input(const dims &src0, std::int64_t axis, random_source &random);

// A dense problem of any mode, whose operands have the dims of base or are broadcast to them.
problem random_shapes(libselect_data_type_t type, const dims &base, random_source &random);

// Strides that keep elements apart: permuted, padded, negative.
dims random_dst_strides(const dims &extents, random_source &random);

// The same, and zero or overlapping too.
dims random_input_strides(const dims &extents, random_source &random);

// A placement that leaves any misalignment to a 64-byte vector.
placement random_placement(random_source &random);

// Lays dst over an input where that is allowed: an input of the same dims takes dst's strides.
void maybe_in_place(problem &what, random_source &random);

// Any valid problem of rank 0 to 6 and at most a few thousand elements.
problem random_problem(random_source &random);

} // namespace support

#endif
