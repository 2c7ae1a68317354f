// SPDX-License-Identifier: Apache-2.0
// Random valid problems: shapes, broadcasts, layouts, types, modes, aliasing, placement.
#include "harness/random_problem.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "harness/oracle.hpp"

namespace support {
namespace {

// Few enough for thousands of problems, enough for a vector loop with a tail.
constexpr std::int64_t max_elems = 6000;

std::int64_t below(std::int64_t limit, random_source &random) {
    return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(limit)));
}

} // namespace

dims random_dims(random_source &random) {
    constexpr std::array<std::int64_t, 12> extents {1, 2, 2, 3, 3, 4, 5, 7, 8, 16, 17, 33};
    dims made(random.below(7));
    for (std::int64_t &extent : made) {
        extent = extents[random.below(extents.size())];
        if (random.one_in(60)) extent = 0;
    }
    if (!made.empty() && random.one_in(3)) made.back() = 1 + below(300, random);
    while (n_elems(made) > max_elems)
        *std::max_element(made.begin(), made.end()) = 2;
    return made;
}

dims random_broadcast(dims extents, random_source &random) {
    const std::uint64_t rate = 1 + random.below(6); // 1: every dim is broadcast
    for (std::int64_t &extent : extents)
        if (random.one_in(rate)) extent = 1;
    while (!extents.empty() && extents.front() == 1 && random.one_in(2))
        extents.erase(extents.begin());
    return extents;
}

dims random_pdpd_input(const dims &src0, std::int64_t axis, random_source &random) {
    const std::size_t first =
            axis == -1 ? random.below(src0.size() + 1) : static_cast<std::size_t>(axis);
    const std::size_t rank =
            axis == -1 ? src0.size() - first : random.below(src0.size() - first + 1);
    dims made(src0.begin() + static_cast<std::ptrdiff_t>(first),
            src0.begin() + static_cast<std::ptrdiff_t>(first + rank));
    for (std::int64_t &extent : made)
        if (random.one_in(3)) extent = 1;
    return made;
}

void maybe_in_place(problem &what, random_source &random) {
    const bool fits0 = what.src0.dims == what.dst.dims;
    const bool fits1 = what.src1.dims == what.dst.dims;
    switch (random.below(8)) {
    case 0:
        if (fits0) what.alias = in_place::src0;
        break;
    case 1:
        if (fits1) what.alias = in_place::src1;
        break;
    case 2:
        if (fits0 && fits1) what.alias = in_place::both;
        break;
    default:
        break;
    }
    if (what.alias == in_place::src0 || what.alias == in_place::both) what.src0 = what.dst;
    if (what.alias == in_place::src1 || what.alias == in_place::both) what.src1 = what.dst;
}

problem random_shapes(libselect_data_type_t type, const dims &base, random_source &random) {
    switch (random.below(4)) {
    case 0:
        return dense_problem(type, base, base, base, "none");
    case 1: {
        const auto rank = static_cast<std::int64_t>(base.size());
        const std::int64_t axis = below(rank + 2, random) - 1;
        const dims cond = random_pdpd_input(base, axis, random);
        return dense_problem(type, cond, base, random_pdpd_input(base, axis, random), "pdpd", axis);
    }
    case 2: {
        const dims src0 = random_broadcast(base, random);
        const dims src1 = random_broadcast(base, random);
        const dims cond = random_broadcast(dst_dims({}, src0, src1, "numpy"), random);
        return dense_problem(type, cond, src0, src1, "numpy");
    }
    default: {
        const dims cond = random_broadcast(base, random);
        const dims src0 = random_broadcast(base, random);
        return dense_problem(type, cond, src0, random_broadcast(base, random), "multidirectional");
    }
    }
}

dims random_dst_strides(const dims &extents, random_source &random) {
    dims order(extents.size());
    std::iota(order.begin(), order.end(), 0);
    const bool permuted = random.one_in(2);
    for (std::size_t i = order.size(); permuted && i > 1; --i)
        std::swap(order[i - 1], order[random.below(i)]);
    const bool padded = random.one_in(2);
    const bool negated = random.one_in(3);
    std::int64_t stride = padded && random.one_in(2) ? 1 + below(3, random) : 1;
    dims strides(extents.size());
    for (std::size_t i = order.size(); i-- > 0;) {
        const auto axis = static_cast<std::size_t>(order[i]);
        strides[axis] = negated && random.one_in(2) ? -stride : stride;
        stride = stride * std::max<std::int64_t>(extents[axis], 1);
        if (padded && random.one_in(2)) stride += below(5, random);
        // The stride of a dim of 1 is never used, so it may be any number.
        if (extents[axis] == 1 && random.one_in(2)) strides[axis] = below(19, random) - 9;
    }
    return strides;
}

dims random_input_strides(const dims &extents, random_source &random) {
    dims strides = random_dst_strides(extents, random);
    if (random.one_in(4))
        for (std::int64_t &stride : strides)
            if (random.one_in(3)) stride = random.one_in(2) ? 0 : below(9, random) - 4;
    return strides;
}

placement random_placement(random_source &random) {
    const bool front = random.one_in(2);
    const std::size_t gap_bytes = random.one_in(2) ? 0 : random.below(70);
    return {front ? placement::guard::front : placement::guard::back, gap_bytes};
}

problem random_problem(random_source &random) {
    const auto type =
            static_cast<libselect_data_type_t>(libselect_boolean + random.below(libselect_c128));
    problem made = random_shapes(type, random_dims(random), random);
    for (operand *input : {&made.cond, &made.src0, &made.src1})
        if (random.one_in(2)) input->strides = random_input_strides(input->dims, random);
    if (random.one_in(2)) {
        made.dst.strides = random_dst_strides(made.dst.dims, random);
        made.infer_dst = false;
    }
    for (operand *tensor : {&made.cond, &made.src0, &made.src1, &made.dst})
        tensor->where = random_placement(random);
    maybe_in_place(made, random);
    made.max_threads = static_cast<int>(random.below(4));
    return made;
}

} // namespace support
