// SPDX-License-Identifier: Apache-2.0
/// @file
/// Select on oneDNN's memory: header-only C++17, compiled against the oneDNN the user has, 2.x
/// or 3.x.
///
/// Takes dnnl::memory in plain, permuted, padded and blocked layouts, each operand in its own, on
/// an engine of kind cpu. libselect itself does not link oneDNN; a user of this header does:
/// `target_link_libraries(your_target PRIVATE libselect::dnnl)`.
///
/// How blocks are taken: a blocked axis becomes two axes, the block and the position within it, in
/// all four operands alike. Where an axis is no multiple of the block, or the blocks of two
/// operands do not divide each other, the problem is cut there, and one execute runs several
/// pieces; pieces() tells how many. Elements of dst's padding are written as zeros, as oneDNN's
/// primitives leave them.
///
/// With oneDNN 3.x this header also brings libselect/dnnl_graph.hpp.
#ifndef LIBSELECT_DNNL_HPP
#define LIBSELECT_DNNL_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include <oneapi/dnnl/dnnl.hpp>

#include <libselect/detail/dnnl_layout.hpp>
#include <libselect/libselect.hpp>

namespace libselect {

/// dst = cond ? src0 : src1, made once for four memory descriptors. The order of arguments is that
/// of oneDNN's binary_select: src0 is DNNL_ARG_SRC_0, src1 is DNNL_ARG_SRC_1, cond is
/// DNNL_ARG_SRC_2.
///
/// Types: src0, src1 and dst have one type of 1, 2, 4 or 8 bytes. cond is s8, u8 or, where oneDNN
/// has it, boolean; any byte but 0 is true. Shapes: the descriptors may differ in rank; attributes
/// are those of select_op. Data is moved as bits.
///
/// Throws libselect::error, whose text names the operand:
/// - unimplemented: format_kind other than blocked, a run-time dim or stride, padded_offsets,
///   compensation behind the elements, a type below one byte or unknown, an engine that is not a
///   CPU's or one of SYCL;
/// - invalid_arguments: format_kind any or an empty descriptor;
/// - whatever select_op and primitive throw: invalid_shape, invalid_data_type, ...
class dnnl_select {
public:
    using desc = ::dnnl::memory::desc; ///< oneDNN's

    /// With the caller's dst.
    dnnl_select(const desc &src0, const desc &src1, const desc &cond, const desc &dst,
            const attributes &attr = {}, int max_threads = 0)
        : descs_ {cond, src0, src1, dst},
          select_(layouts_of(descs_), attr, max_threads) {}

    /// Infers dst. It gets the layout of src0 when that has dst's dims, else of src1 when that has,
    /// else is plain with the last dim fastest; see dst_desc().
    dnnl_select(const desc &src0, const desc &src1, const desc &cond, const attributes &attr = {},
            int max_threads = 0)
        : dnnl_select(src0, src1, cond, inferred_dst(src0, src1, cond, attr), attr, max_threads) {}

    /// The descriptor of dst, given or inferred.
    [[nodiscard]] const desc &dst_desc() const noexcept { return descs_[3]; }
    /// Strided selects that one execute runs, with those that write padding.
    [[nodiscard]] std::size_t pieces() const noexcept { return select_.pieces(); }

    /// Takes DNNL_ARG_SRC_0, DNNL_ARG_SRC_1, DNNL_ARG_SRC_2 and DNNL_ARG_DST, each with a
    /// descriptor equal to the constructor's. Waits for the stream and returns when dst is written.
    /// Any number of threads may execute one object at once, each with its own dst. Aliasing: as
    /// libselect_execute has it; where pieces() is not 1, an input whose bytes from the first to
    /// the last overlap those of dst must be src0 or src1 with dst's handle and descriptor. Throws
    /// invalid_arguments for an argument that is missing, has another descriptor or a NULL handle,
    /// or overlaps dst, before dst is touched; unimplemented for an engine as above.
    void execute(const ::dnnl::stream &stream,
            const std::unordered_map<int, ::dnnl::memory> &args) const {
        static constexpr std::array<int, 4> arg_of {
                DNNL_ARG_SRC_2, DNNL_ARG_SRC_0, DNNL_ARG_SRC_1, DNNL_ARG_DST};
        detail::check_stream(stream);
        std::array<void *, 4> data {};
        for (std::size_t i = 0; i < data.size(); ++i) {
            const auto found = args.find(arg_of[i]);
            if (found == args.end())
                detail::refuse(status::invalid_arguments,
                        std::string(detail::operand_names[i])
                                + ": is missing; execute needs DNNL_ARG_SRC_0, DNNL_ARG_SRC_1, "
                                  "DNNL_ARG_SRC_2 (cond) and DNNL_ARG_DST");
            data[i] = detail::data_of(detail::operand_names[i], found->second, descs_[i]);
        }
        select_.execute(data);
    }

private:
    static std::array<detail::blocked_layout, 4> layouts_of(const std::array<desc, 4> &descs) {
        std::array<detail::blocked_layout, 4> layouts;
        for (std::size_t i = 0; i < descs.size(); ++i)
            layouts[i] = detail::layout_of(detail::operand_names[i], descs[i]);
        return layouts;
    }

    static desc inferred_dst(
            const desc &src0, const desc &src1, const desc &cond, const attributes &attr) {
        const std::array<const desc *, 3> inputs {&cond, &src0, &src1};
        std::array<detail::blocked_layout, 3> layouts;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            layouts[i] = detail::layout_of(detail::operand_names[i], *inputs[i]);
        const auto shape_of = detail::blocked_select::shape_of;
        const select_op op {shape_of(layouts[0]), shape_of(layouts[1]), shape_of(layouts[2]), attr};
        const dims extents = op.dst().dims();
        for (std::size_t i = 1; i < inputs.size(); ++i)
            if (layouts[i].extents == extents && layouts[i].offset == 0) return *inputs[i];
        return {extents, detail::data_type_of(src0), op.dst().strides()};
    }

    std::array<desc, 4> descs_;
    detail::blocked_select select_;
};

} // namespace libselect

#if DNNL_VERSION_MAJOR >= 3 && __has_include(<oneapi/dnnl/dnnl_graph.hpp>)
#include <libselect/dnnl_graph.hpp>
#endif

#endif
