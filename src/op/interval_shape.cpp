// SPDX-License-Identifier: Apache-2.0
// Checks of axes and of the two tensors of an interval.
#include "op/interval_shape.hpp"

#include "base/error.hpp"
#include "op/infer_shape.hpp"

namespace libselect {
namespace {

void check_axis(const char *name, int axis, int rank) {
    if (axis < -rank || axis >= rank)
        fail(libselect_invalid_arguments,
                {name, ": is ", axis, ", dst rank is ", rank,
                        "; an axis of an interval is an axis of dst, from the end when negative"});
}

void check_axes(const interval_bounds &bounds, int rank) {
    const int needed = bounds.has_rows() ? 2 : 1;
    if (rank < needed)
        fail(libselect_invalid_shape,
                {"dst: rank is ", rank, ", the interval needs ", needed,
                        bounds.has_rows() ? "; lower and upper compare a row with a column"
                                          : "; an interval needs an axis of columns"});
    check_axis("axis", bounds.axis, rank);
    if (!bounds.has_rows()) return;
    check_axis("row_axis", bounds.row_axis, rank);
    if (axis_of_dst(bounds.axis, rank) == axis_of_dst(bounds.row_axis, rank))
        fail(libselect_invalid_arguments,
                {"row_axis: is ", bounds.row_axis, ", axis is ", bounds.axis, ", dst rank is ",
                        rank, "; rows and columns are different axes"});
}

// The dim of begin or end along the columns is 1, since each row has one bound.
void check_columns(const named_shape &input, int axis, const shape &dst) {
    const int column_axis = axis_of_dst(axis, dst.rank);
    const int own = column_axis - (dst.rank - input.dims.rank);
    if (own < 0 || own >= input.dims.rank) return;
    const std::int64_t dim = input.dims[own];
    if (dim == 1 || dim == unknown_dim) return;
    shape rows = dst; // what would fit
    rows[column_axis] = 1;
    fail(libselect_invalid_shape,
            {input.name, ": dim ", own, " is ", dim, ", dst dim ", column_axis, " is ",
                    dst[column_axis] == unknown_dim ? std::string("?")
                                                    : std::to_string(dst[column_axis]),
                    "; along axis ", axis,
                    " of the interval it must be 1, since a row has one "
                    "bound: write ",
                    to_string(rows)});
}

// What is wrong whatever the rank of dst is: an axis that counts from the end stands at the same
// place of begin and end.
void check_last_columns(const condition &positions) {
    const int axis = positions->bounds.axis;
    for (std::size_t i = 0; i < n_condition_inputs; ++i) {
        const logical_tensor *tensor = positions->inputs[i].get();
        if (tensor == nullptr || axis >= 0 || tensor->dims.rank + axis < 0) continue;
        const std::int64_t dim = tensor->dims[tensor->dims.rank + axis];
        if (dim != 1 && dim != unknown_dim)
            fail(libselect_invalid_shape,
                    {input_name(condition_kind::interval, i), ": dim ", tensor->dims.rank + axis,
                            " is ", dim, "; along axis ", axis,
                            " of the interval it must be 1, since a row has one bound"});
    }
}

} // namespace

void fit_interval(const condition &positions, shape &dst, const attributes &attr) {
    if (!dst.has_rank()) return check_last_columns(positions);
    check_axes(positions->bounds, dst.rank);
    for (std::size_t i = 0; i < n_condition_inputs; ++i) {
        const logical_tensor *tensor = positions->inputs[i].get();
        if (tensor == nullptr || !tensor->dims.has_rank()) continue;
        const named_shape input {input_name(condition_kind::interval, i), tensor->dims};
        if (tensor->dims.rank <= dst.rank) check_columns(input, positions->bounds.axis, dst);
        broadcast_into(input, dst, attr);
    }
}

} // namespace libselect
