// SPDX-License-Identifier: Apache-2.0
/// @file
/// Select on oneDNN's memory: header-only C++17, for oneDNN 2.x and 3.x.
///
/// It takes dnnl::memory on an engine of kind cpu. Layouts may be plain, permuted, padded or
/// blocked, and each operand may have its own. A program that includes this header links oneDNN
/// through `target_link_libraries(your_target PRIVATE libselect::dnnl)`. libselect.so does not link
/// it.
///
/// A blocked axis becomes two axes, the block and the position inside it, in all four operands
/// alike. Where the size of an axis is not a multiple of the block, or the blocks of two operands
/// do not divide each other, the problem is cut, and one execute runs several pieces; pieces()
/// counts them. Padding of dst is filled with zeros, as oneDNN's primitives do.
///
/// With oneDNN 3.x this header includes libselect/dnnl_graph.hpp.
#ifndef LIBSELECT_DNNL_HPP
#define LIBSELECT_DNNL_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#if !__has_include(<oneapi/dnnl/dnnl.hpp>)
#error "libselect/dnnl.hpp needs oneDNN: link libselect::dnnl, for which CMake must find dnnl"
#endif
#include <oneapi/dnnl/dnnl.hpp>

#include <libselect/detail/dnnl_layout.hpp>
#include <libselect/libselect.hpp>

namespace libselect {

/// dst = cond ? src0 : src1 for four memory descriptors, planned once and executed often. The order
/// of arguments is that of oneDNN's binary_select: src0 is DNNL_ARG_SRC_0, src1 is DNNL_ARG_SRC_1,
/// cond is DNNL_ARG_SRC_2.
///
/// - Types: src0, src1 and dst have one type, of 1, 2, 4 or 8 bytes. cond is s8, u8 or, where
///   oneDNN has it, boolean. Any byte of cond but 0 is true.
/// - Shapes: the descriptors may differ in rank. The attributes are those of select_op.
/// - Bits are copied and never changed.
/// - Layouts that are left open: src1 and dst may have format_kind any, as in oneDNN's primitives.
///   Then they follow src0: the same blocks and the same order of axes, without gaps. Where src0
///   has another rank or one element, dst follows src1, and else the layout is plain with the last
///   dim fastest. src1_desc() and dst_desc() return what was chosen.
///
/// The constructors throw libselect::error, whose text names the operand:
/// - unimplemented: a format_kind other than blocked, a run-time dim or stride, padded_offsets,
///   compensation data behind the elements, a type that is unknown or below one byte;
/// - invalid_arguments: format_kind any of src0 or cond, or an empty descriptor;
/// - the errors of select_op and primitive, such as invalid_shape and invalid_data_type.
class dnnl_select {
public:
    using desc = ::dnnl::memory::desc; ///< a memory descriptor of oneDNN

    /// Takes the layout of the given dst, and checks its type and dims. max_threads bounds the
    /// threads of one execute; 0 means as many as the caller's oneTBB arena has.
    dnnl_select(const desc &src0, const desc &src1, const desc &cond, const desc &dst,
            const attributes &attr = {}, int max_threads = 0)
        : descs_(with_layouts(src0, src1, cond, dst)),
          select_(layouts_of(descs_), attr, max_threads) {}

    /// Infers dst, whose layout is left open; dst_desc() returns it.
    dnnl_select(const desc &src0, const desc &src1, const desc &cond, const attributes &attr = {},
            int max_threads = 0)
        : dnnl_select(src0, src1, cond, inferred_dst(src0, src1, cond, attr), attr, max_threads) {}

    /// The descriptor of src1, given or chosen.
    [[nodiscard]] const desc &src1_desc() const noexcept { return descs_[2]; }
    /// The descriptor of dst, given or inferred.
    [[nodiscard]] const desc &dst_desc() const noexcept { return descs_[3]; }
    /// The number of strided Selects that one execute runs, those that write padding included.
    [[nodiscard]] std::size_t pieces() const noexcept { return select_.pieces(); }

    /// Computes dst from DNNL_ARG_SRC_0, DNNL_ARG_SRC_1 and DNNL_ARG_SRC_2 to DNNL_ARG_DST. Each
    /// has a descriptor equal to that of the constructor. Waits for the stream first, and returns
    /// when dst is written.
    /// - Threads: any number of threads may execute one object at once, each with its own dst.
    /// - Aliasing: as in libselect_execute(). Where pieces() is not 1, the bytes of an input, from
    ///   its first to its last one, may overlap those of dst only if the input is src0 or src1 and
    ///   has the handle and descriptor of dst.
    /// - Errors, all thrown before dst is touched: invalid_arguments (an argument is missing, has
    ///   another descriptor or a NULL handle, or overlaps dst); unimplemented (an engine that is
    ///   not a CPU's, or that runs on SYCL).
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

    // In the order of the operands, with a layout for those that leave it open.
    static std::array<desc, 4> with_layouts(
            const desc &src0, const desc &src1, const desc &cond, const desc &dst) {
        std::array<desc, 4> descs {cond, src0, src1, dst};
        if (detail::is_any(src1))
            descs[2] = detail::desc_following(
                    {&src0}, detail::fields_of(src1).extents, detail::data_type_of(src1));
        if (detail::is_any(dst))
            descs[3] = detail::desc_following(
                    {&src0, &descs[2]}, detail::fields_of(dst).extents, detail::data_type_of(dst));
        return descs;
    }

    static desc inferred_dst(
            const desc &src0, const desc &src1, const desc &cond, const attributes &attr) {
        const std::array<desc, 4> descs = with_layouts(src0, src1, cond, src0);
        const auto shape_of = [&](std::size_t i) {
            return detail::blocked_select::shape_of(
                    detail::layout_of(detail::operand_names[i], descs[i]));
        };
        const select_op op {shape_of(0), shape_of(1), shape_of(2), attr};
        return detail::desc_following(
                {&src0, &descs[2]}, op.dst().dims(), detail::data_type_of(src0));
    }

    std::array<desc, 4> descs_;
    detail::blocked_select select_;
};

} // namespace libselect

#if DNNL_VERSION_MAJOR >= 3 && __has_include(<oneapi/dnnl/dnnl_graph.hpp>)
#include <libselect/dnnl_graph.hpp>
#endif

#endif
