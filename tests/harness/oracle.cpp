// SPDX-License-Identifier: Apache-2.0
// The oracle: Select by element index, straight from the specification. Shares no code with src/.
#include "harness/oracle.hpp"

#include <algorithm>
#include <cstring>

namespace support {
namespace {

using index = std::vector<std::int64_t>;

// The dst axis at which the dims of an input of this rank begin.
std::size_t first_axis(std::size_t dst_rank, std::size_t rank, bool pdpd, std::int64_t axis) {
    return pdpd && axis != -1 ? static_cast<std::size_t>(axis) : dst_rank - rank;
}

// The input's element for an element of dst: a dim of 1 has index 0 only.
const std::byte *element(
        const view &input, const index &at, std::size_t first, std::size_t elem_bytes) {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < input.dims.size(); ++i)
        offset += (input.dims[i] == 1 ? 0 : at[first + i]) * input.strides[i];
    return input.data + offset * static_cast<std::int64_t>(elem_bytes);
}

std::byte *element(const mutable_view &dst, const index &at, std::size_t elem_bytes) {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < at.size(); ++i)
        offset += at[i] * dst.strides[i];
    return dst.data + offset * static_cast<std::int64_t>(elem_bytes);
}

// Steps to the next index in row-major order; false after the last one.
bool next(index &at, const std::vector<std::int64_t> &dims) {
    for (std::size_t i = dims.size(); i-- > 0;) {
        if (++at[i] < dims[i]) return true;
        at[i] = 0;
    }
    return false;
}

// Right-aligned, a missing dim counts as 1; of two valid dims the one that is not 1 wins.
index broadcast(const index &a, const index &b) {
    index longer = a.size() < b.size() ? b : a;
    const index &shorter = a.size() < b.size() ? a : b;
    const std::size_t first = longer.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i)
        if (longer[first + i] == 1) longer[first + i] = shorter[i];
    return longer;
}

} // namespace

std::vector<std::int64_t> dense_strides(const std::vector<std::int64_t> &dims) {
    std::vector<std::int64_t> strides(dims.size(), 1);
    for (std::size_t i = dims.size(); i-- > 1;)
        strides[i - 1] = strides[i] * dims[i];
    return strides;
}

std::vector<std::int64_t> dst_dims(const std::vector<std::int64_t> &cond,
        const std::vector<std::int64_t> &src0, const std::vector<std::int64_t> &src1,
        const std::string &mode) {
    if (mode == "pdpd") return src0;
    if (mode == "multidirectional") return broadcast(cond, broadcast(src0, src1));
    return broadcast(src0, src1);
}

void select_oracle(const view &cond, const view &src0, const view &src1, const mutable_view &dst,
        std::size_t elem_bytes, const std::string &mode, std::int64_t axis) {
    if (std::count(dst.dims.begin(), dst.dims.end(), 0) != 0) return;
    const auto first = [&](const view &input) {
        return first_axis(dst.dims.size(), input.dims.size(), mode == "pdpd", axis);
    };
    const std::size_t first_cond = first(cond);
    const std::size_t first_src0 = dst.dims.size() - src0.dims.size();
    const std::size_t first_src1 = first(src1);
    index at(dst.dims.size(), 0);
    do {
        const std::byte taken = *element(cond, at, first_cond, 1);
        const std::byte *from = taken != std::byte {0} ? element(src0, at, first_src0, elem_bytes)
                                                       : element(src1, at, first_src1, elem_bytes);
        std::memcpy(element(dst, at, elem_bytes), from, elem_bytes);
    } while (next(at, dst.dims));
}

} // namespace support
