// SPDX-License-Identifier: Apache-2.0
// Collapsing loops.
#include "loop_nest.hpp"

#include <array>
#include <stdexcept>

namespace bench {
namespace {

struct loop {
    std::int64_t extent;
    std::array<std::int64_t, 4> strides;
};

// Right-aligned: operands of pdpd with an axis are no bench cases.
std::int64_t stride_of(const support::operand &tensor, std::size_t from_right) {
    if (tensor.dims.size() < from_right) return 0;
    const std::size_t axis = tensor.dims.size() - from_right;
    return tensor.dims[axis] == 1 ? 0 : tensor.strides[axis];
}

bool mergeable(const loop &outer, const loop &inner) {
    for (std::size_t k = 0; k < 4; ++k)
        if (outer.strides[k] != inner.extent * inner.strides[k]) return false;
    return true;
}

std::vector<loop> collapsed_loops(const support::problem &what) {
    std::vector<loop> loops;
    const dims &extents = what.dst.dims;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        if (extents[i] == 1) continue;
        const std::size_t right = extents.size() - i;
        const loop inner {
                extents[i], {stride_of(what.cond, right), stride_of(what.src0, right),
                                    stride_of(what.src1, right), stride_of(what.dst, right)}};
        if (!loops.empty() && mergeable(loops.back(), inner))
            loops.back() = {loops.back().extent * inner.extent, inner.strides};
        else
            loops.push_back(inner);
    }
    if (loops.empty()) loops.push_back({1, {1, 1, 1, 1}});
    return loops;
}

} // namespace

plain_nest collapsed(const bench_case &one) {
    const std::vector<loop> loops = collapsed_loops(one.what);
    if (loops.size() > plain_nest::max_rank)
        throw std::runtime_error(one.name + ": too many loops for the bench");
    plain_nest nest {};
    nest.rank = static_cast<int>(loops.size());
    for (std::size_t i = 0; i < loops.size(); ++i) {
        nest.extents[i] = loops[i].extent;
        for (std::size_t k = 0; k < 4; ++k)
            nest.strides[k][i] = loops[i].strides[k];
    }
    return nest;
}

std::int64_t n_rows(const plain_nest &nest) {
    std::int64_t rows = 1;
    for (int i = 0; i + 1 < nest.rank; ++i)
        rows *= nest.extents[i];
    return rows;
}

plain_range whole_range(const plain_nest &nest) {
    return {0, n_rows(nest), 0, nest.extents[nest.rank - 1]};
}

bool moves_like_dst(const plain_nest &nest, int operand) {
    for (int i = 0; i < nest.rank; ++i)
        if (nest.strides[operand][i] != nest.strides[3][i]) return false;
    return true;
}

} // namespace bench
