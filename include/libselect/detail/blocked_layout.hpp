// SPDX-License-Identifier: Apache-2.0
// Where the elements of a blocked tensor lie. Used by dnnl.hpp; not part of the interface.
//
// A blocked layout splits a position on an axis into digits. In nChw16c, channel c has the digits
// c / 16 and c % 16, and each digit has a stride of its own. Here every axis is a list of digits;
// an axis without blocks has one. The weight of a digit is the number of positions that one step of
// it passes: 16 and 1 in the example.
#ifndef LIBSELECT_DETAIL_BLOCKED_LAYOUT_HPP
#define LIBSELECT_DETAIL_BLOCKED_LAYOUT_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <libselect/libselect.hpp>

namespace libselect::detail {

struct inner_block {
    std::size_t axis;
    std::int64_t size;
    bool operator==(const inner_block &other) const {
        return axis == other.axis && size == other.size;
    }
};

// A layout in the terms of oneDNN's descriptor. Strides and the offset count elements.
struct blocked_layout {
    data_type type = data_type::undef;
    dims extents;
    dims padded;                     // extents with padding; equal to them without
    dims strides;                    // one per axis, between its outermost blocks
    std::vector<inner_block> blocks; // outermost first, dense
    std::int64_t offset = 0;         // from the data handle to element 0, ..., 0

    [[nodiscard]] bool is_empty() const {
        for (const std::int64_t extent : extents)
            if (extent == 0) return true;
        return false;
    }
    bool operator==(const blocked_layout &other) const {
        return type == other.type && extents == other.extents && padded == other.padded
               && strides == other.strides && blocks == other.blocks && offset == other.offset;
    }
};

struct digit {
    std::int64_t weight; // positions that one step of the digit passes
    std::int64_t stride; // elements in memory that one step passes
};
// The digits of an axis, smallest weight first. The first weight is 1, and each divides the next.
using axis_digits = std::vector<digit>;

inline axis_digits digits_of(const blocked_layout &layout, std::size_t axis) {
    axis_digits digits;
    std::int64_t weight = 1, stride = 1;
    for (auto block = layout.blocks.rbegin(); block != layout.blocks.rend(); ++block) {
        if (block->axis == axis && block->size > 1) {
            digits.push_back({weight, stride});
            weight *= block->size;
        }
        stride *= block->size;
    }
    digits.push_back({weight, layout.strides[axis]});
    return digits;
}

// The distance from position 0 to this position, in elements.
inline std::int64_t offset_at(const axis_digits &digits, std::int64_t position) {
    std::int64_t offset = 0;
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
        offset += position / digit->weight * digit->stride;
        position %= digit->weight;
    }
    return offset;
}

// The distance, in elements, between two neighbouring multiples of `weight` that agree in all
// digits of greater weight. `weight` must be a multiple of every smaller weight of the digits.
inline std::int64_t stride_at(const axis_digits &digits, std::int64_t weight) {
    const digit *at = &digits.front();
    for (const digit &next : digits)
        if (next.weight <= weight) at = &next;
    return weight / at->weight * at->stride;
}

// The elements [first, last), counted from the data handle, hold the tensor and its padding.
struct element_range {
    std::int64_t first;
    std::int64_t last;
};

inline element_range range_of(const blocked_layout &layout) {
    element_range range {layout.offset, layout.offset + 1};
    for (std::size_t axis = 0; axis < layout.extents.size(); ++axis) {
        const axis_digits digits = digits_of(layout, axis);
        for (std::size_t i = 0; i < digits.size(); ++i) {
            const std::int64_t weight = digits[i].weight;
            const std::int64_t steps = i + 1 < digits.size()
                                               ? digits[i + 1].weight / weight - 1
                                               : (layout.padded[axis] + weight - 1) / weight - 1;
            const std::int64_t reach = steps * digits[i].stride;
            (reach < 0 ? range.first : range.last) += reach;
        }
    }
    return range;
}

// An operand seen over the axes of dst. An axis that it lacks, or is broadcast along, has stride 0.
struct operand_view {
    std::vector<axis_digits> axes;
    std::int64_t offset = 0;
};

inline operand_view broadcast_view(std::size_t rank) {
    return {std::vector<axis_digits>(rank, axis_digits {{1, 0}}), 0};
}

// first_axis is the axis of dst at which axis 0 of the operand stands.
inline operand_view input_view(
        const blocked_layout &layout, std::size_t first_axis, std::size_t rank) {
    operand_view view = broadcast_view(rank);
    view.offset = layout.offset;
    for (std::size_t axis = 0; axis < layout.extents.size(); ++axis)
        if (layout.extents[axis] != 1) view.axes[first_axis + axis] = digits_of(layout, axis);
    return view;
}

inline operand_view dst_view(const blocked_layout &layout) {
    operand_view view;
    view.offset = layout.offset;
    for (std::size_t axis = 0; axis < layout.extents.size(); ++axis)
        view.axes.push_back(digits_of(layout, axis));
    return view;
}

} // namespace libselect::detail

#endif
