// SPDX-License-Identifier: Apache-2.0
// The oracle on parts of a case.
#include "oracle_slices.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "harness/oracle.hpp"

namespace bench {
namespace {

constexpr std::int64_t oracle_elems = 1 << 18; // per slice

// Indices first .. first + count - 1 of one axis of dst.
struct slice {
    std::size_t axis;
    std::int64_t first;
    std::int64_t count;
};

support::view cut(const support::operand &tensor, const std::byte *data, std::size_t elem_bytes,
        std::size_t dst_rank, const slice &part) {
    support::view made {data, tensor.dims, tensor.strides};
    const std::size_t missing = dst_rank - tensor.dims.size();
    if (part.axis < missing || tensor.dims[part.axis - missing] == 1) return made;
    const std::size_t axis = part.axis - missing;
    made.data += part.first * made.strides[axis] * static_cast<std::int64_t>(elem_bytes);
    made.dims[axis] = part.count;
    return made;
}

bool slice_agrees(const bench_case &one, const case_data &data, const slice &part) {
    const support::problem &what = one.what;
    const std::size_t elem_bytes = one.elem_bytes();
    const std::size_t rank = what.dst.dims.size();
    dims extents = what.dst.dims;
    extents[part.axis] = part.count;
    std::vector<std::byte> wanted(static_cast<std::size_t>(support::n_elems(extents)) * elem_bytes);
    support::select_oracle(cut(what.cond, data.cond(), 1, rank, part),
            cut(what.src0, data.src0(), elem_bytes, rank, part),
            cut(what.src1, data.src1(), elem_bytes, rank, part),
            {wanted.data(), extents, support::dense_strides(extents)}, elem_bytes, what.mode, -1);
    const auto index_bytes = static_cast<std::size_t>(what.dst.strides[part.axis]) * elem_bytes;
    const std::size_t part_bytes = index_bytes * static_cast<std::size_t>(part.count);
    const std::size_t step = index_bytes * static_cast<std::size_t>(what.dst.dims[part.axis]);
    const std::byte *found =
            data.expected().data() + static_cast<std::size_t>(part.first) * index_bytes;
    for (std::size_t at = 0; at < wanted.size(); at += part_bytes, found += step)
        if (std::memcmp(&wanted[at], found, part_bytes) != 0) return false;
    return true;
}

} // namespace

bool oracle_agrees(const bench_case &one, const case_data &data) {
    const dims &extents = one.what.dst.dims;
    if (extents.empty())
        return std::memcmp(data.expected().data(),
                       data.cond()[0] != std::byte {0} ? data.src0() : data.src1(),
                       one.elem_bytes())
               == 0;
    const auto longest = std::max_element(extents.begin(), extents.end());
    const auto axis = static_cast<std::size_t>(longest - extents.begin());
    const std::int64_t count =
            std::clamp<std::int64_t>(oracle_elems * *longest / one.n_elems(), 1, *longest);
    if (count == *longest) return slice_agrees(one, data, {axis, 0, count});
    for (const std::int64_t first : {std::int64_t {0}, (*longest - count) / 2, *longest - count})
        if (!slice_agrees(one, data, {axis, first, count})) return false;
    return true;
}

} // namespace bench
