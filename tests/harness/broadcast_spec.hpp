// SPDX-License-Identifier: Apache-2.0
// The broadcasting rules for known shapes once more, written from the specification alone: what the
// exhaustive tests and the fuzzer compare shape inference with.
#ifndef LIBSELECT_TESTS_HARNESS_BROADCAST_SPEC_HPP
#define LIBSELECT_TESTS_HARNESS_BROADCAST_SPEC_HPP

#include <cstdint>
#include <optional>
#include <vector>

#include <libselect/libselect.h>

namespace support {

using dims = std::vector<std::int64_t>;

// The dims of dst, or nothing when the shapes are not valid. The mode is one; axis belongs to pdpd.
[[nodiscard]] std::optional<dims> dst_by_the_spec(libselect_auto_broadcast_t mode,
        std::int64_t axis, const dims &cond, const dims &src0, const dims &src1);

} // namespace support

#endif
