// SPDX-License-Identifier: Apache-2.0
// The broadcasting rules for known shapes once more, written from semantics.md alone: what the
// exhaustive tests compare shape inference with.
#ifndef INTERNAL_OP_BROADCAST_SPEC_HPP
#define INTERNAL_OP_BROADCAST_SPEC_HPP

#include <cstdint>
#include <optional>
#include <vector>

#include "op/auto_broadcast.hpp"

namespace internal {

using dims = std::vector<std::int64_t>;

// The dims of dst, or nothing when the shapes are not valid.
[[nodiscard]] std::optional<dims> dst_by_the_spec(
        const libselect::attributes &attr, const dims &cond, const dims &src0, const dims &src1);

} // namespace internal

#endif
