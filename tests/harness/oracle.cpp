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

// Bytes from one index of each axis of dst to the next: 0 where the input has no dim or a dim of 1.
index steps(const view &input, std::size_t dst_rank, std::size_t first, std::size_t elem_bytes) {
    index made(dst_rank, 0);
    for (std::size_t i = 0; i < input.dims.size(); ++i)
        if (input.dims[i] != 1)
            made[first + i] = input.strides[i] * static_cast<std::int64_t>(elem_bytes);
    return made;
}

struct walked {
    const std::byte *data;
    index steps;
};

// The loops of dst from one axis inwards. Offsets are those of the axes outside it.
struct select_loops {
    walked cond, src0, src1;
    std::byte *dst;
    index dst_steps;
    const index &extents;
    std::size_t elem_bytes;

    void run(std::size_t axis, std::int64_t c, std::int64_t a, std::int64_t b, std::int64_t d) {
        if (axis == extents.size()) {
            const bool taken = cond.data[c] != std::byte {0};
            std::memcpy(dst + d, taken ? src0.data + a : src1.data + b, elem_bytes);
            return;
        }
        for (std::int64_t i = 0; i < extents[axis]; ++i) {
            run(axis + 1, c, a, b, d);
            c += cond.steps[axis];
            a += src0.steps[axis];
            b += src1.steps[axis];
            d += dst_steps[axis];
        }
    }
};

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

dims dense_strides(const dims &extents) {
    dims strides(extents.size(), 1);
    for (std::size_t i = extents.size(); i-- > 1;)
        strides[i - 1] = strides[i] * extents[i];
    return strides;
}

dims dst_dims(const dims &cond, const dims &src0, const dims &src1, const std::string &mode) {
    if (mode == "pdpd") return src0;
    if (mode == "multidirectional") return broadcast(cond, broadcast(src0, src1));
    return broadcast(src0, src1);
}

void select_oracle(const view &cond, const view &src0, const view &src1, const mutable_view &dst,
        std::size_t elem_bytes, const std::string &mode, std::int64_t axis) {
    if (std::count(dst.dims.begin(), dst.dims.end(), 0) != 0) return;
    const std::size_t rank = dst.dims.size();
    const bool pdpd = mode == "pdpd";
    const auto walk = [&](const view &input, std::size_t first, std::size_t n_bytes) {
        return walked {input.data, steps(input, rank, first, n_bytes)};
    };
    const auto first = [&](const view &input) {
        return first_axis(rank, input.dims.size(), pdpd, axis);
    };
    select_loops {walk(cond, first(cond), 1), walk(src0, rank - src0.dims.size(), elem_bytes),
            walk(src1, first(src1), elem_bytes), dst.data,
            steps({dst.data, dst.dims, dst.strides}, rank, 0, elem_bytes), dst.dims, elem_bytes}
            .run(0, 0, 0, 0, 0);
}

} // namespace support
