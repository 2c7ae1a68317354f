// SPDX-License-Identifier: Apache-2.0
// Checks of attributes, types, shapes and dst's layout, in this order.
#include "op/select_op.hpp"

#include <vector>

#include "base/error.hpp"
#include "base/overlap.hpp"
#include "op/infer_shape.hpp"
#include "op/interval_shape.hpp"

namespace libselect {
namespace {

void check_same_type(const char *name, const logical_tensor &tensor, const logical_tensor &src0) {
    if (tensor.type == src0.type) return;
    const auto advice = [&](const char *operand, data_type from, data_type to) {
        return std::string("; convert ") + operand + " to " + data_type_name(to)
               + " first: nothing is rounded, since " + data_type_name(to) + " has every value of "
               + data_type_name(from);
    };
    fail(libselect_invalid_data_type,
            {name, ": type is ", data_type_name(tensor.type), ", src0 type is ",
                    data_type_name(src0.type), "; src0, src1 and dst must have one type",
                    has_every_value(src0.type, tensor.type) ? advice(name, tensor.type, src0.type)
                    : has_every_value(tensor.type, src0.type)
                            ? advice("src0", src0.type, tensor.type)
                            : std::string()});
}

void check_types(
        const logical_tensor &src0, const logical_tensor &src1, const logical_tensor *dst) {
    if (is_bit_type(src0.type))
        fail(libselect_unimplemented,
                {"src0: type is ", data_type_name(src0.type),
                        "; types of one bit are for conditions, and sources have at least 8 bits"});
    check_same_type("src1", src1, src0);
    if (dst != nullptr) check_same_type("dst", *dst, src0);
}

// Merges the two shapes: a rank or dim that one of them does not know comes from the other.
shape merge_dst(const shape &given, const shape &inferred, const attributes &attr) {
    if (!given.has_rank()) return inferred;
    if (!inferred.has_rank()) return given;
    const char *mode = auto_broadcast_name(attr.mode);
    if (given.rank != inferred.rank)
        fail(libselect_invalid_shape,
                {"dst: rank is ", given.rank, ", inferred rank is ", inferred.rank,
                        "; a given dst must have the inferred shape (auto_broadcast=", mode, ")"});
    shape merged = given;
    for (int axis = 0; axis < given.rank; ++axis) {
        if (given[axis] == unknown_dim) merged[axis] = inferred[axis];
        if (inferred[axis] != unknown_dim && merged[axis] != inferred[axis])
            fail(libselect_invalid_shape,
                    {"dst: dim ", axis, " is ", given[axis], ", inferred dim ", axis, " is ",
                            inferred[axis],
                            "; a given dst must have the inferred shape (auto_broadcast=", mode,
                            ")"});
    }
    return merged;
}

// If two elements of dst shared memory, the result would depend on the order of writes.
void check_dst_strides(const logical_tensor &dst) {
    if (dst.strides_from != stride_kind::given || !dst.dims.is_known() || dst.dims.is_empty())
        return;
    (void)span_of(dst, "dst"); // throws where the search below would overflow
    strided_set set;
    set.elem_bytes = 1;
    set.rank = dst.dims.rank;
    set.extents = dst.dims.dims;
    set.strides_bytes = dst.strides;
    const overlap found = overlap_within(set);
    if (found == overlap::none) return;
    fail(libselect_invalid_arguments,
            {"dst: ", to_string(dst), found == overlap::shared ? " makes" : " may make",
                    " two elements share memory; each element of dst needs its own"});
}

tensor_ref make_dst(data_type type, const logical_tensor *given, const shape &inferred,
        const attributes &attr) {
    if (given == nullptr) return tensor_ref(new logical_tensor(type, inferred, nullptr));
    const shape merged = merge_dst(given->dims, inferred, attr);
    const bool has_strides = given->strides_from == stride_kind::given && given->dims.has_rank();
    const std::int64_t *strides = has_strides ? given->strides.data() : nullptr;
    const logical_tensor dst(type, merged, strides, given->offset);
    check_dst_strides(dst);
    // Where nothing was filled in, dst is the caller's own object: execute knows it by its address.
    if (equal(dst, *given)) return tensor_ref::share(given);
    return tensor_ref(new logical_tensor(type, merged, strides, given->offset));
}

// The shapes that take part in broadcasting: of a tensor, or of both sides of a comparison. An
// interval has none of its own.
std::vector<named_shape> shapes_of(const condition &cond) {
    if (const logical_tensor *tensor = cond.tensor()) return {{"cond", tensor->dims}};
    if (cond.kind() == condition_kind::compare)
        return {{"lhs", cond->inputs[0]->dims}, {"rhs", cond->inputs[1]->dims}};
    return {};
}

// The inputs of an interval and the sources fit one shape, as far as they are aligned alike.
void check_unplaced(const condition &positions, const logical_tensor &src0,
        const logical_tensor &src1, const attributes &attr) {
    std::vector<named_shape> inputs;
    if (attr.mode != libselect_auto_broadcast_pdpd || attr.axis == LIBSELECT_DEFAULT_AXIS) {
        inputs.push_back({"src0", src0.dims});
        inputs.push_back({"src1", src1.dims});
    }
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (const logical_tensor *tensor = positions->inputs[i].get())
            inputs.push_back({input_name(condition_kind::interval, i), tensor->dims});
    check_pairs(inputs, attr);
}

// The shape of dst as the inputs say.
shape infer_dst(const condition &cond, const logical_tensor &src0, const logical_tensor &src1,
        const attributes &attr) {
    shape dst = infer_shape(shapes_of(cond), src0.dims, src1.dims, attr);
    if (cond.kind() != condition_kind::interval) return dst;
    if (!dst.has_rank()) check_unplaced(cond, src0, src1, attr);
    fit_interval(cond, dst, attr);
    return dst;
}

} // namespace

select_op make_select_op(const condition &cond, const logical_tensor &src0,
        const logical_tensor &src1, const logical_tensor *dst, const attributes &attr) {
    check(attr);
    check(cond);
    check_types(src0, src1, dst);
    const shape inferred = infer_dst(cond, src0, src1, attr);
    select_op op {select_op::kind, cond, tensor_ref::share(&src0), tensor_ref::share(&src1),
            make_dst(src0.type, dst, inferred, attr), attr};
    // A given dst may say more than the inputs.
    if (!inferred.has_rank() && op.dst->dims.has_rank())
        check_dst(shapes_of(cond), src0.dims, src1.dims, op.dst->dims, attr);
    if (cond.kind() == condition_kind::interval) {
        shape dims = op.dst->dims;
        fit_interval(cond, dims, attr);
    }
    return op;
}

std::string to_string(const select_op &op) {
    std::string text = "select cond:" + to_string(op.cond) + " src0:" + to_string(*op.src0)
                       + " src1:" + to_string(*op.src1) + " dst:" + to_string(*op.dst)
                       + " auto_broadcast:" + auto_broadcast_name(op.attr.mode);
    if (op.attr.mode == libselect_auto_broadcast_pdpd)
        text += " axis:" + std::to_string(op.attr.axis);
    return text;
}

} // namespace libselect
