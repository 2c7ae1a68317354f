// SPDX-License-Identifier: Apache-2.0
// The oracle of conditions: what decides at each index of dst, straight from the specification.
// Shares no code with src/.
#ifndef LIBSELECT_TESTS_HARNESS_CONDITION_ORACLE_HPP
#define LIBSELECT_TESTS_HARNESS_CONDITION_ORACLE_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "harness/condition_rule.hpp"
#include "harness/oracle.hpp"

namespace support {

// A condition and the tensors that its rule reads; the others are left empty.
struct condition_view {
    condition_rule rule;
    view cond; // the tensor of a boolean, bits or nonzero condition; the left side of a comparison
    view rhs, begin, end;
};

// Per element of dst, in row-major order, whether it takes src0: 1 or 0. The shapes must be valid
// for the mode.
std::vector<std::byte> decide(const condition_view &condition, const dims &dst,
        const std::string &mode, std::int64_t axis);

// As select_oracle() on cond, for any condition.
void select_oracle(const condition_view &condition, const view &src0, const view &src1,
        const mutable_view &dst, std::size_t elem_bytes, const std::string &mode,
        std::int64_t axis);

} // namespace support

#endif
