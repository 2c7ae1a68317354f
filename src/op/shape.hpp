// SPDX-License-Identifier: Apache-2.0
// A shape: rank and dims, either of which may be unknown.
#ifndef LIBSELECT_OP_SHAPE_HPP
#define LIBSELECT_OP_SHAPE_HPP

#include "base/axis_array.hpp"

namespace libselect {

inline constexpr std::int64_t unknown_dim = LIBSELECT_UNKNOWN_DIM;
inline constexpr int unknown_rank = LIBSELECT_UNKNOWN_RANK;

// Only the first `rank` dims mean anything. A dim is >= 0 or unknown_dim.
struct shape {
    int rank = 0;
    axis_array dims;

    [[nodiscard]] bool has_rank() const noexcept { return rank != unknown_rank; }
    [[nodiscard]] std::int64_t &operator[](int axis) {
        return dims[static_cast<std::size_t>(axis)];
    }
    [[nodiscard]] std::int64_t operator[](int axis) const {
        return dims[static_cast<std::size_t>(axis)];
    }
    [[nodiscard]] bool is_known() const noexcept {
        for (int axis = 0; axis < rank; ++axis)
            if ((*this)[axis] == unknown_dim) return false;
        return has_rank();
    }
    [[nodiscard]] bool is_empty() const noexcept {
        for (int axis = 0; axis < rank; ++axis)
            if ((*this)[axis] == 0) return true;
        return false;
    }
};

} // namespace libselect

#endif
