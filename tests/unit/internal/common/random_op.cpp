// SPDX-License-Identifier: Apache-2.0
// Random ops, and element by element what they combine.
#include "common/random_op.hpp"

#include "harness/random_problem.hpp"

namespace internal {
namespace {

using libselect::tensor_ref;
using support::random_source;

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

    const support::problem shapes = support::random_shapes(type, base, random);
    const tensor_ref mask = random_input(libselect_boolean, shapes.cond.dims, random);
    const tensor_ref if_true = random_input(type, shapes.src0.dims, random);
    const tensor_ref if_false = random_input(type, shapes.src1.dims, random);
    const tensor_ref result =
            make(type, shapes.dst.dims, support::random_dst_strides(shapes.dst.dims, random));
    return libselect::make_select_op(*mask, *if_true, *if_false, result.get(),
            {libselect::parse_auto_broadcast(shapes.mode.c_str()), shapes.axis});
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
