// SPDX-License-Identifier: Apache-2.0
/// @file
/// Select on the tensors of oneDNN Graph 3.x: header-only C++17. With oneDNN 3.x, dnnl.hpp includes
/// this header.
#ifndef LIBSELECT_DNNL_GRAPH_HPP
#define LIBSELECT_DNNL_GRAPH_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
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

/// dst = cond ? src0 : src1 for four logical tensors of oneDNN Graph, in its order: cond, src0,
/// src1. All tensors are strided and of known dims; rank 0 is a scalar. cond is boolean, s8 or u8.
/// Throws what dnnl_select throws, and invalid_graph_op for an unknown dim or stride.
class dnnl_graph_select {
public:
    using logical_tensor = ::dnnl::graph::logical_tensor; ///< of oneDNN Graph
    using tensor = ::dnnl::graph::tensor;                 ///< of oneDNN Graph

    /// Plans the loops, and chooses or generates the kernels. max_threads bounds the threads of one
    /// execute; 0 means as many as the caller's oneTBB arena has.
    dnnl_graph_select(const logical_tensor &cond, const logical_tensor &src0,
            const logical_tensor &src1, const logical_tensor &dst, const attributes &attr = {},
            int max_threads = 0)
        : select_({detail::layout_of("cond", cond), detail::layout_of("src0", src0),
                          detail::layout_of("src1", src1), detail::layout_of("dst", dst)},
                attr, max_threads) {}

    /// Computes dst. As in compiled_partition::execute, inputs are {cond, src0, src1} and outputs
    /// are {dst}. Type, dims and strides of each are those given to the constructor. Threads,
    /// aliasing and errors are as in dnnl_select::execute.
    void execute(const ::dnnl::stream &stream, const std::vector<tensor> &inputs,
            const std::vector<tensor> &outputs) const {
        detail::check_stream(stream);
        if (inputs.size() != 3 || outputs.size() != 1)
            detail::refuse(status::invalid_arguments,
                    "execute: takes the inputs cond, src0, src1 and the output dst, not "
                            + std::to_string(inputs.size()) + " and "
                            + std::to_string(outputs.size()));
        std::array<void *, 4> data {};
        for (std::size_t i = 0; i < data.size(); ++i)
            data[i] = data_of(i, i < inputs.size() ? inputs[i] : outputs[0]);
        select_.execute(data);
    }

private:
    [[nodiscard]] void *data_of(std::size_t i, const tensor &of) const {
        const std::string name = detail::operand_names[i];
        if (of.get(true) == nullptr)
            detail::refuse(status::invalid_arguments, name + ": the tensor is empty");
        detail::check_engine(name, of.get_engine().get());
        if (!(detail::layout_of(detail::operand_names[i], of.get_logical_tensor())
                    == select_.layouts()[i]))
            detail::refuse(status::invalid_arguments,
                    name + ": the tensor differs from the constructor's in type, dims or strides");
        return of.get_data_handle();
    }

    detail::blocked_select select_;
};

} // namespace libselect

#endif
