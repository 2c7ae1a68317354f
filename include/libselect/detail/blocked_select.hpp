// SPDX-License-Identifier: Apache-2.0
// Runs Select over blocked layouts as a few strided Selects. Used by dnnl.hpp; not part of the
// interface.
#ifndef LIBSELECT_DETAIL_BLOCKED_SELECT_HPP
#define LIBSELECT_DETAIL_BLOCKED_SELECT_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <libselect/detail/axis_cut.hpp>
#include <libselect/detail/blocked_layout.hpp>
#include <libselect/libselect.hpp>

namespace libselect::detail {

// The order of operands in every array here.
inline constexpr std::array<const char *, 4> operand_names {"cond", "src0", "src1", "dst"};
template <typename T>
using by_operand = std::array<T, 4>;

[[noreturn]] inline void refuse(status code, const std::string &text) {
    throw error(code, text.c_str());
}

// A list of pieces of dst. Each piece is one strided Select. Boxes of dst are added, and each is
// cut into pieces along every axis. Pieces with equal extents and strides share one primitive and
// differ only in their offsets.
class piecewise_select {
public:
    piecewise_select(data_type type, int max_threads) : type_(type), max_threads_(max_threads) {}

    // Adds the elements of dst whose index on every axis is in [lo, hi).
    void add_box(const by_operand<operand_view> &views, const dims &lo, const dims &hi) {
        std::vector<axis_cut> cuts;
        for (std::size_t axis = 0; axis < lo.size(); ++axis) {
            cuts.push_back(cut_axis(views, axis, lo[axis], hi[axis]));
            if (cuts.back().runs.empty()) return;
        }
        std::vector<std::size_t> chosen(cuts.size(), 0);
        do
            add_piece(views, cuts, chosen);
        while (next(cuts, chosen));
    }

    void execute(const by_operand<void *> &data) const {
        for (const piece &at : pieces_) {
            const part &with = parts_[at.part];
            const auto address = [&](std::size_t i) {
                return static_cast<char *>(data[i]) + at.offsets_bytes[i];
            };
            with.prim.execute({with.op.cond(), address(0)}, {with.op.src0(), address(1)},
                    {with.op.src1(), address(2)}, {with.op.dst(), address(3)});
        }
    }

    [[nodiscard]] std::size_t size() const { return pieces_.size(); }

private:
    struct part {
        select_op op;
        primitive prim;
    };
    struct piece {
        std::size_t part;
        by_operand<std::int64_t> offsets_bytes;
    };

    static bool next(const std::vector<axis_cut> &cuts, std::vector<std::size_t> &chosen) {
        for (std::size_t axis = cuts.size(); axis-- > 0;) {
            if (++chosen[axis] < cuts[axis].runs.size()) return true;
            chosen[axis] = 0;
        }
        return false;
    }

    void add_piece(const by_operand<operand_view> &views, const std::vector<axis_cut> &cuts,
            const std::vector<std::size_t> &chosen) {
        by_operand<std::int64_t> offsets {};
        by_operand<dims> strides;
        dims extents;
        for (std::size_t axis = 0; axis < cuts.size(); ++axis) {
            const run &in = cuts[axis].runs[chosen[axis]];
            for (int level = in.level; level >= 0; --level)
                if (cuts[axis].extent(in, level) != 1)
                    extents.push_back(cuts[axis].extent(in, level));
            for (std::size_t i = 0; i < views.size(); ++i)
                offsets[i] += add_axis(views[i].axes[axis], cuts[axis], in, strides[i]);
        }
        const auto element_bytes = static_cast<std::int64_t>(size_of(type_));
        for (std::size_t i = 0; i < views.size(); ++i)
            offsets[i] = (offsets[i] + views[i].offset) * (i == 0 ? 1 : element_bytes);
        pieces_.push_back({part_for(extents, strides), offsets});
    }

    // Appends the strides of one operand inside a run. Returns the offset of the start of the run.
    static std::int64_t add_axis(
            const axis_digits &digits, const axis_cut &cut, const run &in, dims &strides) {
        for (int level = in.level; level >= 0; --level)
            if (cut.extent(in, level) != 1) strides.push_back(stride_at(digits, cut.weight(level)));
        return offset_at(digits, in.start);
    }

    std::size_t part_for(const dims &extents, const by_operand<dims> &strides) {
        dims key = extents;
        for (const dims &of_operand : strides)
            key.insert(key.end(), of_operand.begin(), of_operand.end());
        const auto found = part_of_.find(key);
        if (found != part_of_.end()) return found->second;

        select_op op {{data_type::boolean, extents, strides[0]}, {type_, extents, strides[1]},
                {type_, extents, strides[2]}, {type_, extents, strides[3]}, auto_broadcast::none};
        primitive prim {op, max_threads_};
        parts_.push_back({std::move(op), std::move(prim)});
        return part_of_[key] = parts_.size() - 1;
    }

    data_type type_;
    int max_threads_;
    std::vector<part> parts_;
    std::vector<piece> pieces_;
    std::map<dims, std::size_t> part_of_;
};

// The whole problem: pieces that compute the elements of dst, then pieces that write zeros to its
// padding.
class blocked_select {
public:
    blocked_select(
            const by_operand<blocked_layout> &layouts, const attributes &attr, int max_threads)
        : layouts_(layouts),
          values_(layouts[3].type, max_threads),
          padding_(layouts[3].type, max_threads) {
        const blocked_layout &dst = layouts_[3];
        const select_op checked {shape_of(layouts_[0]), shape_of(layouts_[1]),
                shape_of(layouts_[2]), shape_of(dst), attr};
        if (dst.is_empty()) return;
        for (std::size_t i = 0; i < layouts_.size(); ++i)
            ranges_[i] = range_of(layouts_[i]);
        const std::size_t rank = dst.extents.size();
        by_operand<operand_view> views;
        for (std::size_t i = 0; i < 3; ++i)
            views[i] = input_view(layouts_[i], first_axis(i, attr), rank);
        views[3] = dst_view(dst);
        values_.add_box(views, dims(rank, 0), dst.extents);
        add_padding({broadcast_view(rank), broadcast_view(rank), broadcast_view(rank), views[3]});
    }

    // A dense logical tensor with the type and dims of a layout.
    [[nodiscard]] static logical_tensor shape_of(const blocked_layout &layout) {
        return {layout.type, layout.extents};
    }

    // Each pointer is a data handle. The offset of the layout is added here.
    void execute(const by_operand<void *> &data) const {
        if (values_.size() == 0) return;
        for (std::size_t i = 0; i < data.size(); ++i)
            if (data[i] == nullptr)
                refuse(status::invalid_arguments,
                        std::string(operand_names[i])
                                + ": data is NULL, which only a tensor without elements may have");
        // With a single piece, the library itself decides overlap, and exactly.
        if (pieces() > 1)
            for (std::size_t i = 0; i < 3; ++i)
                check_overlap(i, data);
        values_.execute(data);
        alignas(16) static const char zero[16] = {};
        char *const zeros = const_cast<char *>(zero); // the library only reads it
        padding_.execute({zeros, zeros, zeros, data[3]});
    }

    [[nodiscard]] std::size_t pieces() const { return values_.size() + padding_.size(); }
    [[nodiscard]] const by_operand<blocked_layout> &layouts() const { return layouts_; }

private:
    [[nodiscard]] std::size_t first_axis(std::size_t i, const attributes &attr) const {
        const std::size_t missing = layouts_[3].extents.size() - layouts_[i].extents.size();
        if (attr.mode != auto_broadcast::pdpd || attr.axis < 0 || missing == 0) return missing;
        return static_cast<std::size_t>(attr.axis);
    }

    // Adds the padding of dst as one box per axis. An element that is in the padding of several
    // axes belongs to the box of the first of them.
    void add_padding(const by_operand<operand_view> &views) {
        const blocked_layout &dst = layouts_[3];
        for (std::size_t axis = 0; axis < dst.extents.size(); ++axis) {
            dims lo(dst.extents.size(), 0), hi = dst.padded;
            std::copy_n(dst.extents.begin(), axis, hi.begin());
            lo[axis] = dst.extents[axis];
            padding_.add_box(views, lo, hi);
        }
    }

    // One piece must not write what another piece reads. The library sees one piece at a time, so
    // the check is made here, on whole ranges.
    void check_overlap(std::size_t i, const by_operand<void *> &data) const {
        if (i != 0 && data[i] == data[3] && layouts_[i] == layouts_[3]) return;
        const std::less<> before;
        if (!before(address(i, ranges_[i].first, data), address(3, ranges_[3].last, data))
                || !before(address(3, ranges_[3].first, data), address(i, ranges_[i].last, data)))
            return;
        refuse(status::invalid_arguments,
                std::string(operand_names[i])
                        + ": shares memory with dst; where a blocked axis is cut, dst may only be "
                          "src0 or src1 with an equal descriptor");
    }

    [[nodiscard]] const char *address(
            std::size_t i, std::int64_t element, const by_operand<void *> &data) const {
        return static_cast<const char *>(data[i])
               + element * static_cast<std::int64_t>(size_of(layouts_[i].type));
    }

    by_operand<blocked_layout> layouts_;
    by_operand<element_range> ranges_ {};
    piecewise_select values_, padding_;
};

} // namespace libselect::detail

#endif
