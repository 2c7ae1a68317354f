// SPDX-License-Identifier: Apache-2.0
// Making a plan: strides along dst, order, merge, roles. The steps are listed in plan.hpp.
#include "plan/plan.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "op/infer_shape.hpp"

namespace libselect {
namespace {

using tensors = per_operand<const logical_tensor *>;

tensors tensors_of(const select_op &op) {
    return {op.cond.get(), op.src0.get(), op.src1.get(), op.dst.get()};
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

// The byte stride of an operand along an axis of dst, where axis `first` of dst is its axis 0.
// span_of has shown that products fit.
std::int64_t stride_along(const logical_tensor &tensor, int first, int dst_axis) {
    const int axis = dst_axis - first;
    if (axis < 0 || axis >= tensor.dims.rank || tensor.dims[axis] == 1) return 0;
    return tensor.strides[static_cast<std::size_t>(axis)]
           * static_cast<std::int64_t>(data_type_size(tensor.type));
}

// Steps 1 and 2: one loop per axis of dst above 1, in the order of the axes.
void make_loops(plan &made, const tensors &all, const attributes &attr) {
    const shape &dims = all[dst]->dims;
    per_operand<int> first {};
    for (std::size_t i = 0; i < n_operands; ++i) {
        // A pdpd axis says where src1 and cond stand; src0 is what they stand in.
        const bool placed = i == cond || i == src1;
        first[i] = first_axis(all[i]->dims.rank, dims.rank, placed ? attr : attributes {});
    }
    for (int axis = 0; axis < dims.rank; ++axis) {
        if (dims[axis] == 1) continue;
        loop &next = made.loops[static_cast<std::size_t>(made.rank++)];
        next.extent = dims[axis];
        for (std::size_t i = 0; i < n_operands; ++i)
            next.strides_bytes[i] = stride_along(*all[i], first[i], axis);
    }
}

// Step 3.
void order_loops(plan &made) {
    for (int i = 0; i < made.rank; ++i) {
        loop &one = made.loops[static_cast<std::size_t>(i)];
        if (one.strides_bytes[dst] > 0) continue;
        for (std::size_t k = 0; k < n_operands; ++k) {
            made.start_bytes[k] += (one.extent - 1) * one.strides_bytes[k];
            one.strides_bytes[k] = -one.strides_bytes[k];
        }
    }
    std::stable_sort(
            made.loops.begin(), made.loops.begin() + made.rank, [](const loop &a, const loop &b) {
                return a.strides_bytes[dst] > b.strides_bytes[dst];
            });
}

bool can_merge(const loop &outer, const loop &inner) {
    for (std::size_t i = 0; i < n_operands; ++i) {
        // The inner reach can leave 63 bits for an operand that is not merged anyway.
        std::int64_t reach = 0;
        if (__builtin_mul_overflow(inner.strides_bytes[i], inner.extent, &reach)) return false;
        if (outer.strides_bytes[i] != reach) return false;
    }
    return true;
}

// Step 4.
void merge_loops(plan &made) {
    if (made.rank == 0) return;
    int last = 0;
    for (int i = 1; i < made.rank; ++i) {
        const loop next = made.loops[static_cast<std::size_t>(i)];
        loop &outer = made.loops[static_cast<std::size_t>(last)];
        if (can_merge(outer, next)) {
            outer.extent *= next.extent;
            outer.strides_bytes = next.strides_bytes;
        } else {
            made.loops[static_cast<std::size_t>(++last)] = next;
        }
    }
    std::fill(made.loops.begin() + last + 1, made.loops.begin() + made.rank, loop {});
    made.rank = last + 1;
}

void set_roles(plan &made) {
    const loop &inner = made.inner();
    for (std::size_t i = 0; i < n_operands; ++i) {
        const std::int64_t width = i == cond ? 1 : made.elem_bytes;
        const std::int64_t stride = inner.strides_bytes[i];
        made.roles[i] = stride == width ? role::full : stride == 0 ? role::scalar : role::strided;
    }
}

} // namespace

plan make_plan(const select_op &op) {
    const tensors all = tensors_of(op);
    check_known(all);
    plan made;
    made.elem_bytes = static_cast<int>(data_type_size(op.dst->type));
    made.n_elems = count_elements(*op.dst);
    if (made.is_empty()) return made;
    for (std::size_t i = 0; i < n_operands; ++i)
        made.spans[i] = span_of(*all[i], operand_names[i]);
    make_loops(made, all, op.attr);
    order_loops(made);
    merge_loops(made);
    if (made.rank == 0) {
        made.rank = 1;
        made.loops[0].strides_bytes[dst] = made.elem_bytes;
    }
    set_roles(made);
    return made;
}

} // namespace libselect
