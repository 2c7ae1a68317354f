// SPDX-License-Identifier: Apache-2.0
/// @file
/// Select on the tensors of oneDNN Graph 3.x: header-only C++17. With oneDNN 3.x, dnnl.hpp includes
/// this header.
#ifndef LIBSELECT_DNNL_GRAPH_HPP
#define LIBSELECT_DNNL_GRAPH_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <oneapi/dnnl/dnnl.hpp>
#include <oneapi/dnnl/dnnl_graph.hpp>

#include <libselect/detail/dnnl_layout.hpp>
#include <libselect/libselect.hpp>

namespace libselect {

namespace detail {

inline blocked_layout layout_of(const char *operand, const ::dnnl::graph::logical_tensor &tensor) {
    using layout_type = ::dnnl::graph::logical_tensor::layout_type;
    const std::string name = operand;
    if (tensor.get_layout_type() == layout_type::opaque)
        refuse(status::unimplemented, name + ": its layout is opaque; only strided is taken");
    if (tensor.get_layout_type() != layout_type::strided)
        refuse(status::invalid_arguments, name + ": its layout is not strided, so not known");
    const dims extents = tensor.get_dims(), strides = tensor.get_strides();
    for (const dims *list : {&extents, &strides})
        for (const std::int64_t value : *list)
            if (value == DNNL_GRAPH_UNKNOWN_DIM)
                refuse(status::invalid_graph_op, name + ": a dim or stride is unknown");
    const data_type type = type_of(name, static_cast<int>(tensor.get_data_type()));
    return {type, extents, extents, strides, {}, 0};
}

} // namespace detail

/// A comparison of two GenIndex ops, as graphs spell causal masks: true where
/// GenIndex(lhs_axis) + offset `order` GenIndex(rhs_axis).
/// Both indices have the shape of dst. The offset is what Add and Subtract of host scalars make of
/// the left side, such as columns - rows for a bottom right mask.
struct dnnl_graph_positions {
    std::int64_t lhs_axis;   ///< the axis of the left GenIndex, counted from the end when negative
    relation order;          ///< how the left side stands to the right side; ne is not taken
    std::int64_t rhs_axis;   ///< the axis of the right GenIndex
    std::int64_t offset = 0; ///< what is added to the left side
};

namespace detail {

// The bounds of row + offset `order` column.
inline interval bounds_of(relation order, std::int64_t offset) {
    const std::int64_t step = order == relation::lt ? 1 : order == relation::gt ? -1 : 0;
    std::int64_t bound = 0;
    if (order == relation::ne)
        refuse(status::unimplemented, "order: ne of positions is no interval");
    if (__builtin_add_overflow(offset, step, &bound))
        refuse(status::invalid_arguments, "offset: a bound does not fit 64 bits");
    interval bounds;
    if (order != relation::ge && order != relation::gt) bounds.lower = bound;
    if (order != relation::le && order != relation::lt) bounds.upper = bound;
    return bounds;
}

inline relation mirrored(relation order) {
    switch (order) {
    case relation::lt:
        return relation::gt;
    case relation::le:
        return relation::ge;
    case relation::gt:
        return relation::lt;
    case relation::ge:
        return relation::le;
    default:
        return order;
    }
}

// The column is the later axis, since rows that are cut into segments are the fastest.
inline interval interval_of(const dnnl_graph_positions &positions, std::size_t dst_rank) {
    const auto rank = static_cast<std::int64_t>(dst_rank);
    const auto axis_of = [rank](const char *name, std::int64_t axis) {
        if (axis < -rank || axis >= rank)
            refuse(status::invalid_arguments, std::string(name) + ": is " + std::to_string(axis)
                                                      + ", dst rank is " + std::to_string(rank));
        return static_cast<int>(axis < 0 ? axis + rank : axis);
    };
    const int lhs = axis_of("lhs_axis", positions.lhs_axis);
    const int rhs = axis_of("rhs_axis", positions.rhs_axis);
    std::int64_t offset = positions.offset;
    if (lhs > rhs && __builtin_sub_overflow(std::int64_t {0}, offset, &offset))
        refuse(status::invalid_arguments, "offset: a bound does not fit 64 bits");
    interval bounds = bounds_of(lhs > rhs ? mirrored(positions.order) : positions.order, offset);
    bounds.axis = lhs > rhs ? lhs : rhs;
    bounds.row_axis = lhs > rhs ? rhs : lhs;
    return bounds;
}

} // namespace detail

/// dst = cond ? src0 : src1 for logical tensors of oneDNN Graph. All tensors are strided and of
/// known dims; rank 0 is a scalar. The condition is a tensor, or the ops that would compute it:
/// then there is no such tensor. Throws what dnnl_select throws, and invalid_graph_op for an
/// unknown dim or stride.
class dnnl_graph_select {
public:
    using logical_tensor = ::dnnl::graph::logical_tensor; ///< of oneDNN Graph
    using tensor = ::dnnl::graph::tensor;                 ///< of oneDNN Graph

    /// A tensor decides, as in the op Select: boolean, s8 or u8. Plans the loops, and chooses or
    /// generates the kernels. max_threads bounds the threads of one execute; 0 means as many as the
    /// caller's oneTBB arena has.
    dnnl_graph_select(const logical_tensor &cond, const logical_tensor &src0,
            const logical_tensor &src1, const logical_tensor &dst, const attributes &attr = {},
            int max_threads = 0)
        : dnnl_graph_select(
                {{"cond", arg::cond, cond}}, src0, src1, dst,
                [](const auto &inputs, std::size_t) { return condition(inputs[0].described); },
                attr, max_threads) {}

    /// Positions decide.
    dnnl_graph_select(const dnnl_graph_positions &positions, const logical_tensor &src0,
            const logical_tensor &src1, const logical_tensor &dst, const attributes &attr = {},
            int max_threads = 0)
        : dnnl_graph_select(
                {}, src0, src1, dst,
                [&](const auto &, std::size_t dst_rank) {
                    return condition(detail::interval_of(positions, dst_rank));
                },
                attr, max_threads) {}

    /// Numbers decide: true where `lhs order rhs`, as in the op GreaterEqual. They broadcast to
    /// each other.
    dnnl_graph_select(const logical_tensor &lhs, relation order, const logical_tensor &rhs,
            const logical_tensor &src0, const logical_tensor &src1, const logical_tensor &dst,
            const attributes &attr = {}, int max_threads = 0)
        : dnnl_graph_select(
                {{"lhs", arg::lhs, lhs}, {"rhs", arg::rhs, rhs}}, src0, src1, dst,
                [order](const auto &inputs, std::size_t) {
                    return compare(inputs[0].described, order, inputs[1].described);
                },
                attr, max_threads) {}

    /// Computes dst. As in compiled_partition::execute, inputs are the tensors of the condition,
    /// src0 and src1, in the constructor's order, and outputs are {dst}. Type, dims and strides of
    /// each are those given to the constructor. Threads, aliasing and errors are as in
    /// dnnl_select::execute.
    void execute(const ::dnnl::stream &stream, const std::vector<tensor> &inputs,
            const std::vector<tensor> &outputs) const {
        detail::check_stream(stream);
        if (inputs.size() + 1 != operands_.size() || outputs.size() != 1)
            detail::refuse(status::invalid_arguments,
                    "execute: takes " + std::to_string(operands_.size() - 1)
                            + " inputs and the output dst, not " + std::to_string(inputs.size())
                            + " and " + std::to_string(outputs.size()));
        const auto at = [&](std::size_t i) {
            return argument(operands_[i].part,
                    memory(operands_[i].described,
                            data_of(operands_[i], i < inputs.size() ? inputs[i] : outputs[0])));
        };
        switch (operands_.size()) {
        case 3:
            return prim_.execute({at(0), at(1), at(2)});
        case 4:
            return prim_.execute({at(0), at(1), at(2), at(3)});
        default:
            return prim_.execute({at(0), at(1), at(2), at(3), at(4)});
        }
    }

private:
    struct operand {
        operand(const char *operand_name, arg operand_part, const logical_tensor &of)
            : name(operand_name),
              part(operand_part),
              layout(detail::layout_of(operand_name, of)),
              described(layout.type, layout.extents, layout.strides) {}
        const char *name;
        arg part;
        detail::blocked_layout layout;
        libselect::logical_tensor described;
    };

    template <typename decider>
    dnnl_graph_select(std::vector<operand> inputs, const logical_tensor &src0,
            const logical_tensor &src1, const logical_tensor &dst, const decider &decide,
            const attributes &attr, int max_threads)
        : operands_(with_sources(std::move(inputs), src0, src1, dst)),
          prim_(select_op(decide(operands_, operands_.back().layout.extents.size()),
                        operands_[operands_.size() - 3].described,
                        operands_[operands_.size() - 2].described, operands_.back().described,
                        attr),
                  max_threads) {}

    static std::vector<operand> with_sources(std::vector<operand> operands,
            const logical_tensor &src0, const logical_tensor &src1, const logical_tensor &dst) {
        operands.emplace_back("src0", arg::src0, src0);
        operands.emplace_back("src1", arg::src1, src1);
        operands.emplace_back("dst", arg::dst, dst);
        return operands;
    }

    [[nodiscard]] static void *data_of(const operand &at, const tensor &of) {
        const std::string name = at.name;
        if (of.get(true) == nullptr)
            detail::refuse(status::invalid_arguments, name + ": the tensor is empty");
        detail::check_engine(name, of.get_engine().get());
        if (!(detail::layout_of(at.name, of.get_logical_tensor()) == at.layout))
            detail::refuse(status::invalid_arguments,
                    name + ": the tensor differs from the constructor's in type, dims or strides");
        return of.get_data_handle();
    }

    std::vector<operand> operands_; // inputs of the condition, src0, src1, dst
    primitive prim_;
};

} // namespace libselect

#endif
