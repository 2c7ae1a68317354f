// SPDX-License-Identifier: Apache-2.0
// The oracle: Select by element index, straight from the specification. Shares no code with src/.
#ifndef LIBSELECT_TESTS_HARNESS_ORACLE_HPP
#define LIBSELECT_TESTS_HARNESS_ORACLE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace support {

// One operand: pointer to the element of index 0, ..., 0, dims, and strides in elements.
struct view {
    const std::byte *data;
    std::vector<std::int64_t> dims;
    std::vector<std::int64_t> strides;
};
struct mutable_view {
    std::byte *data;
    std::vector<std::int64_t> dims;
    std::vector<std::int64_t> strides;
};

// Row-major strides of dims.
std::vector<std::int64_t> dense_strides(const std::vector<std::int64_t> &dims);

// The dims of dst; the shapes must be valid for the mode.
std::vector<std::int64_t> dst_dims(const std::vector<std::int64_t> &cond,
        const std::vector<std::int64_t> &src0, const std::vector<std::int64_t> &src1,
        const std::string &mode);

// dst = cond ? src0 : src1 for elements of elem_bytes; the shapes must be valid for the mode.
// mode is none, numpy, pdpd or multidirectional; axis belongs to pdpd.
void select_oracle(const view &cond, const view &src0, const view &src1, const mutable_view &dst,
        std::size_t elem_bytes, const std::string &mode, std::int64_t axis);

} // namespace support

#endif
