// SPDX-License-Identifier: Apache-2.0
// Executions from bytes.
#include "fuzz/execute_case.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "fuzz/type_width.hpp"
#include "fuzz/windows.hpp"

namespace fuzz {
namespace {

constexpr std::int64_t room = windows::n_bytes - 64; // the largest gap is 63 bytes
constexpr std::int64_t few_elems = 400;

std::int64_t n_elems(const dims &extents) {
    return std::accumulate(extents.begin(), extents.end(), std::int64_t {1}, std::multiplies<> {});
}

std::int64_t read_extent(byte_reader &bytes) {
    const unsigned tag = bytes.byte();
    if (tag == 255) return 0;
    if (tag < 192) return 1 + tag % 24;
    return 24 + (tag - 192) * 8;
}

// As many as if the zeros were ones, which broadcasting makes them.
std::int64_t most_elems(const dims &extents) {
    std::int64_t most = 1;
    for (const std::int64_t extent : extents)
        most *= std::max<std::int64_t>(extent, 1);
    return most;
}

// Halves the largest dims until a dense tensor fits a window; most inputs stay small, for speed.
dims read_dims(byte_reader &bytes, std::int64_t width) {
    const unsigned kind = bytes.byte();
    dims made(kind % 7);
    for (std::int64_t &extent : made)
        extent = read_extent(bytes);
    const std::int64_t most = kind < 192 ? std::min(few_elems, room / width) : room / width;
    while (most_elems(made) > most) {
        std::int64_t &largest = *std::max_element(made.begin(), made.end());
        largest = (largest + 1) / 2;
    }
    if (kind % 64 == 63) made.insert(made.begin(), LIBSELECT_MAX_RANK - made.size(), 1);
    return made;
}

// Some dims become 1, and leading 1s go.
dims read_broadcast(byte_reader &bytes, dims extents) {
    const unsigned mask = bytes.byte();
    for (std::size_t i = 0; i < extents.size(); ++i)
        if (((mask >> ((extents.size() - 1 - i) % 8)) & 1U) != 0) extents[i] = 1;
    for (unsigned drops = bytes.below(4); drops > 0 && !extents.empty() && extents[0] == 1; --drops)
        extents.erase(extents.begin());
    return extents;
}

dims read_pdpd(byte_reader &bytes, const dims &src, std::int64_t axis) {
    const std::size_t rank = src.size();
    const std::size_t first = axis >= 0 ? static_cast<std::size_t>(axis)
                                        : bytes.below(static_cast<unsigned>(rank) + 1);
    const std::size_t n =
            axis >= 0 ? bytes.below(static_cast<unsigned>(rank - first) + 1) : rank - first;
    dims made(src.begin() + static_cast<std::ptrdiff_t>(first),
            src.begin() + static_cast<std::ptrdiff_t>(first + n));
    const unsigned mask = bytes.byte();
    for (std::size_t i = 0; i < made.size(); ++i)
        if (((mask >> (i % 8)) & 1U) != 0) made[i] = 1;
    return made;
}

void read_shapes(byte_reader &bytes, execute_case &into) {
    const dims base = read_dims(bytes, static_cast<std::int64_t>(into.operands[dst].width));
    auto &[mask, if_true, if_false, result] = into.operands;
    mask.extents = if_true.extents = if_false.extents = base;
    if (into.mode == libselect_auto_broadcast_pdpd) {
        into.axis =
                static_cast<std::int64_t>(bytes.below(static_cast<unsigned>(base.size()) + 2)) - 1;
        mask.extents = read_pdpd(bytes, base, into.axis);
        if_false.extents = read_pdpd(bytes, base, into.axis);
    } else if (into.mode != libselect_auto_broadcast_none) {
        if_true.extents = read_broadcast(bytes, base);
        if_false.extents = read_broadcast(bytes, base);
        const bool both_ways = into.mode == libselect_auto_broadcast_multidirectional;
        mask.extents =
                read_broadcast(bytes, both_ways ? base
                                                : *support::dst_by_the_spec(into.mode, -1, {},
                                                        if_true.extents, if_false.extents));
    }
    result.extents = support::dst_by_the_spec(
            into.mode, into.axis, mask.extents, if_true.extents, if_false.extents)
                             .value();
}

dims dense_strides(const dims &extents) {
    dims strides(extents.size(), 1);
    for (std::size_t i = extents.size(); i-- > 1;)
        strides[i - 1] = strides[i] * std::max<std::int64_t>(extents[i], 1);
    return strides;
}

dims read_order(byte_reader &bytes, std::size_t rank, bool permuted) {
    dims order(rank);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = rank; permuted && i > 1; --i)
        std::swap(order[i - 1], order[bytes.below(static_cast<unsigned>(i))]);
    return order;
}

// Elements apart: permuted, padded, turned round; those of an input also repeated or anyhow.
void read_strides(byte_reader &bytes, operand_case &into, bool is_dst) {
    into.strides = dense_strides(into.extents);
    const unsigned kind = bytes.byte();
    if (kind < 96) return;
    const bool permuted = (kind & 1U) != 0, padded = (kind & 2U) != 0, turned = (kind & 4U) != 0;
    const dims order = read_order(bytes, into.extents.size(), permuted);
    std::int64_t stride = padded ? 1 + bytes.below(4) : 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        const auto axis = static_cast<std::size_t>(order[i]);
        const unsigned tag = padded || turned ? bytes.byte() : 0;
        into.strides[axis] = turned && (tag & 1U) != 0 ? -stride : stride;
        stride *= std::max<std::int64_t>(into.extents[axis], 1);
        if (padded) stride += tag / 2 % 8;
        if (into.extents[axis] == 1) into.strides[axis] = std::int64_t {tag} - 100;
    }
    for (std::size_t i = 0; !is_dst && kind >= 224 && i < into.strides.size(); ++i) {
        const unsigned tag = bytes.byte();
        if (tag < 96) into.strides[i] = std::int64_t {tag % 9} - 4;
    }
}

void read_placement(byte_reader &bytes, operand_case &into) {
    const unsigned tag = bytes.byte();
    into.at_back = tag >= 128;
    into.gap = (tag & 64U) != 0 ? tag % 64 : 0;
    if (range_in_window(into).size() > room) into.strides = dense_strides(into.extents);
}

// Windows far apart along the first axis of dst, for operands that are not broadcast along it.
void read_distance(byte_reader &bytes, execute_case &into) {
    const dims &extents = into.operands[dst].extents;
    const unsigned tag = bytes.byte();
    const auto is_long = [](std::int64_t dim) { return dim != 1; };
    const auto first = std::find_if(extents.begin(), extents.end(), is_long);
    if (tag < 176 || first == extents.end() || *first > std::int64_t {windows::count}
            || into.mode == libselect_auto_broadcast_pdpd)
        return;
    const auto from_the_end = extents.end() - first;
    for (std::size_t i = 0; i < n_operands; ++i) {
        operand_case &one = into.operands[i];
        const auto axis = static_cast<std::ptrdiff_t>(one.extents.size()) - from_the_end;
        if (axis < 0 || one.extents[static_cast<std::size_t>(axis)] == 1) continue;
        if (i != dst && ((tag >> i) & 1U) != 0) continue;
        one.far_axis = static_cast<int>(axis);
        const std::int64_t stride = windows::distance / static_cast<std::int64_t>(one.width);
        one.strides[static_cast<std::size_t>(axis)] = (tag & 8U) != 0 ? -stride : stride;
    }
}

void lay_in_place(operand_case &source, const operand_case &result) {
    if (source.extents != result.extents) return;
    source = result;
    source.in_dst = true;
}

// In place, or anywhere in the window of dst.
void read_aliasing(byte_reader &bytes, execute_case &into) {
    const unsigned tag = bytes.byte();
    auto &[mask, if_true, if_false, result] = into.operands;
    if (tag < 144) return;
    if (tag < 208) {
        if (tag % 4 != 1) lay_in_place(if_true, result);
        if (tag % 4 != 2) lay_in_place(if_false, result);
        return;
    }
    operand_case &one = into.operands[tag % 3];
    if (result.far_axis >= 0 || one.far_axis >= 0) return;
    one.in_dst = true;
    const unsigned fine = bytes.byte();
    one.shift = std::int64_t {fine} - 128;
    if (tag >= 232) one.shift *= static_cast<std::int64_t>(result.width);
    if (tag >= 248) one.shift *= 16;
}

} // namespace

byte_range range_in_window(const operand_case &one) {
    const auto width = static_cast<std::int64_t>(one.width);
    if (n_elems(one.extents) == 0) return {0, 0};
    byte_range range {0, width};
    for (std::size_t i = 0; i < one.extents.size(); ++i) {
        if (static_cast<int>(i) == one.far_axis) continue;
        const std::int64_t reach = (one.extents[i] - 1) * one.strides[i] * width;
        (reach < 0 ? range.low : range.high) += reach;
    }
    return range;
}

byte_range range_of(const operand_case &one) {
    operand_case whole = one;
    whole.far_axis = -1;
    return range_in_window(whole);
}

execute_case read_execution(byte_reader &bytes) {
    execute_case made;
    made.type = static_cast<libselect_data_type_t>(1 + bytes.below(17));
    made.mode = static_cast<libselect_auto_broadcast_t>(bytes.below(4));
    const unsigned kind = bytes.byte();
    made.max_threads = static_cast<int>(kind & 3U);
    made.tells_sizes = (kind & 4U) == 0;
    made.mask_kind = kind / 16;
    made.data_seed = static_cast<std::uint64_t>(bytes.byte());
    for (const operand i : {src0, src1, dst})
        made.operands[i].width = width_of(made.type);
    read_shapes(bytes, made);
    for (const operand i : {cond, src0, src1, dst}) {
        read_strides(bytes, made.operands[i], i == dst);
        read_placement(bytes, made.operands[i]);
    }
    read_distance(bytes, made);
    read_aliasing(bytes, made);
    const operand_case &result = made.operands[dst];
    made.infers_dst = (kind & 8U) != 0 && result.strides == dense_strides(result.extents);
    return made;
}

} // namespace fuzz
