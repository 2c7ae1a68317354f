// SPDX-License-Identifier: Apache-2.0
// A comparison of two tensors that hold their own indices, as graphs spell causal masks, and the
// interval that decides the same.
#ifndef SELECTBENCH_POSITION_COMPARISON_HPP
#define SELECTBENCH_POSITION_COMPARISON_HPP

#include <cstdint>
#include <optional>

#include "condition.hpp"

namespace selectbench {

// Each element is its index on the axis, which counts from 0 on.
struct position_tensor {
    ls::dims dims;
    std::int64_t axis = 0;
};

// lhs + offset RELATION rhs.
struct position_comparison {
    ls::relation relation;
    position_tensor lhs, rhs;
    // Without one, the offset is such that the last row sees every column.
    std::optional<std::int64_t> offset;
};

// The interval of a Select with these sources. Nothing where it would not decide as the tensor: the
// relation is ne, both sides count one axis, or an axis that is counted is not dst's in full.
// Throws what the library throws.
std::optional<condition_request> interval_of(const position_comparison &what,
        const ls::logical_tensor &src0, const ls::logical_tensor &src1, const ls::attributes &attr);

} // namespace selectbench

#endif
