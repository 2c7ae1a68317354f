// SPDX-License-Identifier: Apache-2.0
// Random ops, and element by element what they combine.
#include "common/random_op.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "common/text_shape.hpp"
#include "harness/broadcast_spec.hpp"

namespace internal {
namespace {

using libselect::tensor_ref;
using support::random_source;

// Some dims become 1, some leading ones are dropped.
support::dims broadcast_of(support::dims extents, random_source &random) {
    const std::uint64_t rate = 1 + random.below(5);
    for (std::int64_t &dim : extents)
        if (random.one_in(rate)) dim = 1;
    while (!extents.empty() && extents.front() == 1 && random.one_in(2))
        extents.erase(extents.begin());
    return extents;
}

// The dims of src0 from the axis on, some of them 1.
support::dims pdpd_input(const support::dims &src0, std::int64_t axis, random_source &random) {
    const auto rank = static_cast<std::int64_t>(src0.size());
    const std::int64_t first = axis == -1 ? random.between(0, rank) : axis;
    const std::int64_t last = axis == -1 ? rank : random.between(first, rank);
    support::dims made(src0.begin() + first, src0.begin() + last);
    for (std::int64_t &dim : made)
        if (random.one_in(3)) dim = 1;
    return made;
}

tensor_ref make(
        libselect::data_type type, const support::dims &extents, const support::dims &strides) {
    return libselect::make_logical_tensor(
            type, static_cast<int>(extents.size()), extents.data(), strides.data());
}

tensor_ref random_input(
        libselect::data_type type, const support::dims &extents, random_source &random) {
    if (random.one_in(3))
        return libselect::make_logical_tensor(
                type, static_cast<int>(extents.size()), extents.data(), nullptr);
    support::dims strides;
    for (std::size_t i = 0; i < extents.size(); ++i)
        strides.push_back(random.between(-9, 9));
    return make(type, extents, strides);
}

// Strides that grow from axis to axis in a random order: no two elements meet.
tensor_ref random_dst(
        libselect::data_type type, const support::dims &extents, random_source &random) {
    std::vector<std::size_t> order(extents.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    if (random.one_in(2))
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.below(i)]);
    support::dims strides(extents.size());
    std::int64_t next = random.one_in(4) ? 2 : 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        strides[order[i]] = random.one_in(4) ? -next : next;
        next = next * std::max<std::int64_t>(extents[order[i]], 1) + (random.one_in(4) ? 1 : 0);
    }
    return make(type, extents, strides);
}

// Where an operand has its element for an index of dst. Aligned on the right, or from the axis on
// in pdpd, where dst has the rank of src0; a dim of 1 serves every index.
std::int64_t address_of(const libselect::logical_tensor &tensor, const std::vector<int> &index,
        const libselect::attributes &attr, bool placed_by_axis) {
    const auto dst_rank = static_cast<std::int64_t>(index.size());
    const bool named = attr.mode == libselect_auto_broadcast_pdpd && attr.axis != -1;
    const std::int64_t first = named && placed_by_axis ? attr.axis : dst_rank - tensor.dims.rank;
    std::int64_t offset = 0;
    for (int axis = 0; axis < tensor.dims.rank; ++axis) {
        const int at = tensor.dims[axis] == 1 ? 0 : index[static_cast<std::size_t>(first + axis)];
        offset += at * tensor.strides[static_cast<std::size_t>(axis)];
    }
    return offset * static_cast<std::int64_t>(libselect::data_type_size(tensor.type));
}

} // namespace

libselect::select_op random_op(int max_rank, random_source &random) {
    constexpr libselect::data_type types[] = {
            libselect_u8, libselect_bf16, libselect_f32, libselect_f64, libselect_c128};
    const libselect::data_type type = types[random.below(5)];
    support::dims base;
    for (std::int64_t rank = random.between(0, max_rank); rank > 0; --rank)
        base.push_back(random.one_in(50) ? 0 : random.between(1, 4));

    libselect::attributes attr {static_cast<libselect::auto_broadcast>(random.below(4)), -1};
    support::dims extents[3] {base, base, base}; // none
    if (attr.mode == libselect_auto_broadcast_pdpd) {
        attr.axis = random.between(-1, static_cast<std::int64_t>(base.size()));
        extents[0] = pdpd_input(base, attr.axis, random);
        extents[2] = pdpd_input(base, attr.axis, random);
    } else if (attr.mode != libselect_auto_broadcast_none) {
        for (support::dims &one : extents)
            one = broadcast_of(base, random);
        if (attr.mode == libselect_auto_broadcast_numpy)
            extents[0] = broadcast_of(
                    support::dst_by_the_spec(attr.mode, attr.axis, {}, extents[1], extents[2])
                            .value(),
                    random);
    }
    const support::dims dst_dims =
            support::dst_by_the_spec(attr.mode, attr.axis, extents[0], extents[1], extents[2])
                    .value();
    const tensor_ref mask = random_input(libselect_boolean, extents[0], random);
    const tensor_ref if_true = random_input(type, extents[1], random);
    const tensor_ref if_false = random_input(type, extents[2], random);
    const tensor_ref result = random_dst(type, dst_dims, random);
    return libselect::make_select_op(*mask, *if_true, *if_false, result.get(), attr);
}

std::vector<addresses> addresses_by_the_spec(const libselect::select_op &op) {
    const libselect::logical_tensor &result = *op.dst;
    std::vector<addresses> found;
    if (result.dims.is_empty()) return found;
    std::vector<int> index(static_cast<std::size_t>(result.dims.rank), 0);
    for (;;) {
        found.push_back({address_of(*op.cond.tensor(), index, op.attr, true),
                address_of(*op.src0, index, op.attr, false),
                address_of(*op.src1, index, op.attr, true),
                address_of(result, index, op.attr, false)});
        int axis = result.dims.rank - 1;
        while (axis >= 0 && ++index[static_cast<std::size_t>(axis)] == result.dims[axis])
            index[static_cast<std::size_t>(axis--)] = 0;
        if (axis < 0) return found;
    }
}

std::vector<addresses> addresses_by_the_plan(const libselect::plan &made) {
    return addresses_of(made, made.starts);
}

std::vector<addresses> addresses_of(const libselect::loop_nest &nest, const addresses &starts) {
    std::vector<addresses> found;
    if (nest.is_empty()) return found;
    found.push_back(starts);
    for (int at = 0; at < nest.rank; ++at) {
        const libselect::loop &one = nest.loops[static_cast<std::size_t>(at)];
        std::vector<addresses> longer;
        for (const addresses &begin : found)
            for (std::int64_t k = 0; k < one.extent; ++k) {
                longer.push_back(begin);
                for (std::size_t i = 0; i < begin.size(); ++i)
                    longer.back()[i] += k * one.strides[i];
            }
        found = std::move(longer);
    }
    return found;
}

} // namespace internal
