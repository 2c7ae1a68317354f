// SPDX-License-Identifier: Apache-2.0
// Creating a plan: strides along dst, order, merge, roles. plan.hpp describes the steps.
#include "plan/plan.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "op/infer_shape.hpp"
#include "plan/promises.hpp"

namespace libselect {
namespace {

using tensors = per_operand<const logical_tensor *>;

tensors tensors_of(const select_op &op) {
    return {op.cond.tensor().get(), op.src0.get(), op.src1.get(), op.dst.get()};
}

void check_known(const tensors &all) {
    for (std::size_t i = 0; i < n_operands; ++i)
        if (!all[i]->dims.is_known())
            fail(libselect_invalid_graph_op,
                    {operand_names[i], ": dims are ", to_string(all[i]->dims),
                            "; a primitive needs every dim to be known"});
}

// The number of elements of dst; throws when it or their bytes do not fit 63 bits.
std::int64_t count_elements(const logical_tensor &tensor) {
    if (tensor.dims.is_empty()) return 0;
    const auto elem_bytes = static_cast<std::int64_t>(data_type_size(tensor.type));
    std::int64_t n_bytes = elem_bytes;
    for (int axis = 0; axis < tensor.dims.rank; ++axis)
        if (__builtin_mul_overflow(n_bytes, tensor.dims[axis], &n_bytes))
            fail(libselect_invalid_shape,
                    {"dst: ", to_string(tensor.dims), " elements of ", elem_bytes,
                            " bytes are more bytes than fit 63 bits"});
    return n_bytes / elem_bytes;
}

// The stride of an operand along an axis of dst. Axis 0 of the operand stands at axis `first` of
// dst, and neighbours of a dense row are `unit` addresses apart. span_of has shown that the product
// fits.
std::int64_t stride_along(
        const logical_tensor &tensor, std::int64_t unit, int first, int dst_axis) {
    const int axis = dst_axis - first;
    if (axis < 0 || axis >= tensor.dims.rank || tensor.dims[axis] == 1) return 0;
    return tensor.strides[static_cast<std::size_t>(axis)] * unit;
}

// Steps 1 and 2: one loop per axis of dst that is not 1 long, in the order of the axes.
void make_loops(plan &nest, const tensors &all, const attributes &attr) {
    const shape &dims = all[dst]->dims;
    per_operand<int> first {};
    for (std::size_t i = 0; i < n_operands; ++i) {
        // A pdpd axis says at which axis of src0 src1 and cond begin; src0 itself begins at axis 0.
        const bool placed = i == cond || i == src1;
        first[i] = first_axis(all[i]->dims.rank, dims.rank, placed ? attr : attributes {});
    }
    for (int axis = 0; axis < dims.rank; ++axis) {
        if (dims[axis] == 1) continue;
        loop &next = nest.loops[static_cast<std::size_t>(nest.rank++)];
        next.extent = dims[axis];
        for (std::size_t i = 0; i < n_operands; ++i)
            next.strides[i] =
                    stride_along(*all[i], nest.unit(static_cast<operand>(i)), first[i], axis);
    }
}

// Step 3.
void order_loops(plan &nest) {
    for (int i = 0; i < nest.rank; ++i) {
        loop &each = nest.loops[static_cast<std::size_t>(i)];
        if (each.strides[dst] > 0) continue;
        for (std::size_t k = 0; k < n_operands; ++k) {
            nest.starts[k] += (each.extent - 1) * each.strides[k];
            each.strides[k] = -each.strides[k];
        }
    }
    std::stable_sort(nest.loops.begin(), nest.loops.begin() + nest.rank,
            [](const loop &a, const loop &b) { return a.strides[dst] > b.strides[dst]; });
}

// Step 4.
void merge_loops(plan &nest) {
    if (nest.rank == 0) return;
    int last = 0;
    for (int i = 1; i < nest.rank; ++i) {
        const loop next = nest.loops[static_cast<std::size_t>(i)];
        loop &outer = nest.loops[static_cast<std::size_t>(last)];
        if (can_merge(outer, next)) {
            outer.extent *= next.extent;
            outer.strides = next.strides;
        } else {
            nest.loops[static_cast<std::size_t>(++last)] = next;
        }
    }
    std::fill(nest.loops.begin() + last + 1, nest.loops.begin() + nest.rank, loop {});
    nest.rank = last + 1;
}

void set_roles(plan &nest) {
    for (const operand which : all_operands) {
        const std::int64_t stride = nest.inner().strides[which];
        role &along = nest.roles[which];
        along = stride == 0 ? role::constant : role::strided;
        if (stride == nest.unit(which)) along = role::full;
    }
}

} // namespace

plan make_plan(const select_op &op) {
    const tensors all = tensors_of(op);
    check_known(all);
    plan nest;
    nest.elem_bytes = static_cast<int>(data_type_size(op.dst->type));
    nest.n_elems = count_elements(*op.dst);
    if (nest.is_empty()) return nest;
    for (std::size_t i = 0; i < n_operands; ++i)
        nest.spans[i] = span_of(*all[i], operand_names[i]);
    make_loops(nest, all, op.attr);
    order_loops(nest);
    merge_loops(nest);
    if (nest.rank == 0) {
        nest.rank = 1;
        nest.loops[0].strides[dst] = nest.elem_bytes;
    }
    set_roles(nest);
    check_promises(nest);
    return nest;
}

} // namespace libselect
