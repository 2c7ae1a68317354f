// SPDX-License-Identifier: Apache-2.0
// The oracle: Select by element index, straight from the specification. Shares no code with src/.
#ifndef LIBSELECT_TESTS_HARNESS_ORACLE_HPP
#define LIBSELECT_TESTS_HARNESS_ORACLE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace support {

using dims = std::vector<std::int64_t>;

// One operand: a pointer, from it the elements (bits, in tensors of bits) to the element of index
// 0,
// ..., 0, dims, and strides in elements or in bytes.
template <typename Byte>
struct operand_view {
    Byte *data;
    support::dims dims;
    support::dims strides;
    bool strides_in_bytes = false;
    std::int64_t offset = 0;
};
using view = operand_view<const std::byte>;
using mutable_view = operand_view<std::byte>;

// Row-major strides of these extents.
dims dense_strides(const dims &extents);

// The dims of dst; the shapes must be valid for the mode.
dims dst_dims(const dims &cond, const dims &src0, const dims &src1, const std::string &mode);

// By how many elements (bytes, where its strides count them) an operand moves from one index of dst
// to the next, per axis of dst: by none along a dim that it lacks, and along a dim of 1, which has
// index 0 only. Its axis 0 stands at axis `first` of dst.
dims steps_over(const dims &extents, const dims &strides, std::size_t first, std::size_t dst_rank);

// The axis of dst at which cond, src1 or a side of a comparison begins.
std::size_t first_axis(
        std::size_t dst_rank, std::size_t rank, const std::string &mode, std::int64_t axis);

// dst = cond ? src0 : src1 for elements of elem_bytes; the shapes must be valid for the mode.
// mode is none, numpy, pdpd or multidirectional; axis belongs to pdpd.
void select_oracle(const view &cond, const view &src0, const view &src1, const mutable_view &dst,
        std::size_t elem_bytes, const std::string &mode, std::int64_t axis);

} // namespace support

#endif
